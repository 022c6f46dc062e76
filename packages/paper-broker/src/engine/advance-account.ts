// Advances an account's orders to the present of its market, with splits and dividends at their proper time. Every read
// of an account's figures passes through here first, so nobody sees an account that predates an event which has already
// happened.
import { type EpochMs, type MarketDay, toEpochMs } from '@clubfolio/domain'
import { marketDaySpan, nextSession } from '@clubfolio/domain'
import type { Database } from '../db/connect.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import { applyLateActions } from '../ledger/apply-late-actions.ts'
import type { LateAction } from '../ledger/apply-late-actions.ts'
import { applyShareActions } from '../ledger/apply-share-actions.ts'
import type { AccountSummary } from '../ledger/list-accounts.ts'
import { lockAccount } from '../ledger/lock-account.ts'
import type { AccountRow } from '../ledger/lock-account.ts'
import { parseRounded } from '../money/decimal.ts'
import { PRICE_SCALE, price } from '../money/money.ts'
import type { MarketState } from '../market/market-state.ts'
import type { AccountBook, EngineSettings } from '../order/account-book.ts'
import { setOrder, symbolsOf } from '../order/account-book.ts'
import { ACTIVE_STATUSES, isOpen, isTradable } from '../order/order.ts'
import type { TradableOrder } from '../order/order.ts'
import { endOrder } from '../order/order-tree.ts'
import { lowerByDividend } from '../order/dividend-order.ts'
import { splitOrder } from '../order/split-order.ts'
import type { EngineWorld } from './advance-book.ts'
import { advanceBook, expireDue } from './advance-book.ts'
import {
  endOrdersBeforeSplit,
  endOrdersInEnded,
  nextContractEnd,
  payOutBeforeSplit,
  settleEnded,
  shareOf,
} from './end-options.ts'
import { loadBook } from './load-book.ts'
import { saveBook } from './save-book.ts'

export function worldOf(state: MarketState, settings: EngineSettings): EngineWorld {
  return { market: state.market, isAlwaysOpen: state.isAlwaysOpen, settings }
}

/**
 * Returns the first day after `through`, up to today, on which a split or dividend affects a held or ordered symbol.
 */
async function nextActionDay(book: AccountBook, state: MarketState, through: MarketDay): Promise<MarketDay | null> {
  if (through >= state.marketDay) return null
  const from = nextSession(through)
  const shares = [...new Set(symbolsOf(book).map(shareOf))]
  const days = await Promise.all(
    shares.map(async (symbol) => (await state.market.shareActions(symbol, from, state.marketDay))[0]?.day ?? null),
  )
  return days.filter((day) => day !== null).sort()[0] ?? null
}

function openOrdersIn(book: AccountBook, symbol: string): TradableOrder[] {
  return [...book.orders.values()]
    .filter(isTradable)
    .filter((order) => isOpen(order) && order.terms.legs === null && order.terms.symbol === symbol)
}

/** Looks an order up again: since the list was made, the end of another order may have ended it too. */
function stillOpen(book: AccountBook, orderId: bigint): TradableOrder | null {
  const order = book.orders.get(orderId)
  return order !== undefined && isTradable(order) && isOpen(order) ? order : null
}

/** Adjusts open orders to the day's splits. */
async function splitOrders(book: AccountBook, state: MarketState, day: MarketDay, atMs: EpochMs): Promise<void> {
  for (const symbol of symbolsOf(book)) {
    for (const action of await state.market.shareActions(symbol, day, day)) {
      if (action.kind !== 'SPLIT') continue
      for (const { orderId } of openOrdersIn(book, symbol)) {
        const order = stillOpen(book, orderId)
        if (order === null) continue
        const split = splitOrder(order, action.value)
        if (split !== null) setOrder(book, split)
        else
          endOrder(book, order, {
            status: 'CANCELED',
            atMs,
            description: `Cancelled by the split of ${symbol} on ${day}: no whole share, or no price, is left of it.`,
          })
      }
    }
  }
}

/**
 * Lowers prices that wait below the market by the day's dividends; after the day's splits, because dividends are paid
 * on the new shares.
 */
async function lowerOrders(book: AccountBook, state: MarketState, day: MarketDay, atMs: EpochMs): Promise<void> {
  for (const symbol of symbolsOf(book)) {
    for (const action of await state.market.shareActions(symbol, day, day)) {
      if (action.kind !== 'DIVIDEND') continue
      const dividend = price(parseRounded(action.value, PRICE_SCALE))
      for (const { orderId } of openOrdersIn(book, symbol)) {
        const order = stillOpen(book, orderId)
        if (order === null) continue
        const lowered = lowerByDividend(order, dividend)
        if (lowered !== null) setOrder(book, lowered)
        else
          endOrder(book, order, {
            status: 'CANCELED',
            atMs,
            description: `Cancelled by the dividend of ${symbol} on ${day}: no price is left of it.`,
          })
      }
    }
  }
}

/** Returns the shares held, ordered, or underlying an option that split on a day. */
async function splitShares(book: AccountBook, state: MarketState, day: MarketDay): Promise<string[]> {
  const shares = [...new Set(symbolsOf(book).map(shareOf))]
  const split = await Promise.all(
    shares.map(async (share) =>
      (await state.market.shareActions(share, day, day)).some(({ kind }) => kind === 'SPLIT'),
    ),
  )
  return shares.filter((_, n) => split[n])
}

/** Returns whether the stored data of a recorded market has changed since the account was last compared with it. */
function isUnseen(seen: string | null, { edition }: MarketState): boolean {
  return edition !== null && seen !== edition
}

