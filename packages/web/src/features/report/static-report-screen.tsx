// Static reports: the list, then the report that was chosen. Report, filters, order and page live in the address.
// Source: specification 2, sections 2, 4, 5, 7 and 9 (Static report).
import { z } from 'zod'
import { useUrlState } from '../../kernel/url-state.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { ReportList } from './report-list.tsx'
import { ReportView } from './report-view.tsx'

const Place = z.object({
  report: z.string().catch(''),
  filter: z.string().catch(''),
  sort: z.string().catch(''),
  direction: z.enum(['', 'ASC', 'DESC']).catch(''),
  start: z.coerce.number().int().min(0).max(10_000_000).catch(0),
})
export type ReportPlace = z.output<typeof Place>

const cleared: ReportPlace = { report: '', filter: '', sort: '', direction: '', start: 0 }

export function StaticReportScreen() {
  useDocumentTitle('Static Report')
  const [place, setPlace] = useUrlState(Place)
  if (place.report === '') return <ReportList onChoose={(report) => setPlace({ ...cleared, report })} />
  return <ReportView key={place.report} place={place} onPlace={setPlace} onBack={() => setPlace(cleared)} />
}
