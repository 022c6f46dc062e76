// The first rows of a table: what they become by the meanings chosen, and as they are in the file.
import type { ColumnMeanings, MappingSample } from '@clubfolio/contract'
import { mappedFields } from '@clubfolio/domain'
import { useMemo } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { formatCount } from '../../ui/format/number.ts'
import { Panel } from '../../ui/panel.tsx'
import { Absent, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import classes from './file-account.module.css'
import { formatInCurrency } from './format-in-currency.ts'
import { columnTitle, type SampleLine, type SampleReading } from './mapping-sample.ts'
import { fateLabels, fieldLabels } from './statement-words.ts'

const lineColumns: readonly Column<SampleLine>[] = [
  { id: 'row', header: 'Row', align: 'right', width: 60, render: ({ line }) => formatCount(line) },
  { id: 'day', header: 'Day', render: ({ day }) => day ?? <Absent /> },
  {
    id: 'fate',
    header: 'What it is',
    render: ({ fate, reason }) => (
      <span className={classes['fate']}>
        <span>{fate === 'unread' ? <Chip tone="loss">Not understood</Chip> : fateLabels[fate]}</span>
        {reason === null ? null : <span className={classes['reason']}>{reason}</span>}
      </span>
    ),
  },
  {
    id: 'security',
    header: 'Security',
    render: ({ instrument }) =>
      instrument === null ? <Absent /> : <strong>{instrument.symbol ?? instrument.isin ?? instrument.name}</strong>,
  },
  {
    id: 'quantity',
    header: 'Quantity',
    align: 'right',
    render: ({ quantity }) => (quantity === null ? <Absent /> : formatCount(quantity)),
  },
  {
    id: 'price',
    header: 'Price',
    align: 'right',
    render: ({ price, priceCurrency }) => (price === null ? <Absent /> : formatInCurrency(price, priceCurrency ?? '')),
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    render: ({ amount, currency, fate }) =>
      fate === 'unread' || fate === 'ignored' ? <Absent /> : formatInCurrency(amount, currency),
  },
]

interface RawRow {
  readonly index: number
  readonly cells: readonly string[]
}

export interface SampleTablesProps {
  readonly sample: MappingSample
  readonly columns: ColumnMeanings['columns']
  readonly reading: SampleReading
}

export function SampleTables({ sample, columns, reading }: SampleTablesProps) {
  const { lines, isDateOrderOpen } = reading
  const view = useTableView({ columns: lineColumns, rows: lines, rowId: ({ line }) => String(line) })
  const rawColumns = useMemo(
    () =>
      sample.head.map((_heading, index): Column<RawRow> => {
        const field = mappedFields.find((one) => columns[one] === index)
        const title = columnTitle(sample.head, index)
        return {
          id: String(index),
          header:
            field === undefined || title.toLowerCase() === fieldLabels[field].toLowerCase()
              ? title
              : `${title} → ${fieldLabels[field]}`,
          render: ({ cells }) => <CutText text={cells[index] ?? ''} characters={40} />,
        }
      }),
    [sample.head, columns],
  )
  const rawRows = useMemo(() => sample.rows.map((cells, index) => ({ index, cells })), [sample.rows])
  const raw = useTableView({ columns: rawColumns, rows: rawRows, rowId: ({ index }) => String(index) })
  const understood = lines.filter(({ fate }) => fate !== 'unread').length
  return (
    <>
      <Panel title="What the first rows become">
        <p className={classes['panelNote']} role="status">
          {`${understood} of ${lines.length} rows are understood.`}
          {isDateOrderOpen
            ? ' Their dates read with the month and with the day first; the whole file decides, or choose it above.'
            : ''}
        </p>
        <DataTable view={view} label="What the first rows become" isTwoLine maxHeight="40vh" empty={null} />
      </Panel>
      <Panel title="The first rows of the file">
        <DataTable view={raw} label="The first rows of the file" maxHeight="40vh" empty={null} />
      </Panel>
    </>
  )
}
