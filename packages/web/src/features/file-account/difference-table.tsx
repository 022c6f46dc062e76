// Figures that a statement states and that the lines do not add up to, side by side.
import type { ClaimDifference } from '@clubfolio/contract'
import { formatCount } from '../../ui/format/number.ts'
import { textColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { formatInCurrency, sizeOf } from './format-in-currency.ts'

const subjectOf = ({ symbol, currency }: ClaimDifference): string => symbol ?? `Cash in ${currency ?? ''}`

const figureOf = (difference: ClaimDifference, side: 'ours' | 'theirs'): string =>
  difference.symbol === null
    ? formatInCurrency(difference[side], difference.currency ?? '')
    : formatCount(difference[side])

const figureColumn = (side: 'ours' | 'theirs', header: string): Column<ClaimDifference> => ({
  id: side,
  header,
  align: 'right',
  render: (row) => figureOf(row, side),
  sortValue: (row) => sizeOf(row[side]),
  text: (row) => row[side],
})

const columns: readonly Column<ClaimDifference>[] = [
  textColumn<ClaimDifference>({ id: 'subject', header: 'What', value: subjectOf, isCode: true }),
  textColumn<ClaimDifference>({ id: 'day', header: 'On', value: ({ day }) => day }),
  figureColumn('theirs', 'In the statement'),
  figureColumn('ours', 'From the lines'),
]

const rowId = (row: ClaimDifference) => `${subjectOf(row)} ${row.day}`

export interface DifferenceTableProps {
  readonly differences: readonly ClaimDifference[]
  readonly label: string
}

export function DifferenceTable({ differences, label }: DifferenceTableProps) {
  const view = useTableView({ columns, rows: differences, rowId })
  return <DataTable view={view} label={label} empty={null} maxHeight="40vh" />
}
