// The list of drawdowns, and the year up to the end of each month.
import type { ReturnsAndRisk } from '@clubfolio/contract'
import { useMemo } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { countColumn, percentColumn, textColumn, type Column } from '../../../ui/table/column.tsx'
import { CsvButton } from '../../../ui/table/csv-button.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableView } from '../../../ui/table/use-table-view.ts'

type Fall = ReturnsAndRisk['drawdowns'][number]
type Year = ReturnsAndRisk['rolling'][number]

const fallColumns: readonly Column<Fall>[] = [
  textColumn({ id: 'from', header: 'From', isFixed: true, value: ({ from }) => from }),
  textColumn({ id: 'lowest', header: 'Lowest', value: ({ lowest }) => lowest }),
  textColumn({ id: 'recovered', header: 'Recovered', value: ({ recovered }) => recovered ?? 'not yet' }),
  percentColumn({ id: 'depth', header: 'Depth', value: ({ percent }) => percent, isChange: true }),
  countColumn({
    id: 'days',
    header: 'Days',
    help: 'Calendar days from the peak to the recovery, or to the last close.',
    value: ({ days }) => days,
  }),
]

const yearColumns: readonly Column<Year>[] = [
  textColumn({ id: 'day', header: 'Up to', isFixed: true, value: ({ day }) => day }),
  percentColumn({ id: 'percent', header: 'Twelve months', value: ({ percent }) => percent, isChange: true }),
]

export function DrawdownTable({ returns: { drawdowns } }: { readonly returns: ReturnsAndRisk }) {
  const view = useTableView({ columns: fallColumns, rows: drawdowns, rowId: ({ from }) => from })
  return (
    <Panel title="Drawdowns above 5%" controls={<CsvButton view={view} fileName="drawdowns" isQuiet />}>
      <DataTable
        view={view}
        label="Drawdowns"
        maxHeight={420}
        empty={<EmptyState title="No drawdown" words="A fall of more than 5% from a peak appears here." />}
      />
    </Panel>
  )
}

export function RollingTable({ returns: { rolling } }: { readonly returns: ReturnsAndRisk }) {
  const rows = useMemo(() => rolling.toReversed(), [rolling])
  const view = useTableView({ columns: yearColumns, rows, rowId: ({ day }) => day })
  return (
    <Panel title="Rolling twelve months" controls={<CsvButton view={view} fileName="twelve-months" isQuiet />}>
      <DataTable
        view={view}
        label="Rolling twelve months"
        maxHeight={420}
        empty={
          <EmptyState title="No year yet" words="The first twelve months appear once the closes reach back a year." />
        }
      />
    </Panel>
  )
}
