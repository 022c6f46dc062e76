// Dynamic reports: the list of own and shared ones, one that runs like any report, or the composer. The address holds
// which one is open.
// Source: docs/rules/trading.md, "Dynamic reports".
import { ownReportPrefix } from '@clubfolio/contract'
import { z } from 'zod'
import { useUrlState } from '../../kernel/url-state.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { clearedReportSearch, ReportSearch } from '../report/report-place.ts'
import { BackButton, ReportView } from '../report/report-view.tsx'
import { UnreadReport } from '../report/unread-report.tsx'
import { useOwnReport } from './api.ts'
import { Composer } from './composer.tsx'
import { OwnReportList } from './own-report-list.tsx'
import { OwnReportMenu } from './own-report-menu.tsx'

const Place = ReportSearch.extend({ mode: z.enum(['', 'new', 'edit', 'copy']).catch('') })

const cleared = { ...clearedReportSearch, mode: '' } as const

export function DynamicReportScreen() {
  useDocumentTitle('Dynamic Report')
  const [place, setPlace] = useUrlState(Place)
  const toList = () => setPlace(cleared)
  const open = (report: string) => setPlace({ ...cleared, report })
  const compose = (report: string, isCopy: boolean) => setPlace({ ...cleared, report, mode: isCopy ? 'copy' : 'edit' })
  if (place.mode === 'new') return <Composer onLeave={toList} onSaved={open} />
  if (place.report === '')
    return (
      <OwnReportList
        onOpen={open}
        onNew={() => setPlace({ ...cleared, mode: 'new' })}
        onCompose={({ id }, isCopy) => compose(id, isCopy)}
      />
    )
  if (place.mode !== '')
    return (
      <OpenedComposer
        key={`${place.mode} ${place.report}`}
        id={place.report}
        isCopy={place.mode === 'copy'}
        onLeave={() => open(place.report)}
        onSaved={open}
      />
    )
  return (
    <ReportView
      key={place.report}
      screen="Dynamic Report"
      place={{ ...place, report: `${ownReportPrefix}${place.report}` }}
      onPlace={setPlace}
      onBack={toList}
      actions={
        <OpenReportMenu id={place.report} onCompose={(isCopy) => compose(place.report, isCopy)} onDeleted={toList} />
      }
    />
  )
}

function OpenReportMenu({
  id,
  onCompose,
  onDeleted,
}: {
  readonly id: string
  readonly onCompose: (isCopy: boolean) => void
  readonly onDeleted: () => void
}) {
  const { data: report } = useOwnReport(id)
  return report ? (
    <OwnReportMenu report={report} onCompose={(_report, isCopy) => onCompose(isCopy)} onDeleted={onDeleted} />
  ) : null
}

interface OpenedComposerProps {
  readonly id: string
  readonly isCopy: boolean
  readonly onLeave: () => void
  readonly onSaved: (id: string) => void
}

/** Another user's report can be copied, not edited: its address opens a copy. */
function OpenedComposer({ id, isCopy, onLeave, onSaved }: OpenedComposerProps) {
  const saved = useOwnReport(id)
  const kept = saved.data
  if (kept)
    return (
      <Composer
        kept={{ ...kept, content: { ...kept.content, filter: [...kept.content.filter] } }}
        isCopy={isCopy || !kept.isOwn}
        onLeave={onLeave}
        onSaved={onSaved}
      />
    )
  return (
    <>
      <PageHead title="Dynamic Report" select={<BackButton onBack={onLeave} />} />
      <UnreadReport query={saved} />
    </>
  )
}
