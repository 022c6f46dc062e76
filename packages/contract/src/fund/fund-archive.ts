// A whole fund as one file, and its import into another installation. Both calls are ours. Source:
// docs/rules/fund.md, "Export and import of a whole fund".
import { z } from 'zod'
import { access, featureAccess } from '../access.ts'
import { id, messageReply } from '../field.ts'
import { route, type DownloadedFile } from '../route.ts'
import type { RefusalDefinition } from '../refusal.ts'

export const archiveRefusals = {
  fundNotOpened: { status: 409, text: 'Nothing of a fund is recorded in this account yet.' },
  archiveUnreadable: { status: 400, text: 'This file cannot be imported. {reason}' },
  archiveNewer: {
    status: 409,
    text: 'This export was made by a newer version of Clubfolio. Update this installation, then import it again.',
  },
  archiveAlreadyHere: {
    status: 409,
    text: 'This fund, or a part of it, is in this installation already. Nothing was imported.',
  },
  archiveDiffers: {
    status: 409,
    text:
      'The imported books do not give the figures of the export, so nothing was imported: {difference} Export the ' +
      'fund again.',
  },
} as const satisfies Record<string, RefusalDefinition>

export const archiveRoutes = {
  exportFund: route({
    method: 'GET',
    path: '/v1/api/fund/export-fund/{accountId}',
    summary: 'Everything of a fund as one ZIP: records, journals, tables, and statements as they were issued.',
    access: access.session,
    owns: [{ object: 'account', at: 'params.accountId' }],
    params: z.object({ accountId: id }),
    reply: z.custom<DownloadedFile>(),
    download: 'application/zip',
    refusals: ['notFound', 'fundNotOpened'],
  }),
  importFund: route({
    method: 'POST',
    path: '/v1/api/fund/import-fund/{name}',
    summary:
      'Import such a ZIP as bytes. Its books must give the figures of the export to the cent, or nothing counts.',
    access: featureAccess.accountLink,
    effect: 'recorded',
    upload: true,
    params: z.object({ name: z.string().trim().min(1).max(200) }),
    reply: messageReply.extend({ accountId: id }).meta({ id: 'ImportedFund' }),
    refusals: ['archiveUnreadable', 'archiveNewer', 'archiveAlreadyHere', 'archiveDiffers', 'tooLarge'],
  }),
} as const
