// The profit of the day of an account's open positions, from its own market's prior closes and from what the brokerage
// booked since. A figure exists only where all of it is known: the prior close of exactly the session before, a price
// of today, and bookings that explain the quantity that the brokerage reports.
// Source: docs/rules/trading.md, "Profit of the day".
import {
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
import type { MarketSourceName } from '../../db/tables/market-tables.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime, isReplay, type MarketTime } from '../account/market-time.ts'
import type { OwnAccount } from '../account/own-account.ts'
import { recordedCloses } from '../account-reading/recorded-closes.ts'
import { findPriorCloses } from '../stock/find-prior-closes.ts'
import { findSecurityRows } from '../transaction/find-security-rows.ts'
import { lotEvent } from '../transaction/lot-events.ts'

export interface PricedPosition extends OpenPosition {
  readonly lastPrice: Decimal
  /** The price is of now; otherwise it is of the account's last reading. */
  readonly isLive: boolean
}

/**
 * Returns the profit of the day by symbol; null where it is unknown. "Today" is the account's market day, which begins
 * when the session before it ends.
 */
export async function findDayProfits(
  services: Services,
  account: OwnAccount,
  positions: readonly PricedPosition[],
): Promise<Map<string, Cents | null>> {
  const { db, clock } = services
  const market = await accountMarketTime(db, clock, account.market_source)
  const symbols = positions.map(({ symbol }) => symbol)
  const [closes, recorded, events] = await Promise.all([
    priorClosesOf(services, account, market, symbols),
    recordedQuantities(db, account.id, symbols),
    eventsSince(db, account.id, market.day),
  ])
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

/**
 * Returns what our record of the account holds: its contents at the first reading and every booking since. Where the
 * brokerage reports another quantity, a booking is still to come.
 */
async function recordedQuantities(
  db: Db,
  accountId: string,
  symbols: readonly string[],
): Promise<Map<string, Decimal>> {
  const { rows } = await sql<{ symbol: string; quantity: string }>`
    select symbol, sum(quantity)::text as quantity from (
      select symbol, quantity from account_baseline where account_id = ${accountId}
      union all
      select symbol, quantity from account_transaction where account_id = ${accountId}
    ) as booked
    where symbol = any(${[...symbols]}) and quantity is not null
    group by symbol
  `.execute(db)
  return new Map(rows.map(({ symbol, quantity }) => [symbol, new Decimal(quantity)]))
}

type DayEvents = readonly LotEvent[] | 'unexplained'

/** Unexplained is a symbol of which a booking moved some in a way that opens and closes no lot. */
async function eventsSince(db: Db, accountId: string, day: MarketDay): Promise<Map<string, DayEvents>> {
  const found = new Map<string, DayEvents>()
  for (const row of await findSecurityRows(db, accountId, { from: day })) {
    const event = lotEvent(row)
    if (event === undefined && new Decimal(row.quantity).isZero()) continue
    const before = found.get(row.symbol) ?? []
    found.set(row.symbol, event === undefined || before === 'unexplained' ? 'unexplained' : [...before, event])
  }
  return found
}

async function priorClosesOf(
  services: Services,
  account: OwnAccount,
  market: MarketTime,
  symbols: readonly string[],
): Promise<Map<string, Decimal>> {
  const { db } = services
  const options = symbols.filter(isOptionCode)
  const shares = symbols.filter((symbol) => !isOptionCode(symbol))
  if (isReplay(account.market_source)) return replayedCloses(db, shares, market.day)
  const source = await barSourceOf(db, account.market_source)
  if (source === undefined) return new Map()
  const closes = await findPriorCloses(db, source, shares, market.day)
  for (const [symbol, close] of source === 'simulated' ? optionCloses(services, options, market) : [])
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
