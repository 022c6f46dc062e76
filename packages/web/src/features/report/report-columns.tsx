// The columns of a report's table, built from its declaration: numbers right-aligned, codes that open their graph, big
// numbers shortened.
// Source: docs/rules/trading.md, "Static reports".
import { isNumericColumn, type ReportColumn } from '@clubfolio/contract'
import { formatQuantity, sentenceCase } from '@clubfolio/domain'
import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { openGraph } from '../../kernel/graph-modal.ts'
import { CutText } from '../../ui/cut-text.tsx'
import { formatDateTime } from '../../ui/format/date.ts'
import { formatMoney } from '../../ui/format/money.ts'
import { formatBigNumber, formatCount } from '../../ui/format/number.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { Absent, type Column } from '../../ui/table/column.tsx'
import type { ReportDataRow } from './api.ts'
import classes from './report.module.css'

type Cell = ReportDataRow[string]

/** A row with its index among all rows, which distinguishes equal rows. */
export interface PlacedRow {
  readonly place: number
  readonly cells: ReportDataRow
}

export const placeRows = (rows: readonly ReportDataRow[], start: number): PlacedRow[] =>
  rows.map((cells, index) => ({ place: start + index, cells }))
export const placedRowId = ({ place }: PlacedRow): string => String(place)

const shownTextCharacters = 48

/** Writes a number without exponent and trailing zeros: `plainNumber(1e-7)` is "0.0000001". */
export const plainNumber = (value: number, decimals: number): string =>
  value
    .toFixed(decimals)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')

/**
 * Formats a cell: money in its currency, quantities unchanged, instants in the reader's time zone. Undefined when it is
 * absent.
 */
export function describeCell(
  { type, isBigNumber }: Pick<ReportColumn, 'type' | 'isBigNumber'>,
  cell: Cell | undefined,
  currency = 'USD',
): string | undefined {
  if (cell === null || cell === undefined || cell === '') return undefined
  if (isBigNumber && isNumericColumn(type)) return formatBigNumber(Number(cell))
  switch (type) {
    case 'INTEGER':
    case 'QUANTITY':
      return formatQuantity(String(cell))
    case 'UNITS':
      return formatQuantity(String(cell), 4)
    case 'UNIT_VALUE':
      return formatMoney(String(cell), { decimals: 4, isPlain: true })
    case 'DOLLAR':
      return formatMoney(String(cell), { currency })
    case 'PRICE_DOLLAR':
      return formatMoney(String(cell), {
        currency,
        decimals: Math.max(2, plainNumber(Number(cell), 4).split('.')[1]?.length ?? 0),
      })
    case 'PERCENT':
      return formatPercent(cell)
    case 'DATE_TIME':
      return formatDateTime(Date.parse(String(cell)))
    case 'CODE':
      return sentenceCase(String(cell))
    case 'TEXT':
    case 'INSTRUMENT_CODE':
    case 'DATE':
    case 'MONTH':
      return String(cell)
  }
}

/** `totals` are shown in the footer, under their columns; a first column without a total shows Total. */
export function reportColumns(
  columns: readonly ReportColumn[],
  totals: ReportDataRow | null | undefined,
  currency: string | undefined,
): readonly Column<PlacedRow>[] {
  return columns.map((column, index): Column<PlacedRow> => {
    const key = column.nomenclatorConfigNameKey
    const valueOf = ({ cells }: PlacedRow) => cells[key]
    const total = totals ? describeCell(column, totals[key], currency) : undefined
    return {
      id: key,
      header: column.nomenclatorConfigDisplayName,
      align: isNumericColumn(column.type) ? 'right' : 'left',
      isFixed: index === 0,
      render: (row) => <CellContent column={column} cell={valueOf(row)} currency={currency} />,
      text: (row) => describeCell(column, valueOf(row), currency) ?? '',
      // Without it a click on the header does nothing.
      ...(column.canBeSort ? { sortValue: (row: PlacedRow) => valueOf(row) } : {}),
      ...(totals ? { total: total ?? (index === 0 ? 'Total' : undefined) } : {}),
    }
  })
}

interface CellContentProps {
  readonly column: ReportColumn
  readonly cell: Cell | undefined
  readonly currency: string | undefined
}

function CellContent({ column, cell, currency }: CellContentProps): ReactNode {
  const words = describeCell(column, cell, currency)
  if (words === undefined) return <Absent />
  switch (column.type) {
    case 'INSTRUMENT_CODE':
      return (
        <UnstyledButton
          className={classes['code']}
          aria-label={`Graph of ${words}`}
          onClick={() => openGraph({ title: 'Graph', code: words, timing: 'MONTH' })}
        >
          {words}
        </UnstyledButton>
      )
    case 'TEXT':
      return <CutText text={words} characters={shownTextCharacters} />
    case 'DATE':
    case 'MONTH':
      return <span className={classes['time']}>{words}</span>
    case 'DATE_TIME':
      return <span className={classes['time']}>{words}</span>
    default:
      return <WholeNumber column={column} cell={cell} words={words} />
  }
}

/** A shortened number has its full value in the title attribute. */
function WholeNumber({
  column,
  cell,
  words,
}: {
  readonly column: ReportColumn
  readonly cell: Cell | undefined
  readonly words: string
}) {
  if (!column.isBigNumber && !shortened.has(column.type)) return words
  const whole = formatCount(plainNumber(Number(cell), 10))
  return whole.length > words.length || column.isBigNumber ? <span title={whole}>{words}</span> : words
}

const shortened: ReadonlySet<ReportColumn['type']> = new Set(['QUANTITY', 'UNITS', 'UNIT_VALUE'])
