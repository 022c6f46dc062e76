// The greatest loss of the option contracts of one underlying, held until they expire: from their payoff at every
// strike, at zero, and above the highest strike.
// Source: docs/rules/trading.md, "Limits"; docs/decisions/0073-limits-that-hold.md.
import { Decimal } from 'decimal.js'
import type { ContractTerms } from '../order/option-code.ts'

/** Contracts of one code. */
export interface ContractLeg {
  readonly terms: ContractTerms
  /** Signed contracts, negative for written ones. */
  readonly quantity: Decimal
  /** Shares per contract. */
  readonly multiplier: number
  /** Dollars paid for them; negative for what was received. */
  readonly cost: Decimal
}

export interface GreatestLoss {
  /** Dollars that can be lost at the worst price, without what `unbounded` holds. */
  readonly bounded: Decimal
  /**
   * Written calls that nothing covers have no greatest loss. They count at what their shares cost at the strike, in
   * dollars.
   */
  readonly unbounded: Decimal
}

const zero = new Decimal(0)
const sum = (values: readonly Decimal[]): Decimal => values.reduce((total, one) => total.plus(one), zero)

/**
 * Returns the greatest loss of contracts of one underlying. Shares of it (signed) cover written contracts: held ones
 * calls, shares sold short puts; the shares' own loss is not counted. A contract covers another one while it lives as
 * long. Example: a call 100 bought at 5.00 and a call 110 written at 2.00 lose 300.00 at most; the call 110 alone, with
 * 100 shares, loses nothing, and without them counts 11,000.00.
 */
export function greatestLoss(legs: readonly ContractLeg[], shares: Decimal): GreatestLoss {
  const open = withoutCovered(legs, shares)
  const alive = (expiration: string): ContractLeg[] => open.filter(({ terms }) => terms.expiration >= expiration)
  const expirations = [...new Set(open.map(({ terms }) => terms.expiration))]
  let bounded = zero
  let unbounded = zero
  for (const expiration of expirations) {
    const legsThen = alive(expiration)
    // What expired before is worth nothing then; a written one was judged at its own expiration.
    const spent = sum(open.filter(({ terms }) => terms.expiration < expiration).map(({ cost }) => cost))
    const prices = [zero, ...legsThen.map(({ terms }) => new Decimal(terms.strike))]
    const losses = prices.map((price) => spent.plus(lossAt(legsThen, price)))
    bounded = Decimal.max(bounded, ...losses)
    unbounded = Decimal.max(unbounded, uncoveredCalls(legsThen))
  }
  return { bounded, unbounded }
}

const lossAt = (legs: readonly ContractLeg[], price: Decimal): Decimal =>
  sum(
    legs.map(({ terms, quantity, multiplier, cost }) => {
      const inside = terms.right === 'CALL' ? price.minus(terms.strike) : new Decimal(terms.strike).minus(price)
      return cost.minus(Decimal.max(zero, inside).times(quantity).times(multiplier))
    }),
  )

/** Above the highest strike only the number of calls counts. */
function uncoveredCalls(legs: readonly ContractLeg[]): Decimal {
  const calls = legs.filter(({ terms }) => terms.right === 'CALL')
  const net = sum(calls.map(({ quantity, multiplier }) => quantity.times(multiplier)))
  if (!net.isNegative() || net.isZero()) return zero
  const strike = Decimal.max(...calls.filter(({ quantity }) => quantity.isNegative()).map(({ terms }) => terms.strike))
  return net.negated().times(strike)
}

/** Leaves out the written contracts that shares cover, those nearest to the market first. */
function withoutCovered(legs: readonly ContractLeg[], shares: Decimal): ContractLeg[] {
  const right = shares.isNegative() ? 'PUT' : 'CALL'
  const own = legs.filter(({ terms }) => terms.right === right)
  // What other contracts cover needs no shares.
  const uncovered = own.map(({ terms: { expiration } }) =>
    sum(
      own
        .filter(({ terms }) => terms.expiration >= expiration)
        .map(({ quantity, multiplier }) => quantity.times(multiplier)),
    ).negated(),
  )
  let left = Decimal.min(shares.abs(), Decimal.max(zero, ...uncovered))
  const written = own
    .filter(({ quantity }) => quantity.isNegative())
    .toSorted((one, other) => (one.terms.strike - other.terms.strike) * (right === 'CALL' ? 1 : -1))
  const covered = new Map<ContractLeg, Decimal>()
  for (const leg of written) {
    const now = Decimal.min(leg.quantity.abs(), left.divToInt(leg.multiplier))
    covered.set(leg, now)
    left = left.minus(now.times(leg.multiplier))
  }
  return legs.flatMap((leg) => {
    const quantity = leg.quantity.plus(covered.get(leg) ?? zero)
    if (quantity.isZero()) return []
    return [{ ...leg, quantity, cost: leg.cost.times(quantity).div(leg.quantity) }]
  })
}
