// Saved filters of a report, per user and report. Calls of our own.
// Source: docs/rules/trading.md, "Static reports".
import { z } from 'zod'
import { featureAccess } from './access.ts'
import { createdReply, id } from './field.ts'
import { deletionOf, keptName, renaming } from './kept.ts'
import {
  FilledFilter,
  filledFilters,
  outdatedReportRefusals,
  readingRefusals,
  reportId,
  sortDirections,
} from './report.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { instant } from './wire.ts'

/** Maximum number of saved filters per user, over all reports. */
export const savedFilterLimit = 200

export const SavedFilter = z
  .object({
    id,
    name: z.string(),
    report: z.string(),
    /** The choice for each filter, by its name key. */
    filter: z.array(FilledFilter),
    orderBy: z.string().nullable(),
    direction: z.enum(sortDirections).nullable(),
    savedAt: instant,
  })
  .meta({ id: 'SavedFilter' })
export type SavedFilter = z.output<typeof SavedFilter>

export const savedFilterRefusals = {
  savedFilterCount: {
    status: 409,
    text: 'You have reached the limit of {limit} saved filters. Delete one that you no longer need.',
  },
  savedFilterName: {
    status: 409,
    text: 'A saved filter named {name} already exists for this report. Choose another name.',
    field: 'name',
  },
} as const satisfies Record<string, RefusalDefinition>

export const savedFilterRoutes = {
  findSavedFilters: route({
    method: 'GET',
    path: '/v1/api/static-report/find-saved-filters/{report}',
    summary: "The caller's saved filters of a report by name.",
    access: featureAccess.report,
    params: z.object({ report: reportId }),
    reply: z.array(SavedFilter),
    refusals: ['notFound', 'forbidden', ...outdatedReportRefusals],
  }),
  saveFilter: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/static-report/save-filter',
    summary: 'Keep what was chosen, and the order, under a name, in place of what that name held for the report.',
    access: featureAccess.report,
    body: z.object({
      report: reportId,
      name: keptName,
      filter: filledFilters,
      orderBy: z.string().max(100).nullish(),
      direction: z.enum(sortDirections).nullish(),
    }),
    reply: createdReply,
    refusals: [...readingRefusals, 'savedFilterCount'],
  }),
  renameFilter: route({
    effect: 'recorded',
    ...renaming('savedFilter', 'savedFilterName'),
    path: '/v1/api/static-report/rename-filter',
    summary: 'Give a saved filter another name.',
    access: featureAccess.report,
  }),
  deleteFilter: route({
    effect: 'recorded',
    ...deletionOf('savedFilter'),
    path: '/v1/api/static-report/delete-filter',
    summary: 'Forget a saved filter.',
    access: featureAccess.report,
  }),
} as const
