// When positions and orders in options end, and what the underlying's splits do to them.
import { type EpochMs, type MarketDay, toEpochMs } from '@clubfolio/domain'
import { marketDayAt, nextSession } from '@clubfolio/domain'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import type { AccountRow } from '../ledger/lock-account.ts'
import { exercisePrice, settleOption } from '../ledger/settle-option.ts'
import type { MarketState } from '../market/market-state.ts'
import { rescale } from '../money/decimal.ts'
import { closeBefore } from '../ledger/apply-share-actions.ts'
import { COST_SCALE, PRICE_SCALE, price } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import { averagePriceOf } from '../valuation/position-value.ts'
import type { AccountBook } from '../order/account-book.ts'
import { symbolsOf } from '../order/account-book.ts'
import { contractEndMs, contractOf } from '../valuation/option-rule.ts'
import type { OptionContract } from '@clubfolio/simulated-market'
import { legsOf } from '../order/order-leg.ts'
import { isTradable } from '../order/order.ts'
import type { TradableOrder } from '../order/order.ts'
import { endOrder } from '../order/order-tree.ts'

/** The next close at which a contract that is held or ordered ends; null without one. */
export function nextContractEnd(book: AccountBook): EpochMs | null {
  const ends = symbolsOf(book).flatMap((symbol) => {
    const contract = contractOf(symbol)
    return contract === null ? [] : [contractEndMs(contract)]
  })
  return ends.length === 0 ? null : toEpochMs(Math.min(...ends))
}

/** The share whose splits and dividends matter to a symbol: its own, or an option's underlying. */
export function shareOf(symbol: string): string {
  return contractOf(symbol)?.underlying ?? symbol
}

/** The contracts that an order's legs name. */
function contractsOf({ terms }: TradableOrder): OptionContract[] {
  return legsOf(terms).flatMap(({ symbol }) => contractOf(symbol) ?? [])
}

function heldContracts(book: AccountBook): string[] {
  return [...book.positions.keys()].filter((symbol) => contractOf(symbol) !== null).sort()
}

/** Ends the orders in contracts that end at a close, those that still wait for a parent among them. */
export function endOrdersInEnded(book: AccountBook, endMs: EpochMs): void {
  for (const order of [...book.orders.values()].filter(isTradable)) {
    const hasEnded = contractsOf(order).some((contract) => contractEndMs(contract) <= endMs)
    const now = book.orders.get(order.orderId)
    if (now === undefined || !hasEnded) continue
    endOrder(book, now, { status: 'EXPIRED', atMs: endMs, description: 'The contract reached the end of its time.' })
  }
}

/** What exercise would bring at the last price of the shares; null where they have none. */
async function exerciseAt(state: MarketState, symbol: string, share: string, lastMs: EpochMs): Promise<Price | null> {
  const quote = await state.market.quote(share, lastMs)
  if (quote !== null) return exercisePrice(symbol, quote.last)
  const known = await closeBefore(state, { symbol: share, day: nextSession(marketDayAt(lastMs)) })
  return known === null ? null : exercisePrice(symbol, known)
}

/** What a contract cost, a share: the last thing known of it where neither it nor its shares have a price. */
function averageCost(book: AccountBook, symbol: string): Price {
  const held = book.positions.get(symbol)
  return price(held === undefined ? 0n : rescale(averagePriceOf(held, held.multiplier), COST_SCALE, PRICE_SCALE))
}

export interface SettleEndedOptions {
  readonly book: AccountBook
  readonly state: MarketState
  readonly endMs: EpochMs
}

/** Settles what ended at a close at the underlying's last price of that day. */
export async function settleEnded(transaction: DatabaseTransaction, account: AccountRow, { book, state, endMs }: SettleEndedOptions): Promise<void> {
  const lastMs = toEpochMs(endMs - 1)
  for (const symbol of heldContracts(book)) {
    const contract = contractOf(symbol)
    if (contract === null || contractEndMs(contract) > endMs) continue
    const brought = await exerciseAt(state, symbol, contract.underlying, lastMs)
    const end = brought === null ? { price: averageCost(book, symbol), basis: 'COST' as const } : { price: brought, basis: 'EXERCISE' as const }
    await settleOption(transaction, account, { symbol, ...end, atMs: lastMs, reason: 'EXPIRED' })
  }
}

/** Contracts in old shares are not listed after a split: orders in them are cancelled. */
export function endOrdersBeforeSplit(book: AccountBook, share: string, day: MarketDay, startMs: EpochMs): void {
  for (const order of [...book.orders.values()].filter(isTradable)) {
    const now = book.orders.get(order.orderId)
    if (now === undefined || !contractsOf(order).some(({ underlying }) => underlying === share)) continue
    endOrder(book, now, { status: 'CANCELED', atMs: startMs, description: `Cancelled by the split of ${share} on ${day}: its contracts are in old shares.` })
  }
}

export interface PayOutBeforeSplitOptions {
  readonly book: AccountBook
  readonly state: MarketState
  readonly share: string
  readonly startMs: EpochMs
}

/**
 * Contracts in old shares are paid out before a split: at their last price, without one at what exercise would bring, and where the shares
 * have no price either at what they cost. None is left with a strike in old shares.
 */
export async function payOutBeforeSplit(transaction: DatabaseTransaction, account: AccountRow, { book, state, share, startMs }: PayOutBeforeSplitOptions): Promise<void> {
  const lastMs = toEpochMs(startMs - 1)
  for (const symbol of heldContracts(book)) {
    if (contractOf(symbol)?.underlying !== share) continue
    const quote = await state.market.quote(symbol, lastMs)
    const brought = quote === null ? await exerciseAt(state, symbol, share, lastMs) : null
    const end =
      quote !== null
        ? { price: quote.last, basis: 'LAST' as const }
        : brought === null
          ? { price: averageCost(book, symbol), basis: 'COST' as const }
          : { price: brought, basis: 'EXERCISE' as const }
    await settleOption(transaction, account, { symbol, ...end, atMs: lastMs, reason: 'SPLIT' })
  }
}
