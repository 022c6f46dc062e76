// Reads the account activity of eToro as CSV. The account is in dollars, days come first, and a file may mix decimal
// commas and points. The rows have units and money, but no prices.
import type { LineFate } from '@clubfolio/domain'
import { absolute, isNegative, isZero, negated } from '../exact-decimal.ts'
import { ignoredLine, makeInstrument, makeLine, UnreadRow, type LineParts } from '../make-line.ts'
import type { StatementInstrument, StatementLine } from '../statement-line.ts'
import type { TableFormat } from '../table/table-format.ts'
import { hasColumns, indexColumns, needed, RowCells } from '../table/table-row.ts'

const cashFates: Readonly<Record<string, LineFate>> = {
  dividend: 'dividend',
  'interest payment': 'interest',
  'overnight fee': 'fee',
  'overnight refund': 'fee',
  'rollover fee': 'fee',
  'withdraw fee': 'fee',
  'withdrawal conversion fee': 'fee',
  'deposit conversion fee': 'fee',
  commission: 'fee',
  'open position - ticket fee': 'fee',
  'position closed - ticket fee': 'fee',
  sdrt: 'tax',
  'stamp duty': 'tax',
}

export const etoro: TableFormat = {
  format: 'etoro',
  dates: 'dmy',
  isHead: (cells) => hasColumns(cells, ['Date', 'Type', 'Details', 'Amount', 'Units', 'Balance', 'Position ID']),
  open({ head, facts }) {
    facts.baseCurrency = 'USD'
    const index = indexColumns(head)
    return { read: (row) => [readEtoroRow(new RowCells(row, index, 'either'))] }
  },
}

function readEtoroRow(cells: RowCells): StatementLine {
  const type = cells.text('type')
  const position = cells.textOrNull('position id')
  const details = cells.textOrNull('details')
  const base = {
    day: cells.day('date', 'dmy'),
    description: [type, details, position === null ? null : `position ${position}`]
      .filter((part) => part !== null)
      .join(', '),
    instrument: instrumentOf(cells),
    currency: 'USD',
  }
  const name = type.toLowerCase()
  const amount = cells.neededNumber('amount', 'amount')
  const equity = cells.number('realized equity change', 'equity change') ?? amount
  // A conversion fee that leaves the equity as it is was taken from the money on its way.
  if (name.endsWith('conversion fee') && isZero(equity) && !isZero(amount))
    return ignoredLine(cells.row, 'This fee is part of the transfer that it belongs to.', base)
  return makeLine(cells.row, { ...base, ...partsOf(name, amount, cells) })
}

function partsOf(type: string, amount: string, cells: RowCells): LineParts {
  if (type === 'open position' || type === 'position closed') {
    const units = absolute(needed(cells.number('units', 'number of units'), 'number of units'))
    if (instrumentOf(cells) === null) throw new UnreadRow('The row does not name a security.')
    return type === 'open position'
      ? { fate: 'trade', quantity: units, amount: negated(absolute(amount)) }
      : { fate: 'trade', quantity: negated(units), amount }
  }
  if (type === 'deposit' || type === 'withdraw request' || type === 'withdrawal')
    return { fate: isNegative(amount) ? 'withdrawal' : 'deposit', instrument: null, amount }
  const fate = cashFates[type]
  if (fate === undefined) throw new UnreadRow(`The type "${cells.text('type')}" is not known.`)
  return { fate, amount }
}

/** `NKE/USD` is traded in dollars. A contract for difference is not the share that it follows. */
function instrumentOf(cells: RowCells): StatementInstrument | null {
  const traded = /^([^/\s]+)\/[A-Z]{3}$/.exec(cells.text('details'))
  if (!traded) return null
  const symbol = traded[1]!
  const type = cells.text('asset type').toLowerCase()
  if (type === 'cfd') return makeInstrument({ symbol: `${symbol} CFD`, name: `${symbol} CFD`, assetType: 'OTHER' })
  if (type === 'crypto') return makeInstrument({ symbol, assetType: 'CRYPTO' })
  return makeInstrument({ symbol, assetType: type === 'etf' ? 'ETF' : 'EQUITY' })
}
