// Static reports: the list, then the selected report. Report, filters, order and page are in the address.
// Source: docs/rules/trading.md, "Static reports".
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { ReportList } from './report-list.tsx'
import { clearedReportSearch, ReportSearch } from './report-place.ts'
import { BackButton, ReportView } from './report-view.tsx'
import { ReportSkeleton } from './unread-report.tsx'

export function StaticReportScreen() {
  useDocumentTitle('Static Report')
  const [place, setPlace] = useUrlState(ReportSearch)
  const { account, choices, failure } = useChosenAccount()
  if (place.report === '') return <ReportList onChoose={(report) => setPlace({ ...clearedReportSearch, report })} />
  // Until the account in view is known, the report would default to another one.
  if (choices === undefined && failure === null)
    return (
      <>
        <PageHead title="Static Report" select={<BackButton onBack={() => setPlace(clearedReportSearch)} />} />
        <Panel isPadded>
          <ReportSkeleton />
        </Panel>
      </>
    )
  return (
    <ReportView
      key={place.report}
      accountId={account?.id}
      screen="Static Report"
      place={place}
      onPlace={setPlace}
      onBack={() => setPlace(clearedReportSearch)}
    />
  )
}
