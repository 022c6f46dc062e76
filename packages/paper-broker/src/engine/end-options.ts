// Ends option positions and orders at expiry, and applies the underlying's splits to them.
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

/** Returns the next close at which a held or ordered contract expires; null when there is none. */
export function nextContractEnd(book: AccountBook): EpochMs | null {
  const ends = symbolsOf(book).flatMap((symbol) => {
    const contract = contractOf(symbol)
    return contract === null ? [] : [contractEndMs(contract)]
  })
  return ends.length === 0 ? null : toEpochMs(Math.min(...ends))
}

/** Returns the share whose splits and dividends matter for a symbol: the symbol itself, or an option's underlying. */
export function shareOf(symbol: string): string {
  return contractOf(symbol)?.underlying ?? symbol
}

/** Returns the contracts named by an order's legs. */
function contractsOf({ terms }: TradableOrder): OptionContract[] {
  return legsOf(terms).flatMap(({ symbol }) => contractOf(symbol) ?? [])
}

function heldContracts(book: AccountBook): string[] {
  return [...book.positions.keys()].filter((symbol) => contractOf(symbol) !== null).sort()
}

/** Ends the orders in contracts that expire at a close, including those still waiting for a parent. */
export function endOrdersInEnded(book: AccountBook, endMs: EpochMs): void {
  for (const order of [...book.orders.values()].filter(isTradable)) {
    const hasEnded = contractsOf(order).some((contract) => contractEndMs(contract) <= endMs)
    const now = book.orders.get(order.orderId)
    if (now === undefined || !hasEnded) continue
    endOrder(book, now, { status: 'EXPIRED', atMs: endMs, description: 'The contract reached the end of its time.' })
  }
}

/** Returns the exercise value at the shares' last price; null when they have no price. */
async function exerciseAt(state: MarketState, symbol: string, share: string, lastMs: EpochMs): Promise<Price | null> {
  const quote = await state.market.quote(share, lastMs)
  if (quote !== null) return exercisePrice(symbol, quote.last)
  const known = await closeBefore(state, { symbol: share, day: nextSession(marketDayAt(lastMs)) })
  return known === null ? null : exercisePrice(symbol, known)
}

/** Returns a contract's average cost per share: the last resort when neither it nor its shares have a price. */
function averageCost(book: AccountBook, symbol: string): Price {
  const held = book.positions.get(symbol)
  return price(held === undefined ? 0n : rescale(averagePriceOf(held, held.multiplier), COST_SCALE, PRICE_SCALE))
}

export interface SettleEndedOptions {
  readonly book: AccountBook
  readonly state: MarketState
  /** The close at which the contracts expired. */
  readonly endMs: EpochMs
}

/** Settles the positions that expired at a close at the underlying's last price of that day. */
export async function settleEnded(
  transaction: DatabaseTransaction,
  account: AccountRow,
  { book, state, endMs }: SettleEndedOptions,
): Promise<void> {
  const lastMs = toEpochMs(endMs - 1)
  for (const symbol of heldContracts(book)) {
    const contract = contractOf(symbol)
    if (contract === null || contractEndMs(contract) > endMs) continue
    const brought = await exerciseAt(state, symbol, contract.underlying, lastMs)
    const end =
      brought === null
        ? { price: averageCost(book, symbol), basis: 'COST' as const }
        : { price: brought, basis: 'EXERCISE' as const }
    await settleOption(transaction, account, { symbol, ...end, atMs: lastMs, reason: 'EXPIRED' })
  }
}

/** Cancels orders in pre-split contracts, which are not listed after the split. */
export function endOrdersBeforeSplit(book: AccountBook, share: string, day: MarketDay, startMs: EpochMs): void {
  for (const order of [...book.orders.values()].filter(isTradable)) {
    const now = book.orders.get(order.orderId)
    if (now === undefined || !contractsOf(order).some(({ underlying }) => underlying === share)) continue
    endOrder(book, now, {
      status: 'CANCELED',
      atMs: startMs,
      description: `Cancelled by the split of ${share} on ${day}: its contracts are in old shares.`,
    })
  }
}

export interface PayOutBeforeSplitOptions {
  readonly book: AccountBook
  readonly state: MarketState
  readonly share: string
  /** First instant of the market day of the split. */
  readonly startMs: EpochMs
}

/**
 * Pays pre-split contracts out: at their last price, without one at their exercise value, and when the shares have no
 * price either at their cost. No contract remains with a pre-split strike.
 */
export async function payOutBeforeSplit(
  transaction: DatabaseTransaction,
  account: AccountRow,
  { book, state, share, startMs }: PayOutBeforeSplitOptions,
): Promise<void> {
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
