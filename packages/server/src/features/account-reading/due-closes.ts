// Determines which sessions of an account need their official close taken or taken again: those never taken, those
// whose cash did not add up, and those changed by a transaction that was reported late.
import {
  closeRetrySessions,
  addCalendarDays,
  addSessions,
  type Cents,
  type MarketDay,
  sessionOnOrAfter,
  sessionsBetween,
  toCents,
  toMarketDay,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { BrokerAccount } from '../../adapters/broker/port.ts'
import type { Db } from '../../db/connect.ts'
import type { DayedTransaction } from './booked-transaction.ts'

/** The broker reports transactions of the last year. */
const historyDays = 365

export interface CloseState {
  readonly latestDay: MarketDay | null
  readonly retryFrom: MarketDay | null
}

const dayOrNull = (day: string | null | undefined): MarketDay | null => (day ? toMarketDay(day) : null)

export async function readCloseState(db: Db, accountId: string, lastClosedDay: MarketDay): Promise<CloseState> {
  const row = await db
    .selectFrom('account_close')
    .select((eb) => [
      eb.fn.max('day').as('latest'),
      eb.fn
        .min('day')
        .filterWhere('is_reconciled', '=', false)
        .filterWhere('day', '>=', addSessions(lastClosedDay, -closeRetrySessions))
        .as('retry'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return { latestDay: dayOrNull(row?.latest), retryFrom: dayOrNull(row?.retry) }
}

/**
 * Returns the sessions to value, in order. `late` is the first day of transactions that were unknown at the last
 * reading.
 */
export function dueSessions(
  state: CloseState,
  historyStart: MarketDay,
  late: MarketDay | null,
  lastClosedDay: MarketDay,
): MarketDay[] {
  if (state.latestDay === null) return sessionsBetween(historyStart, lastClosedDay)
  const starts = [
    addSessions(state.latestDay, 1),
    state.retryFrom,
    late !== null && late <= state.latestDay ? late : null,
  ].filter((day) => day !== null)
  const from = starts.reduce((first, day) => (day < first ? day : first))
  return sessionsBetween(from < historyStart ? historyStart : from, lastClosedDay)
}

/**
 * Returns the first session of the rebuilt history: the day of the first transaction when the account was empty before
 * it, otherwise a year ago, which is as far as the broker's transactions go back.
 */
export function historyStart(
  account: BrokerAccount,
  transactions: readonly DayedTransaction[],
  today: MarketDay,
): MarketDay {
  const first = transactions[0]
  if (first && isEmptyBefore(account, transactions)) return sessionOnOrAfter(first.day)
  return sessionOnOrAfter(addCalendarDays(today, -historyDays))
}

function isEmptyBefore(account: BrokerAccount, transactions: readonly DayedTransaction[]): boolean {
  const cash = transactions.reduce((sum, { netAmountCents }) => sum - netAmountCents, account.cashCents as bigint)
  if (cash !== 0n) return false
  const held = new Map(account.positions.map(({ symbol, quantity }) => [symbol, new Decimal(quantity)]))
  for (const { security } of transactions) {
    if (security) held.set(security.symbol, (held.get(security.symbol) ?? new Decimal(0)).minus(security.quantity))
  }
  return [...held.values()].every((quantity) => quantity.isZero())
}

/** Returns the cash that the transactions since the last known close do not explain: 0 when they add up. */
export function unexplainedCash(
  account: BrokerAccount,
  transactions: readonly DayedTransaction[],
  before: { day: MarketDay; cashCents: bigint } | null,
): Cents {
  if (before === null)
    return toCents(account.reportedCashCents === null ? 0n : account.reportedCashCents - account.cashCents)
  const booked = transactions
    .filter(({ day }) => day > before.day)
    .reduce((sum, { netAmountCents }) => sum + netAmountCents, 0n)
  return toCents(account.cashCents - before.cashCents - booked)
}
