// Holds the limits of an account under orders at the same moment, in any number of processes: an opening order is
// judged in the transaction that records its request, under the lock on the account's row, with every request that was
// recorded before it. What is judged from an outdated picture is judged again from a fresh one before it is refused.
// Source: docs/decisions/0073-limits-that-hold.md.
import { type LimitUse, Refusal } from '@clubfolio/contract'
import {
  type AccountLimits,
  codeOfDraft,
  codesOfDraft,
  isSameCode,
  judgeLimits,
  type LimitBreach,
  type LimitDay,
  type MeasuredLimit,
  limitUses,
  netAt,
  openingOfOrder,
  type OrderDraft,
  type OrderMarket,
  type OrderOpening,
  sideOf,
  unknownMarket,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import { accountMarketTime, type MarketTime } from '../account/market-time.ts'
import { readAccountShared, readQuotesShared } from '../account/shared-broker-reads.ts'
import { readNow } from '../account-reading/read-after-fill.ts'
import { findLimits } from '../order-limit/guard-rails.ts'
import { findDayLoss, findReached, noteReached } from '../order-limit/reached-limits.ts'
import { codesWithoutPrice, newestHistoryId, readLimitBook, type ReadPositions } from './read-limit-book.ts'
import { refreshOrders } from './refresh-orders.ts'
import { accessOf, type TradedAccount } from './traded-account.ts'

export interface LimitedOrder {
  readonly draft: OrderDraft
  /** The request that is recorded again; null for a new one. */
  readonly requestId: string | null
  readonly replacesId: string | null
  /** The request of the divided entry that this is the rest of: it takes the place of what was allowed already. */
  readonly restOf?: string | undefined
}

/** The account as read before the transaction; null while it has no limits to measure. */
interface Picture extends ReadPositions {
  readonly market: MarketTime
  readonly opening: OrderOpening
  readonly lastPrices: ReadonlyMap<string, Decimal>
}

/** Thrown inside the transaction, so that nothing of it stays. */
class LimitsBroken extends Error {
  readonly breaches: readonly LimitBreach[]
  /** Another reading of the account would change nothing. */
  readonly isCertain: boolean
  constructor(breaches: readonly LimitBreach[], isCertain: boolean) {
    super('The order breaks a limit of its account.')
    this.breaches = breaches
    this.isCertain = isCertain
  }
}

/**
 * Runs `record` in a transaction and gives it the judgement to call before it writes: `judge` locks the account, throws
 * where the order breaks a limit, and returns the price at which it was measured. Throws `orderGuarded` with the
 * figures.
 */
export async function holdLimits<Result>(
  services: Services,
  account: TradedAccount,
  order: LimitedOrder,
  record: (trx: Trx, judge: (trx: Trx) => Promise<string | null>) => Promise<Result>,
): Promise<Result> {
  const { db, clock } = services
  let picture = await takePicture(services, account, order)
  for (let isLast = false; ; isLast = true) {
    try {
      return await inTransaction(db, (trx) => record(trx, (own) => judgeLocked(own, account, order, picture)))
    } catch (error) {
      if (!(error instanceof LimitsBroken)) throw error
      if (!isLast && !error.isCertain) {
        await refresh(services, account, error.breaches)
        picture = await takePicture(services, account, order, true)
        continue
      }
      const { day } = await accountMarketTime(db, clock, account.market_source)
      await noteReached(db, clock, { accountId: account.id, day, reached: error.breaches })
      throw new Refusal('orderGuarded', { reason: error.breaches.map(({ text }) => text).join(' ') })
    }
  }
}

async function judgeLocked(
  trx: Trx,
  account: TradedAccount,
  order: LimitedOrder,
  picture: Picture | null,
): Promise<string | null> {
  if (openingOfOrder(order.draft, unknownMarket) === null) return null
  await trx.selectFrom('account').select('id').where('id', '=', account.id).forUpdate().execute()
  const limits = await findLimits(trx, account.id)
  if (!isLimited(limits)) return null
  // Limits that were set a moment ago: the account has to be read first.
  if (picture === null) throw new LimitsBroken([], false)
  const { breaches, isCertain } = await judgePicture(trx, account, order, { limits, picture })
  if (breaches.length > 0) throw new LimitsBroken(breaches, isCertain)
  return picture.opening.price?.toFixed() ?? null
}

interface JudgePictureOptions {
  readonly limits: AccountLimits
  readonly picture: Picture
}

async function judgePicture(
  db: Db | Trx,
  account: TradedAccount,
  order: LimitedOrder,
  { limits, picture }: JudgePictureOptions,
) {
  const { market, opening } = picture
  const book = await readLimitBook(db, account.id, { ...picture, ...order })
  const reached = await findReached(db, account.id, market.day)
  const day: LimitDay = {
    loss: await findDayLoss(db, { accountId: account.id, day: market.day, valueCents: picture.valueCents }),
    isStopped: reached.some(({ kind }) => kind === 'dailyLoss'),
  }
  const replaced = order.restOf === undefined ? book.replaced : opening
  const breaches = judgeLimits(limits, book, { opening, replaced }, day)
  // A loss is confirmed by a reading, which knows what money was only moved.
  const isConfirmed = day.isStopped || breaches.every(({ kind }) => kind !== 'dailyLoss')
  return { book, day, breaches, isCertain: book.isCertain && isConfirmed }
}

/** Whether a limit is set that needs more than the order itself. */
const isLimited = (limits: AccountLimits): boolean =>
  limits.symbolRule !== null ||
  [
    limits.largestPosition,
    limits.largestPositionPercent,
    limits.dailyLoss,
    limits.openHeat,
    limits.openHeatPercent,
    limits.openPositions,
  ].some((limit) => limit !== null)

/** Reads the account at the brokerage, if a limit needs it; a broken limit always does. Throws a refusal. */
async function takePicture(
  services: Services,
  account: TradedAccount,
  { draft }: Pick<LimitedOrder, 'draft'>,
  isNeeded = false,
): Promise<Picture | null> {
  const { db, clock, brokers } = services
  if (openingOfOrder(draft, unknownMarket) === null) return null
  if (!isNeeded && !isLimited(await findLimits(db, account.id))) return null
  const broker = brokers.brokerOf(account)
  const access = accessOf(services, account)
  // Before the reading: a fill that is known by then is among the positions.
  const startedMs = clock.nowMs()
  const historyId = await newestHistoryId(db, account.id)
  const own = openingOfOrder(draft, unknownMarket)?.price === null ? codesOfDraft(draft) : []
  const codes = [...new Set([...own, ...(await codesWithoutPrice(db, account.id))])]
  try {
    const [values, quotes, market] = await Promise.all([
      readAccountShared(broker, access, account.hash_value),
      codes.length === 0 ? [] : readQuotesShared(broker, access, codes),
      accountMarketTime(db, clock, account.market_source),
    ])
    const now = marketOfDraft(draft, (code) => {
      const quote = quotes.find(({ symbol }) => isSameCode(symbol, code))
      return { last: price(quote?.last), bid: price(quote?.bid), ask: price(quote?.ask) }
    })
    const lastPrices = new Map(
      quotes.flatMap(({ symbol, last }) => {
        const known = price(last)
        return known === null ? [] : [[symbol, known] as const]
      }),
    )
    return {
      positions: values.positions,
      valueCents: values.valueCents,
      historyId,
      startedMs,
      market,
      opening: openingOfOrder(draft, now)!,
      lastPrices,
    }
  } catch (error) {
    if (error instanceof BrokerFailure) throw brokerRefusalOf(error, account.number)
    throw error
  }
}

/** Returns the market of an order: that of its code, or the net price of its legs as the market fills them. */
function marketOfDraft(draft: OrderDraft, marketOf: (code: string) => OrderMarket): OrderMarket {
  if (draft.kind !== 'LEGS') return marketOf(codeOfDraft(draft))
  const net = netAt(draft.legs, ({ symbol, instruction }) => {
    const { last, bid, ask } = marketOf(symbol)
    return (sideOf(instruction) === 'BUY' ? ask : bid) ?? last
  })
  return { ...unknownMarket, last: net }
}

const price = (text: string | null | undefined): Decimal | null =>
  text === null || text === undefined || !(Number(text) > 0) ? null : new Decimal(text)

/**
 * Brings our copy of the account up to date. A loss of the day is confirmed by a whole reading, which knows whether
 * money was only moved, and records it.
 */
async function refresh(services: Services, account: TradedAccount, breaches: readonly LimitBreach[]): Promise<void> {
  try {
    await refreshOrders(services, account)
  } catch (error) {
    // Judged by what is known.
    if (!(error instanceof BrokerFailure)) throw error
  }
  if (breaches.some(({ kind }) => kind === 'dailyLoss')) await readNow(services, account.id)
}

export interface PreviewedLimits {
  readonly breaches: readonly string[]
  readonly limits: LimitUse[]
}

/** Returns what the limits hold now and after the order, and what it would break. Throws a refusal. */
export async function previewLimits(
  services: Services,
  account: TradedAccount,
  order: Omit<LimitedOrder, 'requestId'>,
): Promise<PreviewedLimits> {
  const limits = await findLimits(services.db, account.id)
  const picture = isLimited(limits) ? await takePicture(services, account, order) : null
  if (picture === null) return { breaches: [], limits: [] }
  const { book, day, breaches } = await judgePicture(
    services.db,
    account,
    { ...order, requestId: null },
    { limits, picture },
  )
  const { opening } = picture
  const standing = book.replaced === null ? book : { ...book, entries: [...book.entries, book.replaced] }
  const before = limitUses(limits, standing, day, opening.underlying)
  const after = limitUses(limits, { ...book, entries: [...book.entries, opening] }, day, opening.underlying)
  return {
    breaches: breaches.map(({ text }) => text),
    limits: before.map((use, index) => showUse(use, after[index])),
  }
}

export const showUse = ({ measure, used, limit, code }: MeasuredLimit, after?: MeasuredLimit): LimitUse => ({
  measure,
  used: used.toFixed(2),
  limit: limit.toFixed(2),
  after: after?.used.toFixed(2) ?? null,
  code,
})
