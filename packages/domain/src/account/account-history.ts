// Rebuilds the value of an account at earlier closes from its current state and the transactions since. Independent of
// any brokerage: cash, positions, transactions and closing prices are arguments.
import { Decimal } from 'decimal.js'
import { type Cents, type MarketDay, toCents } from '../kind.ts'
import type { LinePosition } from '../attribution/close-line.ts'
import { changeHolding, type Holding, unwindCost } from './holding.ts'

/**
 * A current position: signed quantity, and its total signed cost in dollars (quantity x average price x multiplier).
 */
export interface HeldPosition {
  readonly symbol: string
  readonly multiplier: number
  readonly quantity: Decimal
  readonly cost: Decimal
}

/**
 * One booked transaction. `security` is its effect on a position; `grossCost` is price x quantity x multiplier, signed,
 * and null for a corporate action, which leaves the cost.
 */
export interface BookedTransaction {
  readonly day: MarketDay
  readonly netCents: Cents
  readonly security: {
    readonly symbol: string
    readonly multiplier: number
    readonly quantity: Decimal
    readonly grossCost: Decimal | null
  } | null
}

export interface AccountPicture {
  readonly cashCents: Cents
  readonly positions: readonly HeldPosition[]
}

/** Returns the closing price of a symbol at a session, as traded; the latest known on or before it. */
export type ClosingPrice = (symbol: string, day: MarketDay) => Decimal | undefined

export interface AccountDay {
  readonly day: MarketDay
  readonly cashCents: Cents
  /** Cash + market value of positions at the closing prices. */
  readonly valueCents: Cents
  /** Value - open profit at average cost. */
  readonly realValueCents: Cents
  /** Symbols held that day without any closing price; they count at cost. */
  readonly unpriced: readonly string[]
  /** What was held, by symbol. */
  readonly positions: ReadonlyMap<string, LinePosition>
}

const cents = (dollars: Decimal): bigint =>
  BigInt(dollars.times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed(0))
const zero = new Decimal(0)

/**
 * Returns the account at the close of each of `days`. Transactions are undone from the present to before the first of
 * them and then replayed: cash(D) = cash now - net of the transactions after D, and likewise for quantities. Cost
 * follows the average method. For a position already open before the first transaction, cost is unwound from the
 * present if the position was never flat since; otherwise its first closing price is used.
 * `transactions` and `days` are in order; transactions on or before the first day may be missing.
 * Example: 900 cash and 2 shares at cost 100 now, bought today for 100: at yesterday's close 1,000 cash, worth 1,000.
 * Source: docs/rules/brokerage.md, "Local copies"; docs/rules/accounts.md, "Accounts screen".
 */
export function rebuildAccountDays(
  now: AccountPicture,
  transactions: readonly BookedTransaction[],
  days: readonly MarketDay[],
  closeOf: ClosingPrice,
): AccountDay[] {
  const first = days[0]
  if (first === undefined) return []
  const holdings = openingHoldings(now, transactions, first, closeOf)
  let cash = transactions.reduce((sum, booked) => sum - booked.netCents, now.cashCents as bigint)
  let next = 0
  return days.map((day) => {
    for (let booked = transactions[next]; booked !== undefined && booked.day <= day; booked = transactions[++next]) {
      cash += booked.netCents
      if (booked.security) {
        const before = holdings.get(booked.security.symbol)!
        holdings.set(booked.security.symbol, changeHolding(before, booked.security.quantity, booked.security.grossCost))
      }
    }
    return valueAccountDay({ day, cashCents: cash, holdings }, closeOf)
  })
}

export interface AccountContents {
  readonly day: MarketDay
  readonly cashCents: bigint
  /** By symbol; flat holdings count nothing. */
  readonly holdings: ReadonlyMap<string, Holding>
}

/**
 * Returns the value of an account at a close. Example: 100.00 in cash and 2 shares that cost 100 together are worth
 * 220.00 at a close of 60, of which 200.00 are real; without a close they count at their cost and are unpriced.
 */
export function valueAccountDay(
  { day, cashCents: cash, holdings }: AccountContents,
  closeOf: ClosingPrice,
): AccountDay {
  let held = 0n
  let openProfit = 0n
  const unpriced: string[] = []
  const positions = new Map<string, LinePosition>()
  for (const [symbol, { quantity, cost, multiplier }] of holdings) {
    if (quantity.isZero()) continue
    const close = closeOf(symbol, day)
    if (close === undefined) unpriced.push(symbol)
    const value = close === undefined ? cost : close.times(quantity).times(multiplier)
    const valueCents = cents(value)
    positions.set(symbol, { quantity, valueCents })
    held += valueCents
    openProfit += cents(value.minus(cost))
  }
  return {
    day,
    cashCents: toCents(cash),
    valueCents: toCents(cash + held),
    realValueCents: toCents(cash + held - openProfit),
    unpriced,
    positions,
  }
}

/** Returns the holding of every symbol before the first transaction, with its cost. */
function openingHoldings(
  now: AccountPicture,
  transactions: readonly BookedTransaction[],
  first: MarketDay,
  closeOf: ClosingPrice,
): Map<string, Holding> {
  const multipliers = new Map<string, number>()
  for (const position of now.positions) multipliers.set(position.symbol, position.multiplier)
  for (const { security } of transactions) if (security) multipliers.set(security.symbol, security.multiplier)
  const holdings = new Map<string, Holding>()
  for (const [symbol, multiplier] of multipliers) {
    const present = now.positions.find((position) => position.symbol === symbol)
    const changes = transactions.flatMap(({ security }) => (security?.symbol === symbol ? [security] : []))
    const quantity = changes.reduce((sum, change) => sum.minus(change.quantity), present?.quantity ?? zero)
    const cost = unwindCost({ quantity: present?.quantity ?? zero, cost: present?.cost ?? zero, multiplier }, changes)
    holdings.set(symbol, {
      quantity,
      multiplier,
      cost: cost ?? (closeOf(symbol, first) ?? zero).times(quantity).times(multiplier),
    })
  }
  return holdings
}
