// Saved analyses of the advanced calculator: everything typed or drawn, as text. Calls of our own.
// Source: docs/rules/trading.md, "Calculators"; docs/rules/access.md, "Permission keys".
import { z } from 'zod'
import { featureAccess } from './access.ts'
import { id, line, messageReply, onlyId } from './field.ts'
import { investmentTypes } from './opportunity.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { barTimings, instrumentSymbol } from './stock.ts'
import { day, givenDay, instant } from './wire.ts'

/** Maximum number of saved analyses per user. */
export const analysisLimit = 200

/** A number as it was typed, or empty; what was saved earlier may end or begin with its point. */
const typed = z.string().regex(/^\d*\.?\d*$/, 'Enter a number.')
const typedNow = z
  .string()
  .max(24, 'Enter at most 24 digits.')
  .regex(/^(\d+(\.\d+)?)?$/, 'Use digits and one decimal point, like 1234.56.')

export const AnalysisContent = z.object({
  ticket: instrumentSymbol.nullable(),
  timing: z.enum(barTimings),
  startDate: day,
  endDate: day,
  investment_type: z.enum(investmentTypes),
  capital: typed,
  risk: typed,
  resistance_price: typed,
  support_price: typed,
})
export type AnalysisContent = z.output<typeof AnalysisContent>

export const SavedAnalysis = z
  .object({ id, name: z.string(), content: AnalysisContent, savedAt: instant })
  .meta({ id: 'SavedAnalysis' })
export type SavedAnalysis = z.output<typeof SavedAnalysis>

export const calculatorRefusals = {
  analysisCount: {
    status: 409,
    text: 'You have reached the limit of {limit} analyses. Delete one that you no longer need.',
  },
} as const satisfies Record<string, RefusalDefinition>

export const calculatorRoutes = {
  findAnalyses: route({
    method: 'GET',
    path: '/v1/api/stock-calculator/find-analyses',
    summary: "The caller's saved analyses, last saved first.",
    access: featureAccess.calculator,
    reply: z.array(SavedAnalysis),
  }),
  saveAnalysis: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/stock-calculator/save-analysis',
    summary: 'Keeps an analysis under a name, in place of the one of that name.',
    access: featureAccess.calculator,
    body: z.object({
      name: line(80, 'Name'),
      content: AnalysisContent.extend({
        startDate: givenDay,
        endDate: givenDay,
        capital: typedNow,
        risk: typedNow,
        resistance_price: typedNow,
        support_price: typedNow,
      }),
    }),
    reply: messageReply,
    refusals: ['analysisCount'],
  }),
  deleteAnalysis: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/stock-calculator/delete-analysis',
    summary: 'Forgets a saved analysis.',
    access: featureAccess.calculator,
    owns: [{ object: 'analysis', at: 'body.id' }],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound'],
  }),
} as const
