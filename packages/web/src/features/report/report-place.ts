// The state of a report in the address: which report, its filters, its order, its page.
import { z } from 'zod'

export const ReportSearch = z.object({
  report: z.string().catch(''),
  filter: z.string().catch(''),
  sort: z.string().catch(''),
  direction: z.enum(['', 'ASC', 'DESC']).catch(''),
  start: z.coerce.number().int().min(0).max(10_000_000).catch(0),
})
export type ReportSearch = z.output<typeof ReportSearch>

export const clearedReportSearch: ReportSearch = { report: '', filter: '', sort: '', direction: '', start: 0 }
