// What an order of several legs takes of the buying power, by the rule of the paper brokerage: the greatest joint loss
// of written options is held back, bought ones are paid in full, shares have half their value as a loan on margin.
// Source: docs/rules/trading.md, "Option figures"; docs/rules/paper-brokerage.md, "Reservations".
import { Decimal } from 'decimal.js'
import type { ContractTerms } from '../order/option-code.ts'

export type MarginKind = 'MARGIN' | 'CASH'

/** A position, as held or as an order would leave it. */
export interface PowerPosition {
  readonly code: string
  /** Null for shares. */
  readonly contract: ContractTerms | null
  /** Signed contracts or shares. */
  readonly quantity: number
  readonly multiplier: number
  /** Last price per share. */
  readonly last: Decimal
}

interface Lot extends ContractTerms {
  readonly code: string
  readonly count: number
  readonly multiplier: number
}

const zero = new Decimal(0)
const countOf = (lots: readonly Lot[]): number => lots.reduce((sum, { count }) => sum + count, 0)
/** The best cover first: calls from the lowest strike up, puts from the highest down. */
const byCover = (one: Lot, other: Lot): number =>
  one.right === 'CALL' ? one.strike - other.strike : other.strike - one.strike

function split(lots: readonly Lot[], wanted: number): { readonly taken: Lot[]; readonly left: Lot[] } {
  const taken: Lot[] = []
  const left: Lot[] = []
  let open = wanted
  for (const lot of lots) {
    const count = Math.min(lot.count, open)
    open -= count
    if (count > 0) taken.push({ ...lot, count })
    if (lot.count > count) left.push({ ...lot, count: lot.count - count })
  }
  return { taken, left }
}

/** Both sides have as many calls, so the greatest joint loss is at a strike or at zero. */
function worstLoss(written: readonly Lot[], bought: readonly Lot[]): Decimal {
  const valueAt = (lots: readonly Lot[], at: number): Decimal =>
    lots.reduce((sum, { right, strike, count, multiplier }) => {
      const each = right === 'CALL' ? new Decimal(at).minus(strike) : new Decimal(strike).minus(at)
      return sum.plus(Decimal.max(0, each).times(count).times(multiplier))
    }, zero)
  const points = [0, ...[...written, ...bought].map(({ strike }) => strike)]
  return Decimal.max(0, ...points.map((at) => valueAt(written, at).minus(valueAt(bought, at))))
}

export interface WrittenCover {
  /** The greatest joint loss of the written options, in dollars. */
  readonly hold: Decimal
  /** Shares that written calls need because no bought call covers them. */
  readonly sharesNeeded: number
  /** Written contracts by code whose risk is in `hold`. */
  readonly held: ReadonlyMap<string, number>
}

/**
 * Returns what covers the written options of one underlying. On margin a bought option covers written ones of its right
 * that expire with it or before, and options that expire together are judged together; a cash account has no spreads.
 * Example: put 45 written and put 40 bought: $500.00, without the bought one $4,500.00.
 */
export function writtenCover(kind: MarginKind, positions: readonly PowerPosition[]): WrittenCover {
  const lots = positions.flatMap(({ code, contract, quantity, multiplier }) =>
    contract === null ? [] : [{ ...contract, code, count: Math.abs(quantity), multiplier, isWritten: quantity < 0 }],
  )
  const written = lots.filter(({ isWritten }) => isWritten)
  let pool: Lot[] = kind === 'MARGIN' ? lots.filter(({ isWritten }) => !isWritten) : []
  let [hold, sharesNeeded] = [zero, 0]
  const held = new Map<string, number>()
  const ends = [...new Set(written.map(({ expiration }) => expiration))].toSorted().toReversed()
  for (const end of ends) {
    const group = written.filter(({ expiration }) => expiration === end)
    const calls = group.filter(({ right }) => right === 'CALL').toSorted(byCover)
    const puts = group.filter(({ right }) => right === 'PUT')
    const covers = (right: Lot['right'], wanted: number): Lot[] => {
      const isFit = (lot: Lot): boolean => lot.right === right && lot.expiration >= end
      const { taken, left } = split(pool.filter(isFit).toSorted(byCover), wanted)
      pool = [...left, ...pool.filter((lot) => !isFit(lot))]
      return taken
    }
    const boughtCalls = covers('CALL', countOf(calls))
    const boughtPuts = covers('PUT', countOf(puts))
    // Shares cover the calls that could cost most.
    const { taken, left } = split(calls, countOf(calls) - countOf(boughtCalls))
    sharesNeeded += taken.reduce((sum, { count, multiplier }) => sum + count * multiplier, 0)
    hold = hold.plus(worstLoss([...left, ...puts], [...boughtCalls, ...boughtPuts]))
    for (const { code, count } of [...left, ...puts]) held.set(code, count)
  }
  return { hold, sharesNeeded, held }
}

