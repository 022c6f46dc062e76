// What the account holds without and with a statement: positions, and cash by currency.
import type { StatementPreview } from '@clubfolio/contract'
import { formatCount } from '../../ui/format/number.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { textColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import classes from './file-account.module.css'
import { formatInCurrency, sizeOf } from './format-in-currency.ts'

type Position = StatementPreview['positions'][number]
type Cash = StatementPreview['cash'][number]

function sideColumn<Row extends { readonly before: string; readonly after: string }>(
  side: 'before' | 'after',
  header: string,
  format: (row: Row) => string,
): Column<Row> {
  return {
    id: side,
    header,
    align: 'right',
    render: (row) => (side === 'after' ? <strong>{format(row)}</strong> : format(row)),
    sortValue: (row) => sizeOf(row[side]),
    text: (row) => row[side],
  }
}

const positionColumns: readonly Column<Position>[] = [
  textColumn<Position>({
    id: 'symbol',
    header: 'Symbol',
    value: ({ symbol }) => symbol,
    render: ({ symbol, name }) => (
      <span className={classes['stack']}>
        <strong>{symbol}</strong>
        {name === null ? null : (
          <span className={classes['detail']} title={name}>
            {name}
          </span>
        )}
      </span>
    ),
  }),
  sideColumn<Position>('before', 'Now', ({ before }) => formatCount(before)),
  sideColumn<Position>('after', 'After', ({ after }) => formatCount(after)),
]

const cashColumns: readonly Column<Cash>[] = [
  textColumn<Cash>({ id: 'currency', header: 'Cash', value: ({ currency }) => currency, isCode: true }),
  sideColumn<Cash>('before', 'Now', ({ before, currency }) => formatInCurrency(before, currency)),
  sideColumn<Cash>('after', 'After', ({ after, currency }) => formatInCurrency(after, currency)),
]

export function ContentTables({ preview }: { readonly preview: StatementPreview }) {
  const positions = useTableView({
    columns: positionColumns,
    rows: preview.positions,
    rowId: ({ symbol }) => symbol,
    defaultSort: { columnId: 'symbol', isDescending: false },
  })
  const cash = useTableView({ columns: cashColumns, rows: preview.cash, rowId: ({ currency }) => currency })
  return (
    <div className={classes['content']}>
      <Panel title="Positions after the import">
        <DataTable
          view={positions}
          label="Positions after the import"
          isTwoLine
          maxHeight="40vh"
          empty={<EmptyState title="No positions" words="No line of this statement moves a security." />}
        />
      </Panel>
      <Panel title="Cash after the import">
        <DataTable
          view={cash}
          label="Cash after the import"
          maxHeight="40vh"
          empty={<EmptyState title="No cash" words="No line of this statement moves money." />}
        />
      </Panel>
    </div>
  )
}
