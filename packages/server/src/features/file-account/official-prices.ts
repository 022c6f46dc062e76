// The official closes of the active market for the securities of an account from files, as traded, in the account's
// currency. A price that is missing stays missing: nothing is guessed.
import { codeKey, toMarketDay, type ClosingPrice, type MarketDay } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'
import { lastOnOrBefore } from '../../kernel/last-on-or-before.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { NamedSecurity } from './counted-line.ts'
import type { RateOf } from './rate-table.ts'

/** A close serves the days after it on which the security did not trade; longer gaps are missing prices. */
export const longestPriceDays = 14
/** The currency of market prices, unless the account's lines price the security in another one. */
const marketCurrency = 'USD'

export interface OfficialMarket {
  readonly source: MarketSourceName
  /** The last session in its data; null while there are no prices. */
  readonly marketDay: MarketDay | null
  readonly updatedAt: Date
}

export async function findActiveMarket(trx: Trx, pinned: string | null = null): Promise<OfficialMarket> {
  const row = await trx
    .selectFrom('market_source')
    .select(['source', 'market_day', 'updated_at'])
    .$if(pinned !== null, (query) => query.where(sql<boolean>`source = ${pinned}`))
    .$if(pinned === null, (query) => query.where('is_active', '=', true))
    .executeTakeFirstOrThrow()
  return {
    source: row.source,
    marketDay: row.market_day === null ? null : toMarketDay(row.market_day),
    updatedAt: row.updated_at,
  }
}

export interface OfficialPricesOptions {
  readonly market: OfficialMarket
  readonly securities: readonly NamedSecurity[]
  readonly rateOf: RateOf
  readonly from: MarketDay
}

export interface OfficialPrices {
  readonly closeOf: ClosingPrice
  /** Returns the newest price there is, whatever its age; undefined without any. */
  latestOf(symbol: string): Decimal | undefined
  /** Whether the market knows the security at all. */
  has(symbol: string): boolean
}

export async function readOfficialPrices(
  trx: Trx,
  { market, securities, rateOf, from }: OfficialPricesOptions,
): Promise<OfficialPrices> {
  const keys = [...new Set(securities.map(({ code }) => codeKey(code)))]
  const { rows } = await sql<{ key: string; days: string[]; closes: number[] }>`
    select i.code_key as key, array_agg(b.day::text order by b.day) as days,
      array_agg(b.close order by b.day) as closes
    from instrument i join market.daily_bar b on b.instrument_id = i.id
    where i.source = ${market.source} and i.code_key = any(${keys}::text[])
      and b.day >= ${from}::date - ${sql.lit(longestPriceDays)}
    group by i.code_key`.execute(trx)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const currencies = new Map(securities.map(({ code, currency }) => [code, currency ?? marketCurrency]))
  const inAccount = (symbol: string, close: number, day: string): Decimal | undefined => {
    const rate = rateOf(currencies.get(symbol) ?? marketCurrency, toMarketDay(day))
    return rate === undefined ? undefined : toTick(new Decimal(close)).times(rate)
  }
  return {
    closeOf(symbol, day) {
      const row = byKey.get(codeKey(symbol))
      if (row === undefined || market.marketDay === null || day > market.marketDay) return undefined
      const index = lastOnOrBefore(row.days, day)
      const found = row.days[index]
      if (found === undefined || Date.parse(day) - Date.parse(found) > longestPriceDays * 86_400_000) return undefined
      return inAccount(symbol, row.closes[index]!, day)
    },
    latestOf(symbol) {
      const row = byKey.get(codeKey(symbol))
      const day = row?.days.at(-1)
      return row === undefined || day === undefined ? undefined : inAccount(symbol, row.closes.at(-1)!, day)
    },
    has: (symbol) => byKey.has(codeKey(symbol)),
  }
}

/** Rounds to the market's tick: cents from one dollar up, hundredths of a cent below. */
export const toTick = (price: Decimal): Decimal =>
  price.toDecimalPlaces(price.abs().gte(1) ? 2 : 4, Decimal.ROUND_HALF_UP)
