// Reads the account statement of Revolut's trading accounts. Totals of trades have no sign; those of transfers and fees
// do. Money has a currency sign, shares may have a decimal comma.
import type { LineFate } from '@clubfolio/domain'
import { absolute, isNegative, isZero, negated } from '../exact-decimal.ts'
import { ignoredLine, makeInstrument, makeLine, UnreadRow, type LineParts } from '../make-line.ts'
import { readInstant } from '../read-day.ts'
import type { StatementLine } from '../statement-line.ts'
import type { TableFormat } from '../table/table-format.ts'
import { currencyIn, hasColumns, indexColumns, needed, numberIn, RowCells } from '../table/table-row.ts'
import { contradictionOf } from '../trade-check.ts'

const cashFates: readonly (readonly [pattern: RegExp, fate: LineFate])[] = [
  [/^dividend tax/, 'tax'],
  [/^dividend/, 'dividend'],
  [/^(custody fee|robo management fee|.*\bfee)$/, 'fee'],
  [/^interest/, 'interest'],
]

export const revolut: TableFormat = {
  format: 'revolut',
  dates: 'ymd',
  isHead: (cells) =>
    hasColumns(cells, ['Date', 'Ticker', 'Type', 'Quantity', 'Price per share', 'Total Amount', 'Currency', 'FX Rate']),
  open({ head }) {
    const index = indexColumns(head)
    return { read: (row) => [readRevolutRow(new RowCells(row, index, 'point'))] }
  },
}

function readRevolutRow(cells: RowCells): StatementLine {
  const written = cells.text('type')
  const type = written.toLowerCase()
  const date = cells.text('date')
  const symbol = cells.textOrNull('ticker')
  const base = {
    day: cells.day('date', 'ymd'),
    atMs: readInstant(date),
    description: symbol === null ? written : `${written}: ${symbol}`,
    instrument: makeInstrument({ symbol }),
    currency: currencyIn(cells.text('currency')),
  }
  if (type.startsWith('transfer from revolut') && type.includes(' to revolut'))
    return ignoredLine(cells.row, 'Revolut moved the holding between its own companies.', base)
  return makeLine(cells.row, { ...base, ...partsOf(type, base.currency, cells) })
}

function partsOf(type: string, currency: string, cells: RowCells): LineParts {
  const quantity = numberIn(cells.text('quantity'), 'quantity', 'either')
  const side = /^buy\b/.test(type) ? 1 : /^sell\b/.test(type) ? -1 : 0
  if (side !== 0) return tradeParts(side, quantity, currency, cells)
  if (/\bsplit$/.test(type)) return { fate: 'split', quantity: neededShares(quantity, cells), amount: '0' }
  if (/^(spinoff|stock dividend|transfer)/.test(type))
    return { fate: 'delivery', quantity: neededShares(quantity, cells), amount: '0' }
  if (type.startsWith('merger'))
    return { fate: 'merger', quantity, amount: cells.number('total amount', 'total amount') ?? '0' }
  const amount = cells.neededNumber('total amount', 'total amount')
  if (type.startsWith('cash ')) return { fate: isNegative(amount) ? 'withdrawal' : 'deposit', amount }
  const fate = cashFates.find(([pattern]) => pattern.test(type))?.[1]
  if (fate === undefined) throw new UnreadRow(`The type "${cells.text('type')}" is not known.`)
  return { fate, amount }
}

function neededShares(quantity: string | null, cells: RowCells): string {
  if (cells.text('ticker') === '') throw new UnreadRow('The row has no ticker.')
  return needed(quantity, 'quantity')
}

function tradeParts(side: 1 | -1, written: string | null, priceCurrency: string, cells: RowCells): LineParts {
  const size = absolute(neededShares(written, cells))
  if (isZero(size)) throw new UnreadRow('The quantity is zero.')
  const quantity = side === 1 ? size : negated(size)
  const price = cells.neededNumber('price per share', 'price')
  const total = absolute(cells.neededNumber('total amount', 'total amount'))
  const amount = side === 1 ? negated(total) : total
  const reason = contradictionOf({ quantity, price, multiplier: 1, amount, fee: '0', tax: '0' })
  return { fate: 'trade', quantity, price, priceCurrency, amount, reason }
}
