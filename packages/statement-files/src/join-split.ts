// A split that a brokerage books as two rows, the old shares out and the new ones in, is one change of the position:
// out first, the position would be closed for a moment and its cost lost.
import { absolute, isNegative, isZero, sumOf } from './exact-decimal.ts'
import { ignoredLine } from './make-line.ts'
import type { StatementInstrument, StatementLine } from './statement-line.ts'

/**
 * Passes lines on and joins the two rows of a split that follow each other: -29.8 and 7.45 shares become one line of
 * -22.35 shares with the ratio, and an ignored one. Rows of one security under its old and its new code count as one
 * where the old code is a number (CUSIP) or ends in `.OLD` and the names begin alike.
 */
export async function* joinSplits(lines: AsyncIterable<StatementLine>): AsyncGenerator<StatementLine> {
  let waiting: StatementLine | null = null
  for await (const line of lines) {
    const before: StatementLine | null = waiting
    waiting = null
    if (before !== null && isOtherSide(before, line)) {
      yield* joined(before, line)
      continue
    }
    if (before !== null) yield before
    if (isSide(line)) waiting = line
    else yield line
  }
  if (waiting !== null) yield waiting
}

const isSide = ({ fate, quantity, instrument, ratio }: StatementLine): boolean =>
  fate === 'split' && quantity !== null && !isZero(quantity) && instrument !== null && ratio === null

function isOtherSide(first: StatementLine, second: StatementLine): boolean {
  if (!isSide(second) || first.day !== second.day) return false
  if (isNegative(first.quantity!) === isNegative(second.quantity!)) return false
  const [older, newer] = isNegative(first.quantity!) ? [first, second] : [second, first]
  return isSameSecurity(older.instrument!, newer.instrument!)
}

function isSameSecurity(older: StatementInstrument, newer: StatementInstrument): boolean {
  if (older.isin !== null && older.isin === newer.isin) return true
  if (older.symbol === null || newer.symbol === null) return false
  if (older.symbol === newer.symbol || older.symbol === `${newer.symbol}.OLD`) return true
  const isNumber = /^(?=.*\d)[0-9A-Z]{9}$/.test(older.symbol)
  return isNumber && newer.name !== null && older.name?.startsWith(newer.name) === true
}

function joined(first: StatementLine, second: StatementLine): readonly StatementLine[] {
  const [older, newer] = isNegative(first.quantity!) ? [first, second] : [second, first]
  const [from, to] = [absolute(older.quantity!), absolute(newer.quantity!)]
  const { day, description } = second
  return [
    {
      ...first,
      instrument: newer.instrument,
      quantity: sumOf(older.quantity!, newer.quantity!),
      price: newer.price,
      priceCurrency: newer.priceCurrency,
      amount: sumOf(older.amount, newer.amount),
      ratio: { from, to },
    },
    ignoredLine(second, `This row is the other side of the split on line ${first.line}.`, { day, description }),
  ]
}
