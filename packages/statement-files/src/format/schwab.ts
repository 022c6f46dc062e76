// Reads the CSV export of Schwab's transaction history, in both column orders. Dates have the month first, amounts are
// signed and in dollars, rows are newest first.
import type { LineFate } from '@clubfolio/domain'
import { absolute, isNegative, isZero, negated, sumOf } from '../exact-decimal.ts'
import { ignoredLine, makeInstrument, makeLine, optionCodeOf, UnreadRow, type LineParts } from '../make-line.ts'
import type { StatementInstrument, StatementLine } from '../statement-line.ts'
import { dayIn, hasColumns, indexColumns, needed, RowCells } from '../table/table-row.ts'
import type { TableFormat } from '../table/table-format.ts'
import { contradictionOf } from '../trade-check.ts'

const columns = ['Date', 'Action', 'Symbol', 'Description', 'Quantity', 'Price', 'Fees & Comm', 'Amount']

const buys = ['buy', 'buy to open', 'buy to close', 'reinvest shares']
const sells = ['sell', 'sell short', 'sell to open', 'sell to close']
/** Contracts that end: their quantity is signed, and no cash moves with them. */
const endings = ['expired', 'assigned', 'exchange or exercise']

/** Actions that move cash only. */
const cashFates: Readonly<Record<string, LineFate>> = {
  'cash dividend': 'dividend',
  'qualified dividend': 'dividend',
  'non-qualified div': 'dividend',
  'special dividend': 'dividend',
  'special qual div': 'dividend',
  'special non qual div': 'dividend',
  'reinvest dividend': 'dividend',
  'qual div reinvest': 'dividend',
  'non-qual div reinvest': 'dividend',
  'pr yr div reinvest': 'dividend',
  'pr yr cash div': 'dividend',
  'pr yr non-qual div': 'dividend',
  'pr yr special div': 'dividend',
  'long term cap gain': 'dividend',
  'short term cap gain': 'dividend',
  'long term cap gain reinvest': 'dividend',
  'short term cap gain reinvest': 'dividend',
  'div adjustment': 'dividend',
  'non-taxable div': 'dividend',
  'return of capital': 'dividend',
  'substitute payment': 'dividend',
  'credit interest': 'interest',
  'bank interest': 'interest',
  'bond interest': 'interest',
  'margin interest': 'interest',
  'interest adj': 'interest',
  'advisor fee': 'fee',
  'service fee': 'fee',
  'adr mgmt fee': 'fee',
  'misc cash entry': 'fee',
  'schwab atm rebate': 'fee',
  'foreign tax paid': 'tax',
  'foreign tax reclaim': 'tax',
  'nra tax adj': 'tax',
  'nra withholding': 'tax',
  'tax withholding': 'tax',
  'cash in lieu': 'merger',
  'cash merger': 'merger',
}

/** Actions that bring money in or take it out, by the sign of the amount. */
const transfers = [
  'moneylink transfer',
  'moneylink adj',
  'moneylink deposit',
  'wire sent',
  'wire received',
  'wire funds',
  'wire funds received',
  'internal transfer',
  'funds received',
  'funds paid',
  'journal',
  'journaled cash',
  'atm withdrawal',
  'visa purchase',
  'misc credits',
  'bank transfer',
  'electronic transfer',
  'auto s1 credit',
  'auto s1 debit',
]

/** Actions that change a position, with a signed quantity. */
const movements: Readonly<Record<string, LineFate>> = {
  'stock split': 'split',
  'reverse split': 'split',
  'stock merger': 'merger',
  'cash/stock merger': 'merger',
  'cash merger adj': 'merger',
  'name change': 'merger',
  conversion: 'merger',
  'full redemption': 'merger',
  'full redemption adj': 'merger',
  'mandatory reorg exc': 'merger',
  'stock div dist': 'delivery',
  'spin-off': 'delivery',
  'journaled shares': 'delivery',
  'security transfer': 'delivery',
  'stock plan activity': 'delivery',
  'internal transfer': 'delivery',
}

