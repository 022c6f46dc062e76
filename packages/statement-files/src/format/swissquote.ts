// Reads the transactions of Swissquote: semicolons, days first, signed net amounts in the currency of the row. Headings
// and words are in English, German or French, so columns are found by position.
import type { LineFate } from '@clubfolio/domain'
import { absolute, isNegative, isZero, negated, sumOf } from '../exact-decimal.ts'
import { makeInstrument, makeLine, UnreadRow, type LineParts } from '../make-line.ts'
import type { StatementInstrument, StatementLine } from '../statement-line.ts'
import type { TableFormat } from '../table/table-format.ts'
import { currencyIn, needed, RowCells } from '../table/table-row.ts'
import { contradictionOf } from '../trade-check.ts'

const names = [
  'date',
  'order',
  'transaction',
  'symbol',
  'name',
  'isin',
  'quantity',
  'price',
  'costs',
  'accrued',
  'net',
  'balance',
  'currency',
]
const index = new Map(names.map((name, at) => [name, at]))

const buys = ['buy', 'kauf', 'achat', 'crypto deposit']
const sells = ['sell', 'verkauf', 'vente']
const fates: Readonly<Record<string, LineFate>> = {
  dividend: 'dividend',
  dividende: 'dividend',
  'capital gain': 'dividend',
  kapitalgewinn: 'dividend',
  'gain en capital': 'dividend',
  'cash distribution': 'dividend',
  coupon: 'interest',
  interests: 'interest',
  interest: 'interest',
  zinsen: 'interest',
  intérêts: 'interest',
  'custody fees': 'fee',
  depotgebühren: 'fee',
  'frais de garde': 'fee',
  fees: 'fee',
  'tax statement': 'fee',
  'forex credit': 'exchange',
  'forex debit': 'exchange',
  'forex-gutschrift': 'exchange',
  'forex-belastung': 'exchange',
  'crédit forex': 'exchange',
  'débit forex': 'exchange',
  'withholding tax': 'tax',
  'stamp duty': 'tax',
}
const transfers = [
  'credit',
  'debit',
  'payment',
  'deposit',
  'withdrawal',
  'gutschrift',
  'belastung',
  'vergütung',
  'auszahlung',
  'crédit',
  'débit',
  'versement',
]
const movements: Readonly<Record<string, LineFate>> = {
  split: 'split',
  'reverse split': 'split',
  merger: 'merger',
  'internal exchange': 'merger',
  'spin off': 'delivery',
  'securities transfer': 'delivery',
}

export const swissquote: TableFormat = {
  format: 'swissquote',
  dates: 'dmy',
  isHead: (cells) =>
    cells.length === names.length && cells[1]!.trim().endsWith('#') && cells[3] === 'Symbol' && cells[5] === 'ISIN',
  open: () => ({ read: (row) => readSwissquoteRow(new RowCells(row, index, 'point')) }),
}

function readSwissquoteRow(cells: RowCells): readonly StatementLine[] {
  const written = cells.text('transaction')
  const order = cells.text('order')
  const base = {
    day: cells.day('date', 'dmy'),
    description: [written, cells.textOrNull('name'), /^0*$/.test(order) ? null : `order ${order}`]
      .filter((part) => part !== null)
      .join(', '),
    instrument: instrumentOf(cells),
    currency: currencyIn(cells.text('currency')),
    balance: cells.number('balance', 'balance'),
  }
  const type = written.toLowerCase()
  const net = cells.neededNumber('net', 'net amount')
  const side = buys.includes(type) ? 1 : sells.includes(type) ? -1 : 0
  if (side !== 0) return [makeLine(cells.row, { ...base, ...tradeParts(side, net, base.instrument, cells) })]
  if (transfers.includes(type)) {
    const fate = isNegative(net) ? 'withdrawal' : 'deposit'
    const costs = absolute(cells.number('costs', 'costs') ?? '0')
    if (isZero(costs)) return [makeLine(cells.row, { ...base, fate, amount: net })]
    // What the bank charges for a transfer is no part of the money that comes or goes.
    return [
      makeLine(cells.row, { ...base, fate, amount: sumOf(net, costs) }),
      makeLine(cells.row, { ...base, fate: 'fee', amount: negated(costs) }),
    ]
  }
  const movement = movements[type]
  if (movement !== undefined)
    return [
      makeLine(cells.row, {
        ...base,
        fate: movement,
        quantity: cells.neededNumber('quantity', 'quantity'),
        amount: net,
      }),
    ]
  const fate = fates[type]
  if (fate === undefined) throw new UnreadRow(`The transaction "${written}" is not known.`)
  return [makeLine(cells.row, { ...base, fate, amount: net })]
}

function tradeParts(side: 1 | -1, amount: string, instrument: StatementInstrument | null, cells: RowCells): LineParts {
  if (instrument === null) throw new UnreadRow('The row does not name a security.')
  const size = absolute(cells.neededNumber('quantity', 'quantity'))
  if (isZero(size)) throw new UnreadRow('The quantity is zero.')
  const quantity = side === 1 ? size : negated(size)
  const price = needed(cells.number('price', 'price'), 'price')
  const fee = absolute(cells.number('costs', 'costs') ?? '0')
  const accrued = cells.number('accrued', 'accrued interest') ?? '0'
  // Accrued interest of a bond is paid with its price.
  const clean = sumOf(amount, side === 1 ? accrued : negated(accrued))
  const reason = contradictionOf({ quantity, price, multiplier: 1, amount: clean, fee, tax: '0' })
  return { fate: 'trade', quantity, price, priceCurrency: cells.text('currency'), amount, fee, reason }
}

function instrumentOf(cells: RowCells): StatementInstrument | null {
  const parts = { symbol: cells.textOrNull('symbol'), isin: cells.textOrNull('isin') }
  return parts.symbol === null && parts.isin === null
    ? null
    : makeInstrument({ ...parts, name: cells.textOrNull('name') })
}
