// The profit of the day of an account's open positions, from its own market's prior closes and from what the brokerage
// booked since. A figure exists only where all of it is known: the prior close of exactly the session before, a price
// of today, and bookings that explain the quantity that the brokerage reports.
// Source: docs/rules/trading.md, "Profit of the day".
import {
  codeKey,
  dayProfit,
  isOptionCode,
  type Cents,
  type LotEvent,
  type MarketDay,
  marketDaySpan,
  type OpenPosition,
  previousSession,
} from '@clubfolio/domain'
import { parseOptionCode } from '@clubfolio/simulated-market'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { rawPart, type Part } from '../../db/read-together.ts'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'
import { knownMarket } from '../../kernel/known-market.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime, isReplay, type MarketTime } from '../account/market-time.ts'
import type { OwnAccount } from '../account/own-account.ts'
import { recordedCloses } from '../account-reading/recorded-closes.ts'
import { priorClosesPart, toPriorCloses, type PriorCloseRow } from '../stock/find-prior-closes.ts'
import { securityRowsPart, toTimedRows, type TimedRow } from '../transaction/find-security-rows.ts'
import { lotEvent } from '../transaction/lot-events.ts'

export interface PricedPosition extends OpenPosition {
  readonly lastPrice: Decimal
  /** The price is of now; otherwise it is of the account's last reading. */
  readonly isLive: boolean
}

/** The rows of the account's market day, read together with what else its positions need. */
export interface DayRows {
  readonly recorded: readonly RecordedRow[]
  readonly booked: Parameters<typeof toTimedRows>[0]
  readonly priorCloses: readonly PriorCloseRow[]
}

/** The account's market and the day that is "today" there: it begins when the session before it ends. */
export interface DayMarket extends MarketTime {
  /** The market that has its closes; undefined where none has, and for a replay, whose closes are computed. */
  readonly barSource: MarketSourceName | undefined
}

export async function readDayMarket({ db, clock }: Services, account: OwnAccount): Promise<DayMarket> {
  const market = await accountMarketTime(db, clock, account.market_source)
  const barSource = isReplay(account.market_source) ? undefined : await barSourceOf(db, account.market_source)
  return { ...market, barSource }
}

/** The values of `dayParts`. */
export interface DayValues {
  readonly accountId: string
  readonly symbols: readonly string[]
  readonly shares: readonly string[]
  readonly shareKeys: readonly string[]
  readonly day: MarketDay
  /** Null reads no prior closes. */
  readonly barSource: MarketSourceName | null
}

export function dayValues(accountId: string, symbols: readonly string[], { day, barSource }: DayMarket): DayValues {
  const shares = symbols.filter(isShare)
  return { accountId, symbols, shares, shareKeys: shares.map(codeKey), day, barSource: barSource ?? null }
}

/** Returns the parts of a statement whose rows are `DayRows`; `dayValues` are its values. */
export const dayParts = (db: Db, { accountId, symbols, shares, shareKeys, day, barSource }: DayValues) => ({
  recorded: recordedPart(accountId, symbols),
  booked: securityRowsPart(db, accountId, { from: day }),
  priorCloses: priorClosesPart({ source: barSource, codes: shares, codeKeys: shareKeys, day }),
})

export const isShare = (symbol: string): boolean => !isOptionCode(symbol)

/** Returns the profit of the day by symbol; null where it is unknown. */
export async function dayProfits(
  services: Services,
  account: OwnAccount,
  { market, rows, positions }: { market: DayMarket; rows: DayRows; positions: readonly PricedPosition[] },
): Promise<Map<string, Cents | null>> {
  const symbols = positions.map(({ symbol }) => symbol)
  const closes = await priorClosesOf(services, market, symbols, rows.priorCloses)
  const recorded = new Map(rows.recorded.map(({ symbol, quantity }) => [symbol, new Decimal(quantity)]))
  const events = eventsOf(toTimedRows(rows.booked))
  const isReadToday = isOfToday(account, market)
  return new Map(
    positions.map(({ symbol, quantity, multiplier, lastPrice, isLive }) => {
      const its = events.get(symbol) ?? []
      const isKnown =
        (isLive || isReadToday) && recorded.get(symbol)?.equals(quantity) === true && its !== 'unexplained'
      const priorClose = closes.get(symbol) ?? null
      return [symbol, isKnown ? dayProfit({ quantity, multiplier, lastPrice, priorClose, events: its }) : null]
    }),
  )
}