/** Returns the buying power that positions and cash of one underlying leave, in dollars. */
function powerOf(kind: MarginKind, cash: Decimal, positions: readonly PowerPosition[]): Decimal {
  const { hold, held } = writtenCover(kind, positions)
  if (kind === 'CASH') return cash.minus(hold)
  let power = cash.minus(hold).times(2)
  for (const { code, contract, quantity, multiplier, last } of positions) {
    const value = last.times(quantity).times(multiplier)
    power = power.plus(value.times(2)).minus(value.abs())
    if (contract !== null && quantity > 0) power = power.minus(value)
    power = power.plus(
      last
        .times(held.get(code) ?? 0)
        .times(multiplier)
        .times(3),
    )
  }
  return power
}

export interface PowerChange {
  readonly before: readonly PowerPosition[]
  readonly after: readonly PowerPosition[]
  /** What the order costs in dollars, negative for a credit. */
  readonly cost: Decimal
}

export interface SpreadPower {
  /** Buying power that the order takes, in dollars; negative when it frees some. */
  readonly taken: Decimal
  /** Dollars held back for written options after it, beyond those before it. */
  readonly hold: Decimal
  /** Shares that written calls need beyond those held; the brokerage rejects an order that leaves some. */
  readonly sharesMissing: number
  /** True for an order that a cash account does not have: buying and writing options together. */
  readonly needsMargin: boolean
}

/**
 * Returns what an order takes, in an account that holds `before` and then `after` of its underlying. Example: put 45
 * written at 1.00 and put 40 bought at 0.40 on margin hold $500.00 and take 2 x ($500.00 - $60.00) = $880.00.
 */
export function spreadPower(kind: MarginKind, { before, after, cost }: PowerChange): SpreadPower {
  const [was, is] = [writtenCover(kind, before), writtenCover(kind, after)]
  const shares = (positions: readonly PowerPosition[]): number =>
    positions.reduce((sum, { contract, quantity }) => (contract === null ? sum + quantity : sum), 0)
  const isWorse = is.sharesNeeded > was.sharesNeeded || shares(after) < shares(before)
  return {
    taken: powerOf(kind, zero, before).minus(powerOf(kind, cost.negated(), after)),
    hold: is.hold.minus(was.hold),
    sharesMissing: isWorse ? Math.max(0, is.sharesNeeded - Math.max(0, shares(after))) : 0,
    needsMargin: kind === 'CASH' && opens(before, after, 1) && opens(before, after, -1),
  }
}

/** Returns whether an order opens contracts on a side: 1 buys, -1 writes. */
function opens(before: readonly PowerPosition[], after: readonly PowerPosition[], side: 1 | -1): boolean {
  const held = new Map(before.map(({ code, quantity }) => [code, quantity]))
  return after.some(
    ({ code, contract, quantity }) => contract !== null && quantity * side > Math.max(0, (held.get(code) ?? 0) * side),
  )
}

export interface LegChange {
  readonly code: string
  readonly contract: ContractTerms | null
  readonly quantity: number
  readonly multiplier: number
  readonly last: Decimal
}

/** Returns the positions after legs have traded; those that end at zero are left out. */
export function positionsAfter(before: readonly PowerPosition[], legs: readonly LegChange[]): PowerPosition[] {
  const after = new Map(before.map((position) => [position.code, position]))
  for (const leg of legs) {
    const held = after.get(leg.code)
    after.set(leg.code, { ...(held ?? leg), quantity: (held?.quantity ?? 0) + leg.quantity })
  }
  return [...after.values()].filter(({ quantity }) => quantity !== 0)
}
