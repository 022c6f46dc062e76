// Reads an account with its positions, today's movements and prices from one snapshot, ready to be valued.

import type { Cents } from '@clubfolio/domain'
import type { Database } from '../db/connect.ts'
import { rescale } from '../money/decimal.ts'
import { advanceAccount } from '../engine/advance-account.ts'
import { loadOrders, loadUnsettled } from '../engine/load-book.ts'
import { DOLLAR_SYMBOL } from '../ledger/cash-item.ts'
import type { AccountSummary } from '../ledger/list-accounts.ts'
import { movementsSince } from '../ledger/movement.ts'
import type { Movement } from '../ledger/movement.ts'
import type { MarketDesk } from '../market/market-desk.ts'
import type { MarketState } from '../market/market-state.ts'
import type { Cost } from '../money/money.ts'
import type { EngineSettings } from '../order/account-book.ts'
import { emptyBook, reservedOf } from '../order/account-book.ts'
import { unsettledAt } from '../order/unsettled.ts'
import { COST_SCALE, PRICE_SCALE, cents, cost, costOfColumn, price } from '../money/money.ts'
import { averagePriceOf } from '../valuation/position-value.ts'
import type { PricedPosition } from '../valuation/position-value.ts'

export interface ReadPosition extends PricedPosition {
  readonly symbol: string
  readonly assetType: string
  readonly cusip: string | null
  readonly description: string | null
  readonly isOption: boolean
}

export interface AccountPicture {
  readonly account: AccountSummary
  readonly state: MarketState
  readonly cash: Cents
  readonly positions: readonly ReadPosition[]
  /** Buying power reserved for open orders, in dollars. */
  readonly reserved: Cents
  /** Proceeds of sales that have not settled; zero on margin. */
  readonly unsettled: Cents
  /** The account at the start of today, valued at the previous day's closes. */
  readonly dayStart: {
    readonly cash: Cents
    readonly positions: readonly ReadPosition[]
    readonly reserved: Cents
    readonly unsettled: Cents
  }
}

interface BookPosition {
  readonly symbol: string
  readonly assetType: string
  readonly cusip: string | null
  readonly multiplier: bigint
  readonly quantity: bigint
  readonly cost: Cost
}

interface Books {
  readonly cash: Cents
  readonly held: readonly BookPosition[]
  readonly moved: readonly Movement[]
}

async function readBooks(database: Database, accountId: string, state: MarketState): Promise<Books> {
  const row = await database
    .selectFrom('paper.account')
    .select('cash_cents')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const held = await database
    .selectFrom('paper.position')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('symbol')
    .execute()
  return {
    cash: cents(row.cash_cents),
    held: held.map((one) => ({
      symbol: one.symbol,
      assetType: one.asset_type,
      cusip: one.cusip,
      multiplier: BigInt(one.multiplier),
      quantity: one.quantity,
      cost: costOfColumn(one.cost),
    })),
    moved: await movementsSince(database, accountId, state.dayStartMs),
  }
}

/** Returns the current positions and those closed today, which the account still held when the day began. */
function touchedPositions({ held, moved }: Books): BookPosition[] {
  const closed = moved.filter(
    (one) => one.symbol !== DOLLAR_SYMBOL && !held.some((position) => position.symbol === one.symbol),
  )
  return [...held, ...closed.map((one) => ({ ...one, quantity: 0n, cost: cost(0n) }))]
}

async function pricePosition(
  state: MarketState,
  held: BookPosition,
  movement: Movement | undefined,
): Promise<ReadPosition> {
  const [quote, instrument] = await Promise.all([
    state.market.quote(held.symbol, state.marketMs),
    state.market.find(held.symbol, state.marketMs),
  ])
  // A symbol without a price is valued at its average cost, so that one missing price does not lose the account's
  // value.
  const atCost = price(rescale(averagePriceOf(held, held.multiplier), COST_SCALE, PRICE_SCALE))
  return {
    ...held,
    description: instrument?.description ?? null,
    isOption: held.assetType === 'OPTION',
    previousQuantity: held.quantity - (movement?.quantityChange ?? 0n),
    paidToday: movement?.paid ?? cents(0n),
    last: quote?.last ?? atCost,
    previousClose: quote?.previousClose ?? atCost,
  }
}

/** Reads the account at one moment; `database` is a snapshot or a transaction that holds the account's lock. */
export async function readLockedAccount(
  database: Database,
  account: AccountSummary,
  state: MarketState,
): Promise<AccountPicture> {
  const books = await readBooks(database, account.accountId, state)
  const movementOf = (symbol: string): Movement | undefined => books.moved.find((one) => one.symbol === symbol)
  const touched = await Promise.all(
    touchedPositions(books).map(async (one) => pricePosition(state, one, movementOf(one.symbol))),
  )
  const paidToday = books.moved.reduce((sum, one) => sum + one.paid, 0n)
  const orders = emptyBook(account.accountType, books.cash)
  await loadOrders(database, account.accountId, orders)
  for (const { symbol, ...held } of books.held)
    orders.positions.set(symbol, { ...held, isOption: held.assetType === 'OPTION' })
  const unsettled =
    account.accountType === 'CASH' ? await loadUnsettled(database, account.accountId, new Date(state.marketMs)) : []
  const before = touched.map((position) => ({
    ...position,
    quantity: position.previousQuantity,
    cost: cost(position.cost - (movementOf(position.symbol)?.costChange ?? 0n)),
    last: position.previousClose,
  }))
  return {
    account,
    state,
    cash: books.cash,
    positions: touched.filter((position) => position.quantity !== 0n),
    reserved: reservedOf(orders),
    unsettled: unsettledAt(unsettled, state.marketMs),
    dayStart: {
      cash: cents(books.cash + paidToday),
      positions: before.filter((position) => position.quantity !== 0n),
      reserved: cents(0n),
      unsettled: cents(0n),
    },
  }
}

/** Dependencies for reading an account at its market's present. */
export interface AccountParts {
  readonly database: Database
  readonly desk: MarketDesk
  readonly settings: EngineSettings
}

/** Reads one account from a single snapshot, at the market time of the market it belongs to. */
export async function readAccount(
  { database, desk, settings }: AccountParts,
  account: AccountSummary,
): Promise<AccountPicture> {
  const state = await desk.of(account)
  await advanceAccount(database, account, state, settings)
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((snapshot) => readLockedAccount(snapshot, account, state))
}