/** Adjusts the orders that existed before an action to the shares and prices after it, late. */
function adjustLate(book: AccountBook, late: readonly LateAction[], atMs: EpochMs): void {
  for (const { symbol, day, kind, value } of late) {
    for (const { orderId } of openOrdersIn(book, symbol)) {
      const order = stillOpen(book, orderId)
      // A market closed at its last close accepts orders at that instant, which is the first of the next day.
      if (order === null || order.enteredAt > marketDaySpan(day).fromMs) continue
      const after =
        kind === 'SPLIT' ? splitOrder(order, value) : lowerByDividend(order, price(parseRounded(value, PRICE_SCALE)))
      if (after !== null) setOrder(book, after)
      else
        endOrder(book, order, {
          status: 'CANCELED',
          atMs,
          description:
            `Cancelled by the ${kind === 'SPLIT' ? 'split' : 'dividend'} of ${symbol} on ${day}, which came in ` +
            'late: nothing is left of it.',
        })
    }
  }
}

export interface AdvancedAccount {
  readonly account: AccountRow
  readonly book: AccountBook
}

/**
 * Advances an account whose row is locked to the present of `state` and returns its book, with everything saved. An
 * account already worked past its market's time is left unchanged.
 */
export async function advanceLocked(
  transaction: DatabaseTransaction,
  locked: AccountRow,
  state: MarketState,
  settings: EngineSettings,
): Promise<AdvancedAccount> {
  let account = locked
  let book = await loadBook(transaction, account)
  if (isUnseen(account.market_edition, state)) {
    const late = await applyLateActions(transaction, account, state)
    if (late.length > 0) {
      book = await loadBook(transaction, account)
      adjustLate(book, late, toEpochMs(account.worked_through.getTime()))
      await saveBook(transaction, account, book, toEpochMs(account.worked_through.getTime()))
    }
    await transaction
      .updateTable('paper.account')
      .set({ market_edition: state.edition })
      .where('account_id', '=', account.account_id)
      .execute()
    account = { ...account, market_edition: state.edition }
  }
  let atMs = toEpochMs(account.worked_through.getTime())
  const world = worldOf(state, settings)
  for (;;) {
    const day = await nextActionDay(book, state, account.actions_through)
    const endMs = nextContractEnd(book)
    // Orders and contracts that end with a close end before the next day's splits.
    if (endMs !== null && endMs <= state.marketMs && (day === null || endMs <= marketDaySpan(day).fromMs)) {
      if (endMs - 1 > atMs) await advanceBook(book, world, atMs, toEpochMs(endMs - 1))
      expireDue(book, world, endMs)
      endOrdersInEnded(book, endMs)
      atMs = endMs - 1 > atMs ? toEpochMs(endMs - 1) : atMs
      await saveBook(transaction, account, book, atMs)
      await settleEnded(transaction, account, { book, state, endMs })
      book = await loadBook(transaction, account)
      continue
    }
    if (day === null) break
    // A day's actions take effect at its first instant: what ends at that same instant ends before them.
    const startMs = marketDaySpan(day).fromMs
    const beforeMs = toEpochMs(startMs - 1)
    if (beforeMs > atMs) await advanceBook(book, world, atMs, beforeMs)
    expireDue(book, world, startMs)
    atMs = beforeMs > atMs ? beforeMs : atMs
    const split = await splitShares(book, state, day)
    for (const share of split) endOrdersBeforeSplit(book, share, day, startMs)
    await splitOrders(book, state, day, startMs)
    await lowerOrders(book, state, day, startMs)
    await saveBook(transaction, account, book, atMs)
    for (const share of split) await payOutBeforeSplit(transaction, account, { book, state, share, startMs })
    await applyShareActions(transaction, account, { ...state, marketMs: startMs, marketDay: day, dayStartMs: startMs })
    account = { ...account, actions_through: day }
    book = await loadBook(transaction, account)
  }
  if (account.actions_through < state.marketDay) await applyShareActions(transaction, account, state)
  if (state.marketMs > atMs) await advanceBook(book, world, atMs, state.marketMs)
  const workedThrough = state.marketMs > atMs ? state.marketMs : atMs
  await saveBook(transaction, account, book, workedThrough)
  const actionsThrough = account.actions_through < state.marketDay ? state.marketDay : account.actions_through
  return { account: { ...account, actions_through: actionsThrough, worked_through: new Date(workedThrough) }, book }
}

/** Returns whether advancing an account to the present could change anything. */
async function isDue(database: Database, account: AccountSummary, state: MarketState): Promise<boolean> {
  if (account.actionsThrough < state.marketDay || isUnseen(account.marketEdition, state)) return true
  const open = await database
    .selectFrom('paper.account_order as o')
    .innerJoin('paper.account as a', 'a.account_id', 'o.account_id')
    .select('o.order_id')
    .where('o.account_id', '=', account.accountId)
    .where('o.status', 'in', ACTIVE_STATUSES)
    .where('a.worked_through', '<', new Date(state.marketMs))
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Advances an account to its market's present; cheap when nothing can have happened. */
export async function advanceAccount(
  database: Database,
  account: AccountSummary,
  state: MarketState,
  settings: EngineSettings,
): Promise<void> {
  if (!(await isDue(database, account, state))) return
  await inTransaction(database, async (transaction) => {
    await advanceLocked(transaction, await lockAccount(transaction, account.accountId), state, settings)
  })
}
