// Turns one row of a table into a line, by a mapping of its columns. Needs nothing of Node: the page that asks for the
// mapping shows with it what the first rows become.
import type { MappedAction, MappedField } from '@clubfolio/domain'
import { absolute, isNegative, isZero, negated, productOf, sumOf } from '../exact-decimal.ts'
import { ignoredLine, makeInstrument, makeLine, optionCodeOf, UnreadRow, type LineParts } from '../make-line.ts'
import { inMajorUnit } from '../major-unit.ts'
import { readInstant } from '../read-day.ts'
import type { StatementInstrument, StatementLine } from '../statement-line.ts'
import type { Reading } from '../table/table-format.ts'
import { currencyIn, needed, RowCells, type TableRow } from '../table/table-row.ts'
import { contradictionOf } from '../trade-check.ts'
import { actionWord } from './action-word.ts'
import type { ColumnMapping } from './column-mapping.ts'

/** A mapping without the headings that it is remembered under. */
export type RowMapping = Omit<ColumnMapping, 'head'>

/**
 * Returns the line that a row becomes. Throws `UnreadRow` with the reason why it is not understood; `readRow` turns
 * that into a line.
 */
export function readMappedRow(row: TableRow, mapping: RowMapping, dateOrder: Reading['dateOrder']): StatementLine {
  // The cells go by the names of the mapped fields.
  const cells = new RowCells(row, new Map(Object.entries(mapping.columns)), mapping.numbers)
  const action = actionOf(cells, mapping)
  const base = {
    day: cells.day('date', dateOrder),
    atMs: readInstant(cells.text('date')),
    reference: cells.textOrNull('reference'),
    description: describe(cells),
    instrument: instrumentOf(cells),
    currency: currencyIn(cells.text('currency') || (mapping.currency ?? '')),
  }
  if (action === 'ignored') return ignoredLine(cells.row, 'The mapping leaves this action out.', base)
  return makeLine(cells.row, { ...base, ...partsOf(action, base.instrument, base.currency, cells, mapping) })
}

/** Without a column of the action, a row with shares is a trade and any other one a deposit or withdrawal. */
function actionOf(cells: RowCells, { columns, actions, signs }: RowMapping): MappedAction {
  if (columns.action !== undefined) {
    const word = cells.text('action')
    const action = actions[actionWord(word)]
    if (action === undefined) throw new UnreadRow(`The action "${word}" has no meaning in the mapping.`)
    return action
  }
  const amount = number(cells, 'amount')
  const isPaid = amount !== null && isNegative(signs === 'cost' ? negated(amount) : amount)
  const quantity = number(cells, 'quantity')
  if (quantity === null || isZero(quantity)) return isPaid ? 'withdrawal' : 'deposit'
  if (isNegative(quantity)) return 'sell'
  return amount === null || isPaid || signs === 'byAction' ? 'buy' : 'sell'
}

const number = (cells: RowCells, field: MappedField): string | null => cells.number(field, field)

function partsOf(
  action: MappedAction,
  instrument: StatementInstrument | null,
  currency: string,
  cells: RowCells,
  mapping: RowMapping,
): LineParts {
  if (action === 'buy' || action === 'sell') return tradeParts(action, instrument, currency, cells, mapping)
  const quantity = number(cells, 'quantity')
  const isMovement = action === 'split' || action === 'merger' || action === 'delivery'
  if (isMovement) {
    if (instrument === null) throw new UnreadRow('The row does not name a security.')
    const amount = number(cells, 'amount') ?? '0'
    return { fate: action, quantity, amount: action === 'delivery' ? '0' : signed(amount, amount, mapping) }
  }
  if (action === 'ignored') throw new UnreadRow('The row is left out.')
  const written = needed(number(cells, 'amount'), 'amount')
  const isCost = action === 'withdrawal' || action === 'fee' || action === 'tax'
  const byAction = isCost ? negated(absolute(written)) : written
  const { fee, tax } = costsOf(cells)
  // A fee beside a fee is no part of it.
  const amount = signed(written, byAction, mapping)
  if (action === 'deposit' || action === 'withdrawal')
    return { fate: isNegative(amount) ? 'withdrawal' : 'deposit', amount }
  if (isCost) return { fate: action, amount }
  return {
    fate: action,
    amount: mapping.isAmountAfterFees ? amount : sumOf(amount, negated(fee), negated(tax)),
    fee,
    tax,
  }
}

function signed(written: string, byAction: string, { signs }: RowMapping): string {
  if (signs === 'byAction') return byAction
  return signs === 'cash' ? written : negated(written)
}

const costsOf = (cells: RowCells): { fee: string; tax: string } => ({
  fee: absolute(number(cells, 'fee') ?? '0'),
  tax: absolute(number(cells, 'tax') ?? '0'),
})

function tradeParts(
  side: 'buy' | 'sell',
  instrument: StatementInstrument | null,
  currency: string,
  cells: RowCells,
  mapping: RowMapping,
): LineParts {
  if (instrument === null) throw new UnreadRow('The row does not name a security.')
  const size = absolute(needed(number(cells, 'quantity'), 'quantity'))
  if (isZero(size)) throw new UnreadRow('The quantity is zero.')
  const quantity = side === 'buy' ? size : negated(size)
  const { fee, tax } = costsOf(cells)
  const price = number(cells, 'price')
  const written = number(cells, 'amount')
  const gross = price === null ? null : productOf(quantity, price, String(instrument.multiplier), '-1')
  const unsigned = written === null ? needed(gross, 'amount') : absolute(written)
  const net = side === 'buy' ? negated(absolute(unsigned)) : absolute(unsigned)
  const isAfterFees = mapping.isAmountAfterFees && written !== null
  const amount = isAfterFees ? net : sumOf(net, negated(fee), negated(tax))
  const { multiplier } = instrument
  const reason = price === null ? null : contradictionOf({ quantity, price, multiplier, amount, fee, tax })
  const priced = price === null ? { price, priceCurrency: null } : inMajorUnit(price, currency)
  return { fate: 'trade', quantity, ...priced, amount, fee, tax, reason }
}

function instrumentOf(cells: RowCells): StatementInstrument | null {
  const symbol = cells.textOrNull('symbol')
  const isin = cells.textOrNull('isin')
  if (symbol === null && isin === null) return null
  const option = symbol === null ? null : optionCodeOf(symbol)
  const name = cells.textOrNull('name')
  if (option !== null) return makeInstrument({ symbol: option, isin, name, assetType: 'OPTION', multiplier: 100 })
  return makeInstrument({ symbol, isin, name })
}

const describe = (cells: RowCells): string =>
  (['action', 'description', 'name'] as const)
    .map((field) => cells.text(field))
    .filter((text, at, all) => text !== '' && all.indexOf(text) === at)
    .join(': ')
