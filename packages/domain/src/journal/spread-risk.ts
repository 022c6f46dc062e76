// What a spread can lose at most at its expiration: one R of a trade with several legs, which has no single stop.
// Source: docs/rules/trading.md, "Journal".
import { Decimal } from 'decimal.js'
import { type Cents, toCents } from '../kind.ts'
import { fractionToNumber } from '../money/fraction.ts'
import { roundToCents } from '../money/round-to-cents.ts'
import { expirationOutcome, slopeAbove } from '../option/expiration-outcome.ts'
import type { PositionLeg } from '../option/position-leg.ts'
import { contractTerms } from '../order/option-code.ts'
import type { RoundTrip } from './round-trip.ts'

/**
 * Returns the greatest loss at expiration of all entries with their fees; null where it is not limited: shares among
 * the legs, several expirations, or more sold than bought of the calls or of the puts. Also null where a cost is
 * unknown and where nothing can be lost. Example: one call 100 bought for 200.00 and one call 105 sold for
 * 80.00, fees 1.30: 120.00 + 1.30 = 121.30. One put 95 bought for 44.00 and one put 100 sold for
 * 100.00: 500.00 - 56.00 = 444.00.
 */
export function spreadRisk(trips: readonly RoundTrip[]): Cents | null {
  const legs: PositionLeg[] = []
  let paid = 0n
  for (const trip of trips) {
    const { symbol, side, multiplier, enteredCents, enteredQuantity, heldBefore, fills } = trip
    const contract = contractTerms(symbol)
    if (contract === null || enteredCents === null || heldBefore.numerator !== 0n) return null
    // A contract that a split has changed delivers other shares than its code says.
    if (fills.some(({ role }) => role === 'SPLIT')) return null
    const sign = side === 'LONG' ? 1 : -1
    const quantity = sign * fractionToNumber(enteredQuantity)
    legs.push({ code: symbol, contract, quantity, multiplier, ...unquoted })
    paid += BigInt(sign) * enteredCents
    for (const { role, feeCents } of fills) if (role === 'ENTRY') paid += feeCents
  }
  const days = new Set(legs.map(({ contract }) => contract?.expiration))
  if (days.size !== 1 || slopeAbove(legs) < 0 || putCover(legs) < 0) return null
  const { greatestLoss } = expirationOutcome(legs, new Decimal(paid.toString()).div(100))
  if (greatestLoss === 'UNLIMITED' || greatestLoss.isZero()) return null
  return toCents(roundToCents(greatestLoss))
}

const unquoted = { bid: null, ask: null, mark: null, volatility: null } as const

/** Returns by how many shares the puts bought outweigh those sold. */
const putCover = (legs: readonly PositionLeg[]): number =>
  legs.reduce(
    (sum, { contract, quantity, multiplier }) => sum + (contract?.right === 'PUT' ? quantity * multiplier : 0),
    0,
  )
