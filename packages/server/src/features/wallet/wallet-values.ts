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
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { compileTogether } from '../../db/compiled-statements.ts'
import { rawPart } from '../../db/read-together.ts'
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

interface StoredValues {
  readonly ownerId: string
  readonly accountId: string
  readonly fromDate: string | null
  readonly toDate: string | null
  readonly isIntraday: boolean
}

const findStored = compileTogether((_db, { ownerId, accountId, fromDate, toDate, isIntraday }: StoredValues) => ({
  parts: {
    accounts: rawPart<{ market_source: string }>(sql`select market_source from own`, { market_source: 'text' }),
    closeRows: rawPart<CloseRow>(sql`select day, broker_value_cents from closes order by day`, {
      day: 'text',
      broker_value_cents: 'bigint',
    }),
    points: rawPart<PointRow>(
      sql`select p.at, p.broker_value_cents from own join account_point p on p.account_id = own.id
        where ${isIntraday}
          or p.at > coalesce((select max(day) from closes)::timestamp at time zone 'UTC', '-infinity')
        order by p.at`,
      { at: 'instant', broker_value_cents: 'bigint' },
    ),
  },
  shared: {
    own: sql`select id, market_source from account where id = ${accountId}::uuid and owner_id = ${ownerId}::uuid`,
    closes: sql`
      select c.day, c.broker_value_cents from own join account_close c on c.account_id = own.id
      where c.day between coalesce(${fromDate}::date, '-infinity') and coalesce(${toDate}::date, 'infinity')`,
  },
}))

/** Returns all values: every close, and the readings that the timing can show. Throws `notFound`. */
export async function readValues(
  db: Db,
  clock: Clock,
  { ownerId, accountId, span }: WalletValuesOptions,
): Promise<ValueAt[]> {
  const isIntraday = isIntradayStep(span.timing)
  const { fromDate, toDate } = span
  const { accounts, closeRows, points } = await findStored(db, { ownerId, accountId, fromDate, toDate, isIntraday })
  const [account] = accounts
  if (!account) throw new Refusal('notFound')
  const closes = closeRows.map(closeValue)
  const { day: today } = await accountMarketTime(db, clock, account.market_source)
  const lastClose = closes.at(-1)
  // Below a day every reading counts; otherwise only those after the last close, for today's point.
  const since = isIntraday ? undefined : lastClose?.atMs
  const readings = points
    .map(({ at, broker_value_cents: valueCents }) => readingAt(at, valueCents, today))
    .filter(({ atMs }) => since === undefined || atMs > since)
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

interface CloseRow {
  readonly day: string
  readonly broker_value_cents: Cents
}

interface PointRow {
  readonly at: Date
  readonly broker_value_cents: Cents
}

const closeValue = ({ day, broker_value_cents: valueCents }: CloseRow): ValueAt => ({
  day: toMarketDay(day),
  atMs: closingInstant(toMarketDay(day)),
  valueCents,
  isClose: true,
})

/** One instant before the bell, which itself belongs to the next market day. */
const closingInstant = (day: MarketDay): EpochMs =>
  toEpochMs((sessionHours(day)?.closeMs ?? marketDaySpan(day).untilMs) - 1)

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
  const today = await ownMarketDay(db, clock, { ownerId, accountId })
  const rows = await db
    .selectFrom('account_point')
    .select(['at', 'broker_value_cents'])
    .where('account_id', '=', accountId)
    .where('at', '>', new Date(sinceMs))
    .orderBy('at')
    .execute()
  return rows.map(({ at, broker_value_cents }) => readingAt(at, broker_value_cents, today))
}