/**
 * A price that was read before the day began says nothing about it. Stopped and replayed markets have their own time.
 */
function isOfToday({ synced_at: readAt }: OwnAccount, { source, day }: MarketTime): boolean {
  if (source !== 'live' && source !== 'simulated') return true
  return readAt !== null && readAt.getTime() >= marketDaySpan(day).fromMs
}

interface RecordedRow {
  readonly symbol: string
  readonly quantity: string
}

/**
 * What our record of the account holds: its contents at the first reading and every booking since. Where the brokerage
 * reports another quantity, a booking is still to come.
 */
const recordedPart = (accountId: string, symbols: readonly string[]): Part<RecordedRow> =>
  rawPart<RecordedRow>(
    sql`
    select symbol, sum(quantity)::text as quantity from (
      select symbol, quantity from account_baseline where account_id = ${accountId}
      union all
      select symbol, quantity from account_transaction where account_id = ${accountId}
    ) as booked
    where symbol = any(${symbols}) and quantity is not null
    group by symbol
  `,
    { symbol: 'text', quantity: 'text' },
  )

type DayEvents = readonly LotEvent[] | 'unexplained'

/** Unexplained is a symbol of which a booking moved some in a way that opens and closes no lot. */
function eventsOf(rows: readonly TimedRow[]): Map<string, DayEvents> {
  const found = new Map<string, DayEvents>()
  for (const row of rows) {
    const event = lotEvent(row)
    if (event === undefined && new Decimal(row.quantity).isZero()) continue
    const before = found.get(row.symbol) ?? []
    found.set(row.symbol, event === undefined || before === 'unexplained' ? 'unexplained' : [...before, event])
  }
  return found
}

async function priorClosesOf(
  services: Services,
  market: DayMarket,
  symbols: readonly string[],
  rows: readonly PriorCloseRow[],
): Promise<Map<string, Decimal>> {
  if (market.source === 'replay') return replayedCloses(services.db, symbols.filter(isShare), market.day)
  if (market.barSource === undefined) return new Map()
  const closes = toPriorCloses(rows, market.day)
  const options = symbols.filter(isOptionCode)
  for (const [symbol, close] of market.barSource === 'simulated' ? optionCloses(services, options, market) : [])
    closes.set(symbol, close)
  return closes
}

/** A replay plays recorded bars, whose latest figures are of a later day than its own. */
async function replayedCloses(db: Db, symbols: readonly string[], day: MarketDay): Promise<Map<string, Decimal>> {
  const readCloses = recordedCloses(db, 'import', day)
  const before = previousSession(day)
  const found = await Promise.all(
    symbols.map(async (symbol) => [symbol, (await readCloses(symbol, before, before))[0]?.close] as const),
  )
  return new Map(found.flatMap(([symbol, close]) => (close === undefined ? [] : [[symbol, new Decimal(close)]])))
}

/**
 * Returns the market that has the closes of an account, a replay apart; a live brokerage trades what real sources
 * record.
 */
export async function barSourceOf(db: Db, own: string): Promise<MarketSourceName | undefined> {
  if (own === 'simulated' || own === 'import' || own === 'yahoo' || own === 'alpaca') return own
  const known = knownMarket(db)?.source
  if (known !== undefined) return known === 'simulated' ? undefined : known
  const row = await db
    .selectFrom('market_source')
    .select('source')
    .where('is_active', '=', true)
    .where('source', '<>', 'simulated')
    .executeTakeFirst()
  return row?.source
}

/** Options have no bars; the simulated market quotes each contract with its prior close while it ticks. */
function optionCloses(
  { simulated }: Services,
  symbols: readonly string[],
  { nowMs }: MarketTime,
): (readonly [string, Decimal])[] {
  if (!simulated.isOpenAt(nowMs)) return []
  return symbols.flatMap((symbol) => {
    const contract = parseOptionCode(symbol)
    const quote = contract && simulated.optionQuote(contract, nowMs)
    return quote === null ? [] : [[symbol, new Decimal(quote.previousClose)] as const]
  })
}
