// Determines which options need no stop because their loss is already bounded: a bought one by its price, a written one
// by its cover. Spec gap: the specification covers stops and options, but not the two together; this follows market
// practice.
import { Decimal } from 'decimal.js'
import { contractTerms, type ContractTerms } from '../order/option-code.ts'

export interface OpenPosition {
  readonly symbol: string
  /** Signed. */
  readonly quantity: Decimal
  readonly multiplier: number
  readonly isOption: boolean
}

export interface LossLimit {
  /** Unsigned quantity held with a bounded loss; it needs no stop. */
  readonly limitedQuantity: Decimal
  /** The part of it that covers a written option or is covered. Closing it alone would leave the other side open. */
  readonly boundQuantity: Decimal
}

interface Contract {
  readonly position: OpenPosition
  readonly terms: ContractTerms
  open: Decimal
  bound: Decimal
}

const zero = new Decimal(0)
export const unlimited: LossLimit = { limitedQuantity: zero, boundQuantity: zero }

/**
 * Returns the loss limits of the options by symbol. A written option is covered by bought ones of the same underlying
 * and right that expire with it or later (a vertical, a calendar), then by shares. Example: 1 call 100 bought, 2 calls
 * 110 written, no shares: 1 of the 2 is bounded.
 */
export function limitLosses(positions: readonly OpenPosition[]): Map<string, LossLimit> {
  const contracts = positions.flatMap((position): Contract[] => {
    const terms = position.isOption ? contractTerms(position.symbol) : null
    return terms === null ? [] : [{ position, terms, open: position.quantity.abs(), bound: zero }]
  })
  const bought = contracts.filter(({ position }) => position.quantity.greaterThan(0))
  // The contract that expires last has the fewest possible covers, so it goes first.
  const written = contracts
    .filter(({ position }) => position.quantity.lessThan(0))
    .toSorted((one, other) => other.terms.expiration.localeCompare(one.terms.expiration))
  for (const one of written) coverWith(one, bought)
  // Contracts are among them; the code of one is never an underlying.
  const shares = new Map(positions.map(({ symbol, quantity }) => [symbol, quantity]))
  for (const one of written) coverWithShares(one, shares)
  const limits = new Map(
    contracts.map(({ position, bound }) => [position.symbol, { limitedQuantity: bound, boundQuantity: bound }]),
  )
  for (const { symbol, quantity, isOption } of positions) {
    if (isOption && quantity.greaterThan(0))
      limits.set(symbol, { limitedQuantity: quantity, boundQuantity: limits.get(symbol)?.boundQuantity ?? zero })
  }
  return limits
}

/** Covers with the nearest expiration first, then the nearest strike. */
function coverWith(written: Contract, bought: readonly Contract[]): void {
  const { underlying, right, strike, expiration } = written.terms
  const fit = bought.filter(
    ({ terms }) => terms.underlying === underlying && terms.right === right && terms.expiration >= expiration,
  )
  const distance = ({ terms }: Contract): number => Math.abs(terms.strike - strike)
  for (const cover of fit.toSorted(
    (one, other) => one.terms.expiration.localeCompare(other.terms.expiration) || distance(one) - distance(other),
  )) {
    const now = Decimal.min(written.open, cover.open)
    for (const side of [written, cover]) {
      side.open = side.open.minus(now)
      side.bound = side.bound.plus(now)
    }
  }
}

/** Held shares cover written calls, shares sold short cover written puts. */
function coverWithShares(written: Contract, shares: Map<string, Decimal>): void {
  const { underlying, right } = written.terms
  const held = (shares.get(underlying) ?? zero).times(right === 'CALL' ? 1 : -1)
  const now = Decimal.min(written.open, Decimal.max(zero, held).divToInt(written.position.multiplier))
  written.open = written.open.minus(now)
  written.bound = written.bound.plus(now)
  const left = held.minus(now.times(written.position.multiplier))
  shares.set(underlying, right === 'CALL' ? left : left.negated())
}