export const schwab: TableFormat = {
  format: 'schwab',
  dates: 'mdy',
  isHead: (cells) => hasColumns(cells, columns),
  open({ head, facts }) {
    facts.baseCurrency = 'USD'
    const index = indexColumns(head)
    return { read: (row) => [readSchwabRow(new RowCells(row, index, 'point'))] }
  },
}

function readSchwabRow(cells: RowCells): StatementLine {
  if (/^transactions total/i.test(cells.text('date')))
    return ignoredLine(cells.row, 'This row is a total.', { currency: 'USD' })
  const [written = '', asOf] = cells.text('date').split(/ as of /i)
  // "07/15/2024 as of 07/12/2024": booked on the first day, effective on the second one.
  const base = {
    day: dayIn(asOf ?? written, 'mdy'),
    description: describe(cells),
    instrument: instrumentOf(cells),
    currency: 'USD',
  }
  const action = cells.text('action').toLowerCase()
  return makeLine(cells.row, { ...base, ...partsOf(action, cells) })
}

function partsOf(action: string, cells: RowCells): LineParts {
  const side = buys.includes(action) ? 1 : sells.includes(action) ? -1 : 0
  if (side !== 0) return tradeParts(side, cells)
  const amount = cells.number('amount', 'amount')
  const quantity = cells.number('quantity', 'quantity')
  if (endings.includes(action)) return endingParts(quantity, amount)
  const movement = movements[action]
  if (movement !== undefined && quantity !== null) {
    neededInstrument(cells)
    const price = cells.number('price', 'price')
    return { fate: movement, quantity, price, priceCurrency: price === null ? null : 'USD', amount: amount ?? '0' }
  }
  if (transfers.includes(action)) {
    const moved = needed(amount, 'amount')
    return { fate: isNegative(moved) ? 'withdrawal' : 'deposit', amount: moved }
  }
  const fate = cashFates[action] ?? movement
  if (fate === undefined) throw new UnreadRow(`The action "${cells.text('action')}" is not known.`)
  return { fate, amount: needed(amount, 'amount') }
}

function tradeParts(side: 1 | -1, cells: RowCells): LineParts {
  const instrument = neededInstrument(cells)
  const size = absolute(cells.neededNumber('quantity', 'quantity'))
  if (isZero(size)) throw new UnreadRow('The quantity is zero.')
  const quantity = side === 1 ? size : negated(size)
  const price = cells.neededNumber('price', 'price')
  const fee = absolute(cells.number('fees & comm', 'fee') ?? '0')
  const amount = cells.neededNumber('amount', 'amount')
  const reason = contradictionOf({ quantity, price, multiplier: instrument.multiplier, amount, fee, tax: '0' })
  return { fate: 'trade', quantity, price, priceCurrency: 'USD', amount, fee, reason }
}

/** Expired or assigned contracts leave the position at a price of zero. */
function endingParts(quantity: string | null, amount: string | null): LineParts {
  return {
    fate: 'trade',
    quantity: needed(quantity, 'quantity'),
    price: '0',
    priceCurrency: 'USD',
    amount: sumOf(amount ?? '0'),
  }
}

/** Rows from before a move to Schwab name the security in their description: `TDA TRAN - ... (CMF)`. */
const movedFrom = /^TDA TRAN - .*\(([A-Z][A-Z0-9./]*)\)/

function instrumentOf(cells: RowCells): StatementInstrument | null {
  const written = cells.textOrNull('symbol')
  const name = cells.textOrNull('description')
  if (written === null) {
    const moved = movedFrom.exec(name ?? '')
    return moved ? makeInstrument({ symbol: moved[1]! }) : null
  }
  const option = optionCodeOf(written)
  if (option !== null) return makeInstrument({ symbol: option, name, assetType: 'OPTION', multiplier: 100 })
  const isFund = /^[A-Z]{4}X$/.test(written)
  return makeInstrument({ symbol: written, name, ...(isFund ? { assetType: 'MUTUAL_FUND' } : {}) })
}

function neededInstrument(cells: RowCells): StatementInstrument {
  const instrument = instrumentOf(cells)
  if (instrument === null) throw new UnreadRow('The row has no symbol.')
  return instrument
}

/** `Buy: FOO INC` */
const describe = (cells: RowCells): string =>
  [cells.text('action'), cells.text('description')].filter((part) => part !== '').join(': ')
