// Divides an entry that rests after a part of it was filled: the part, for which its exits are, and the rest as an
// entry of its own with exits for the rest.
// Source: docs/decisions/0083-a-part-does-not-wait.md.
import { Decimal } from 'decimal.js'
import { type EntryDraft, exitsOf, type OrderTerms } from './order-draft.ts'
import { orderTypeRules } from './order-type.ts'

/**
 * Returns for how much of the position an exit is once its entry has ended with `filled`. An exit that is for more than
 * its entry also protects what an earlier order had filled, which this entry replaced.
 *
 * Example: 24 of 100 are filled of an entry with an exit for 100: 24. Of an entry for 76 that replaced one which had
 * filled 24, with an exit for 100, 10 are filled: 34. With an exit for 60 of an entry for 100: at most 60.
 */
export function coveredByExit(entry: OrderTerms, exit: OrderTerms, filled: Decimal): Decimal {
  const earlier = Decimal.max(0, new Decimal(exit.quantity).minus(entry.quantity))
  return Decimal.min(exit.quantity, filled.plus(earlier))
}

/**
 * Returns the rest of an entry of which `filled` were filled; null when nothing is left. What is left of its exits goes
 * with it. A stop that has filled a part was reached, so the rest takes the market's price as it would have, or waits
 * for the limit of a stop-limit order.
 *
 * Example: of 100 to buy at 50.00 or better with a stop for 100 at 48.50, 24 are filled: 76 to buy at 50.00 or better
 * with a stop for 76 at 48.50.
 */
export function restOfEntry({ terms, exits }: EntryDraft, filled: Decimal): EntryDraft | null {
  const left = new Decimal(terms.quantity).minus(filled)
  if (!left.greaterThan(0)) return null
  const leftOf = (exit: OrderTerms): Decimal => new Decimal(exit.quantity).minus(coveredByExit(terms, exit, filled))
  const open = exits
    .filter((exit) => leftOf(exit).greaterThan(0))
    .map((exit) => ({ ...exit, quantity: leftOf(exit).toFixed() }))
  const reached = filled.greaterThan(0) ? afterItsStop(terms) : terms
  return { kind: 'ENTRY', terms: { ...reached, quantity: left.toFixed() }, exits: exitsOf(open) ?? [] }
}

function afterItsStop(terms: OrderTerms): OrderTerms {
  const { price } = terms
  switch (price.type) {
    case 'STOP':
    case 'TRAILING_STOP':
      return { ...terms, price: { type: 'MARKET' }, duration: orderTypeRules.MARKET.defaultDuration, goodTill: null }
    case 'STOP_LIMIT':
      return { ...terms, price: { type: 'LIMIT', limitPrice: price.limitPrice } }
    case 'LIMIT':
    case 'MARKET':
    case 'EXERCISE':
      return terms
  }
}
