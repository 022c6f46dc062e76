// The greatest possible loss of written options, and what covers them. A written call is covered by a bought one or by
// shares, a written put by a bought one or by cash for its strike; what the bought ones leave open is reserved in full.
// Pure. Spec gap: the specification names the orders but not the rule; this is the rule of brokers that allow spreads
// and covered writing.
import type { Cents, MarketDay } from '@clubfolio/domain'
import type { AccountType } from '../kind/account-kind.ts'
import { absolute, larger, rescale, smaller } from '../money/decimal.ts'
import { PRICE_SCALE, amountOf, cents, priceOfFloat } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import { contractOf } from './option-rule.ts'

interface Held {
  readonly quantity: bigint
  readonly multiplier: bigint
}

interface Lot {
  readonly symbol: string
  readonly right: 'CALL' | 'PUT'
  readonly strike: Price
  readonly expiration: MarketDay
  readonly multiplier: bigint
  /** Number of contracts, unsigned. */
  readonly count: bigint
}

export interface OptionCover {
  /** The greatest possible loss of written options at expiration, in equity dollars. */
  readonly hold: Cents
  /** Shares of each underlying that written calls need because no bought call covers them. */
  readonly pledged: ReadonlyMap<string, bigint>
  /** Written contracts of each symbol whose risk is included in `hold`. */
  readonly secured: ReadonlyMap<string, bigint>
}

const NO_LOTS: readonly Lot[] = []

function total(lots: readonly Lot[]): bigint {
  return lots.reduce((sum, { count }) => sum + count, 0n)
}

/** Takes contracts from the front of a list; returns what was taken and what is left. */
function take(lots: readonly Lot[], wanted: bigint): { readonly taken: Lot[]; readonly left: Lot[] } {
  const taken: Lot[] = []
  const left: Lot[] = []
  let open = wanted
  for (const lot of lots) {
    const now = smaller(lot.count, open)
    taken.push({ ...lot, count: now })
    if (lot.count > now) left.push({ ...lot, count: lot.count - now })
    open -= now
  }
  return { taken, left }
}

/** Sorts lots of one right, the best cover first: calls from the lowest strike up, puts from the highest down. */
function byCover(one: Lot, other: Lot): number {
  const byStrike = Number(one.strike - other.strike)
  return one.right === 'CALL' ? byStrike : -byStrike
}

function valueAt({ right, strike, count, multiplier }: Lot, at: bigint): bigint {
  const each = right === 'CALL' ? at - strike : strike - at
  return larger(each, 0n) * count * multiplier
}

/**
 * Returns the greatest joint loss of written and bought options of one expiration; there are as many calls on both
 * sides, so the maximum is at a strike.
 */
function worstLoss(written: readonly Lot[], bought: readonly Lot[]): bigint {
  const points = [0n, ...[...written, ...bought].map(({ strike }) => strike as bigint)]
  const losses = points.map(
    (at) =>
      written.reduce((sum, lot) => sum + valueAt(lot, at), 0n) -
      bought.reduce((sum, lot) => sum + valueAt(lot, at), 0n),
  )
  return losses.reduce((worst, loss) => larger(worst, loss), 0n)
}

interface Risk {
  hold: bigint
  pledged: bigint
  readonly secured: Lot[]
}

/**
 * Computes the risk of one underlying: expirations from last to first, because a bought option covers those that end
 * with it or before.
 */
function riskOf(written: readonly Lot[], bought: readonly Lot[], isMargin: boolean): Risk {
  const risk: Risk = { hold: 0n, pledged: 0n, secured: [] }
  let pool = isMargin ? bought : NO_LOTS
  const ends = [...new Set(written.map(({ expiration }) => expiration))].sort().reverse()
  for (const end of ends) {
    const group = written.filter(({ expiration }) => expiration === end)
    const calls = group.filter(({ right }) => right === 'CALL').sort(byCover)
    const puts = group.filter(({ right }) => right === 'PUT')
    const covers = (right: Lot['right'], wanted: bigint): Lot[] => {
      const isFit = (lot: Lot): boolean => lot.right === right && lot.expiration >= end
      const { taken, left } = take(pool.filter(isFit).sort(byCover), wanted)
      pool = [...left, ...pool.filter((lot) => !isFit(lot))]
      return taken
    }
    const boughtCalls = covers('CALL', total(calls))
    const boughtPuts = covers('PUT', total(puts))
    // Shares cover the calls that could cost most, bought calls the others.
    const shares = take(calls, total(calls) - total(boughtCalls))
    risk.pledged += shares.taken.reduce((sum, { count, multiplier }) => sum + count * multiplier, 0n)
    risk.hold += worstLoss([...shares.left, ...puts], [...boughtCalls, ...boughtPuts])
    risk.secured.push(...shares.left, ...puts)
  }
  return risk
}

/**
 * Returns what covers the written options among positions. In a margin account the written and bought options of one
 * expiration are assessed together: vertical: the distance of its strikes; iron condor: the wider of its sides, because
 * only one can lose; butterfly: nothing. A cash account has no spreads: puts reserve their strike.
 * Example: short put 45 and long put 40: $500.00, without the long one $4,500.00.
 */
export function optionCover(accountType: AccountType, positions: Iterable<readonly [string, Held]>): OptionCover {
  const written = new Map<string, Lot[]>()
  const bought = new Map<string, Lot[]>()
  for (const [symbol, { quantity, multiplier }] of positions) {
    const contract = contractOf(symbol)
    if (contract === null) continue
    const { underlying, right, strike, expiration } = contract
    const side = quantity < 0n ? written : bought
    const lot: Lot = {
      symbol,
      right,
      strike: priceOfFloat(strike),
      expiration,
      multiplier,
      count: absolute(quantity),
    }
    side.set(underlying, [...(side.get(underlying) ?? NO_LOTS), lot])
  }
  let hold = 0n
  const pledged = new Map<string, bigint>()
  const secured = new Map<string, bigint>()
  for (const [underlying, lots] of written) {
    const risk = riskOf(lots, bought.get(underlying) ?? NO_LOTS, accountType === 'MARGIN')
    hold += risk.hold
    if (risk.pledged > 0n) pledged.set(underlying, risk.pledged)
    for (const { symbol, count } of risk.secured) secured.set(symbol, count)
  }
  return { hold: cents(rescale(hold, PRICE_SCALE, 2)), pledged, secured }
}

/**
 * Written options as the balances see them: what they reserve, and the market value of the options that the reservation
 * replaces.
 */
export interface WrittenRisk {
  readonly hold: Cents
  readonly value: Cents
}

export const NO_RISK: WrittenRisk = { hold: cents(0n), value: cents(0n) }

export function writtenRisk(
  accountType: AccountType,
  positions: readonly (Held & { readonly symbol: string; readonly last: Price })[],
): WrittenRisk {
  const { hold, secured } = optionCover(
    accountType,
    positions.map((one) => [one.symbol, one] as const),
  )
  const value = positions.reduce(
    (sum, { symbol, last, multiplier }) => sum + amountOf(last, secured.get(symbol) ?? 0n, multiplier),
    0n,
  )
  return { hold, value: cents(value) }
}
