// The yearly rates that go into the option model, for the option desk and for the risk of positions alike: those of the
// brokerage's chain where it states them, otherwise an assumed interest and the dividends that the market recorded.
// Source: docs/rules/trading.md, "Option figures".
import { addCalendarDays, codeKey, type MarketDay, type ModelRates } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { BrokerOptionChain } from '../../adapters/broker/market-answers.ts'
import type { Db } from '../../db/connect.ts'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime, isReplay } from '../account/market-time.ts'
import type { OwnAccount } from '../account/own-account.ts'
import { barSourceOf } from '../operation/find-day-profits.ts'

/** A year's, where the brokerage does not say which one its figures assume. */
const assumedInterestRate = 0.04

/** Returns the rates of a share's options; `stated` are those of its chain, undefined where none was read. */
export const modelRates = (
  stated: Pick<BrokerOptionChain, 'interestRate' | 'dividendYield'> | undefined,
  recordedYield: number | undefined,
): ModelRates => ({
  interestRate: stated?.interestRate ?? assumedInterestRate,
  dividendYield: stated?.dividendYield ?? recordedYield ?? 0,
})

export interface BarMarket {
  /** Undefined for a live brokerage while only the simulated market is there. */
  readonly source: MarketSourceName | undefined
  /** The last finished session. */
  readonly throughDay: MarketDay
}

/** Returns where the daily bars of an account's instruments are. */
export async function barMarketOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  account: Pick<OwnAccount, 'market_source'>,
): Promise<BarMarket> {
  const { lastClosedDay } = await accountMarketTime(db, clock, account.market_source)
  // A replay plays imported bars.
  const source = isReplay(account.market_source) ? 'import' : await barSourceOf(db, account.market_source)
  return { source, throughDay: lastClosedDay }
}

/**
 * Returns the recorded dividends of the year up to a day, each as a fraction of the close before it, by the key of the
 * code; shares without any are left out. Example: 0.50 each quarter at closes of 48.00 to 52.00: about 0.04.
 */
export async function readDividendYields(
  db: Db,
  { source, throughDay }: BarMarket,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (source === undefined || codes.length === 0) return new Map()
  const { rows } = await sql<{ key: string; yield: number }>`
    select i.code_key as key, sum(a.value::float8 / b.close) as yield
    from instrument i
    join corporate_action a on a.instrument_id = i.id and a.kind = 'DIVIDEND'
      and a.day > ${addCalendarDays(throughDay, -365)} and a.day <= ${throughDay}
    cross join lateral (
      select close from daily_bar where instrument_id = i.id and day < a.day and close > 0 order by day desc limit 1
    ) b
    where i.source = ${source} and i.code_key = any(${codes.map(codeKey)}::text[])
    group by i.code_key`.execute(db)
  return new Map(rows.map((row) => [row.key, row.yield]))
}

/**
 * Returns the rates of a chain that was read for an account; reads recorded dividends only where the chain states none.
 */
export async function ratesOfChain(
  services: Pick<Services, 'db' | 'clock'>,
  account: Pick<OwnAccount, 'market_source'>,
  chain: BrokerOptionChain,
): Promise<ModelRates> {
  if (chain.dividendYield !== null) return modelRates(chain, undefined)
  const recorded = await readDividendYields(services.db, await barMarketOf(services, account), [chain.symbol])
  return modelRates(chain, recorded.get(codeKey(chain.symbol)))
}
