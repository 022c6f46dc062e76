// Values the due sessions of an account from one reading of its present state: quantities and cash are rolled back to
// each close and priced with official closing prices. Storing the result is left to the caller.
import {
  type AccountDay,
  addSessions,
  type ClosingPrice,
  type MarketDay,
  priceOfValue,
  rebuildAccountDays,
  sessionHours,
  toMarketDay,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { BrokerAccount } from '../../adapters/broker/port.ts'
import type { Db } from '../../db/connect.ts'
import { type DayedTransaction, toBooked } from './booked-transaction.ts'
import { type ClosingPrices, readClosingPrices, type ReadCloses } from './closing-prices.ts'
import { dueSessions, historyStart, readCloseState, unexplainedCash } from './due-closes.ts'
import type { MarketTime } from '../account/market-time.ts'
import { isDelivery } from '../account/movement-kind.ts'
import type { ComputedCloses, SyncedAccount } from './reading.ts'

/**
 * How long after the close a missing closing price is awaited before the close is taken at the last known one. Such a
 * close is not reconciled: it is shown, but nothing is dealt at it until the price has come.
 */
const priceWaitMs = 2 * 60 * 60 * 1000
/** A symbol without a price for more sessions than this does not trade: its last known price counts. */
const haltSessions = 5

export interface CloseRequest {
  readonly db: Db
  /** Reads closes in the account's own market. */
  readonly readCloses: ReadCloses
  readonly account: SyncedAccount
  readonly market: MarketTime
  readonly values: BrokerAccount
  /** All known transactions of the last year, by day. */
  readonly transactions: readonly DayedTransaction[]
  readonly late: MarketDay | null
  /** Delivered securities that are new or wait for the close of their day. */
  readonly unvalued: readonly DayedTransaction[]
}

export const noCloses: ComputedCloses = { closes: [], unexplainedCents: null, deliveries: [], prices: null }

export async function computeCloses(request: CloseRequest): Promise<ComputedCloses> {
  const { db, account, market, values, transactions } = request
  const state = await readCloseState(db, account.id, market.lastClosedDay)
  const days = dueSessions(state, historyStart(values, transactions, market.day), request.late, market.lastClosedDay)
  const first = days[0]
  if (first === undefined && request.unvalued.length === 0) return noCloses

  const since = first === undefined ? [] : transactions.filter(({ day }) => day >= first)
  const unvalued = [...new Set([...request.unvalued, ...since.filter(isDelivery)])]
  const from = [...(first === undefined ? [] : [first]), ...unvalued.map(({ day }) => day)].sort()[0]!
  const prices = await readPrices(request, from, [...since, ...unvalued])
  const deliveries = unvalued.map((transaction) => ({
    transaction,
    isPriceLate:
      transaction.security !== null && isPriceLate(prices, market, transaction.security.symbol, transaction.day),
  }))
  if (first === undefined) return { ...noCloses, deliveries, prices }
  const before = await closeBefore(db, account.id, first)
  const unexplainedCents = unexplainedCash(values, transactions, before)
  const present = presentOf(values)
  const latePrices = new Set<MarketDay>()
  const closeOf = withPresentPrices(prices, values, market.lastClosedDay)
  const computed = rebuildAccountDays(
    present,
    since.map((one) => toBooked(one, prices.closeOf)),
    days,
    (symbol, day) => {
      if (isPriceLate(prices, market, symbol, day)) latePrices.add(day)
      return closeOf(symbol, day)
    },
  )
  const awaited = priceAwaited(computed, values, prices, market)
  const closes = computed
    .filter(({ day }) => day !== awaited)
    .map((day, index) => ({
      ...day,
      isRebuilt:
        day.day !== market.lastClosedDay ||
        day.day < account.linked_day ||
        (state.latestDay !== null && day.day <= state.latestDay),
      // Later days follow from this one through the transactions in between; only the first is compared with a figure
      // that was read at another time.
      isReconciled:
        day.unpriced.length === 0 &&
        !latePrices.has(day.day) &&
        (unexplainedCents === 0n || (index > 0 && before !== null)),
    }))
  return { closes, unexplainedCents, deliveries, prices }
}

export function presentOf(values: BrokerAccount) {
  return {
    cashCents: values.cashCents,
    positions: values.positions.map(({ symbol, multiplier, quantity, averagePrice }) => ({
      symbol,
      multiplier,
      quantity: new Decimal(quantity),
      cost: new Decimal(averagePrice).times(quantity).times(multiplier),
    })),
  }
}

async function readPrices(
  { readCloses, values, market }: CloseRequest,
  from: MarketDay,
  since: readonly DayedTransaction[],
): Promise<ClosingPrices> {
  const traded = since.flatMap(({ security }) => (security ? [security.symbol] : []))
  return readClosingPrices(readCloses, [...values.positions.map(({ symbol }) => symbol), ...traded], from, market.day)
}

/**
 * Falls back to the broker's own market value, on the last session only, for symbols without closing prices anywhere
 * (options).
 */
export function withPresentPrices(
  prices: ClosingPrices,
  values: BrokerAccount,
  lastClosedDay: MarketDay,
): ClosingPrice {
  return (symbol, day) => {
    const close = prices.closeOf(symbol, day)
    if (close !== undefined || day !== lastClosedDay) return close
    const held = values.positions.find((position) => position.symbol === symbol)
    return held && priceOfValue(held)
  }
}

/**
 * Returns whether the price of a session may still come: there is an earlier one, none of this session and none of a
 * later one, which would mean that the symbol did not trade. A market that stands still has all its prices.
 */
function isPriceLate(prices: ClosingPrices, market: MarketTime, symbol: string, day: MarketDay): boolean {
  // The day that is running may have a bar already.
  const lastDay = prices.lastDayOf(symbol, market.lastClosedDay)
  if (market.day === market.lastClosedDay || lastDay === undefined) return false
  return lastDay < day && lastDay >= addSessions(market.lastClosedDay, -haltSessions)
}

/** Returns the last session while a held symbol's closing price for it may still arrive, otherwise null. */
function priceAwaited(
  computed: readonly AccountDay[],
  values: BrokerAccount,
  prices: ClosingPrices,
  market: MarketTime,
): MarketDay | null {
  const last = computed.at(-1)
  if (last?.day !== market.lastClosedDay) return null
  const closedMs = sessionHours(last.day)?.closeMs
  const mayCome = closedMs !== undefined && market.nowMs < closedMs + priceWaitMs
  const isMissing = values.positions.some(
    ({ symbol }) => !prices.hasPriceOf(symbol, last.day) && prices.closeOf(symbol, last.day) !== undefined,
  )
  return mayCome && isMissing && market.day !== last.day ? last.day : null
}

async function closeBefore(
  db: Db,
  accountId: string,
  day: MarketDay,
): Promise<{ day: MarketDay; cashCents: bigint } | null> {
  const row = await db
    .selectFrom('account_close')
    .select(['day', 'cash_cents'])
    .where('account_id', '=', accountId)
    .where('day', '<', day)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { day: toMarketDay(row.day), cashCents: row.cash_cents } : null
}
