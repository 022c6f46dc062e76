// Empty, loading and failed states.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { showToast } from '../../ui/toast.tsx'
import { sampleColumns, accountId } from './sample-accounts.tsx'

const shortColumns = sampleColumns.slice(0, 4)

export function StateSection() {
  const loading = useTableView({ columns: shortColumns, rows: undefined, rowId: accountId })
  return (
    <>
      <Panel title="Empty, first visit" canExpand>
        <EmptyState
          title="No account linked yet"
          words={
            'Accounts show what each brokerage account holds and how much can be bought with it. Link one to ' +
            'start; trading data arrives within a minute.'
          }
          actions={
            <>
              <Button leftSection={<IconPlus size={16} />}>Link account</Button>
              <Button variant="default">Open a paper account</Button>
            </>
          }
        />
      </Panel>
      <Panel title="First load" isRefreshing>
        <DataTable view={loading} label="Loading list" empty={null} skeletonRows={5} />
      </Panel>
      <Panel title="Failed">
        <FailedState
          title="Top Losers could not be loaded"
          why="The market source did not answer within 10 seconds."
          lastGoodMs={Date.parse('2026-11-20T14:26:40Z')}
          onRetry={() => showToast({ tone: 'info', title: 'Notification', message: 'Asked again' })}
          onShowLastGood={() => showToast({ tone: 'info', title: 'Notification', message: 'Last good data' })}
        />
      </Panel>
    </>
  )
}
