// Reads an account's values over time: official closes, and readings during days that have no close yet or are viewed
// in detail. The owner is part of the SQL.
import { Refusal, type WalletTiming } from '@clubfolio/contract'
import {
  type Cents,
  type EpochMs,
  type MarketDay,
  marketDaySpan,
  sessionHours,
  toMarketDay,
  toEpochMs,
} from '@clubfolio/domain'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { isIntradayStep, readingAt, thinValues, type ValueAt } from './history-point.ts'

export interface WalletSpan {
  readonly fromDate: string | null
  readonly toDate: string | null
  readonly timing: WalletTiming
}

export interface WalletValuesOptions {
  readonly ownerId: string
  readonly accountId: string
  readonly span: WalletSpan
}

/** Returns values in order, thinned to the timing. Throws `notFound`. */
export async function walletValues(
  db: Db,
  clock: Clock,
  { ownerId, accountId, span }: WalletValuesOptions,
): Promise<ValueAt[]> {
  return thinValues(await readValues(db, clock, { ownerId, accountId, span }), span.timing)
}

/** Returns all values: every close, and the readings that the timing can show. Throws `notFound`. */
export async function readValues(
  db: Db,
  clock: Clock,
  { ownerId, accountId, span }: WalletValuesOptions,
): Promise<ValueAt[]> {
  const { marketSource, closes } = await readCloses(db, { ownerId, accountId, span })
  const { day: today } = await accountMarketTime(db, clock, marketSource)
  const lastClose = closes.at(-1)
  // Below a day every reading counts; otherwise only those after the last close, for today's point.
  const since = isIntradayStep(span.timing) ? undefined : lastClose?.atMs
  const readings = await readReadings(db, accountId, since, today)
  const inSpan = readings.filter(
    ({ day }) => (span.fromDate === null || day >= span.fromDate) && (span.toDate === null || day <= span.toDate),
  )
  return [...closes, ...inSpan].sort((a, b) => a.atMs - b.atMs)
}

/** Returns the market day of an account of the owner. Throws `notFound`. */
async function ownMarketDay(
  db: Db,
  clock: Clock,
  { ownerId, accountId }: Pick<WalletValuesOptions, 'ownerId' | 'accountId'>,
): Promise<MarketDay> {
  const account = await db
    .selectFrom('account')
    .select('market_source')
    .where('id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!account) throw new Refusal('notFound')
  return (await accountMarketTime(db, clock, account.market_source)).day
}

/** Returns the closes of an account of the owner and its market. Throws `notFound`. */
async function readCloses(
  db: Db,
  { ownerId, accountId, span: { fromDate, toDate } }: WalletValuesOptions,
): Promise<{ readonly marketSource: string; readonly closes: readonly ValueAt[] }> {
  const rows = await db
    .selectFrom('account as a')
    .leftJoin('account_close as c', (join) => {
      let on = join.onRef('c.account_id', '=', 'a.id')
      if (fromDate !== null) on = on.on('c.day', '>=', fromDate)
      if (toDate !== null) on = on.on('c.day', '<=', toDate)
      return on
    })
    .select(['a.market_source', 'c.day', 'c.broker_value_cents'])
    .where('a.id', '=', accountId)
    .where('a.owner_id', '=', ownerId)
    .orderBy('c.day')
    .execute()
  const [account] = rows
  if (!account) throw new Refusal('notFound')
  const closes = rows.flatMap(({ day, broker_value_cents }) =>
    day === null ? [] : [closeValue(day, broker_value_cents!)],
  )
  return { marketSource: account.market_source, closes }
}

const closeValue = (day: string, valueCents: Cents): ValueAt => ({
  day: toMarketDay(day),
  atMs: closingInstant(toMarketDay(day)),
  valueCents,
  isClose: true,
})

/** One instant before the bell, which itself belongs to the next market day. */
const closingInstant = (day: MarketDay): EpochMs =>
  toEpochMs((sessionHours(day)?.closeMs ?? marketDaySpan(day).untilMs) - 1)

async function readReadings(
  db: Db,
  accountId: string,
  sinceMs: number | undefined,
  today: MarketDay,
): Promise<ValueAt[]> {
  let query = db.selectFrom('account_point').select(['at', 'broker_value_cents']).where('account_id', '=', accountId)
  if (sinceMs !== undefined) query = query.where('at', '>', new Date(sinceMs))
  const rows = await query.orderBy('at').execute()
  return rows.map(({ at, broker_value_cents }) => readingAt(at, broker_value_cents, today))
}

export interface ReadingsSinceOptions {
  readonly ownerId: string
  readonly accountId: string
  readonly sinceMs: number
}

/** Returns the readings after an instant, in order. Throws `notFound`. */
export async function readingsSince(
  db: Db,
  clock: Clock,
  { ownerId, accountId, sinceMs }: ReadingsSinceOptions,
): Promise<ValueAt[]> {
  return readReadings(db, accountId, sinceMs, await ownMarketDay(db, clock, { ownerId, accountId }))
}
