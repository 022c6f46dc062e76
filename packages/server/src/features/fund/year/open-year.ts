// Opens a year of a fund: its books and the account's results, computed once for all its papers.
import { Refusal } from '@clubfolio/contract'
import {
  balanceFigures,
  capitalBridge,
  toCents,
  yearFigures,
  type BalanceFigures,
  type CapitalBridge,
  type Cents,
  type MarketDay,
  type YearFigures,
} from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { readHomes } from '../book/account-home.ts'
import type { CurrentFund } from '../book/load-fund.ts'
import { readAccountResults } from './account-results.ts'

export interface OpenedYear {
  readonly fund: CurrentFund
  readonly figures: YearFigures
  readonly balance: BalanceFigures
  readonly bridge: CapitalBridge
  readonly isClosed: boolean
  /** The years that have papers, newest first. */
  readonly years: readonly number[]
}

interface StatedYear {
  readonly year: number
  readonly today: MarketDay
  readonly years: readonly number[]
}

/** Throws `yearWithoutBooks` for a year before the opening or after today. */
export async function requireYear(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { account, records }: CurrentFund,
  text: string,
): Promise<StatedYear> {
  const { day: today } = await accountMarketTime(db, clock, account.marketSource)
  const [first, last] = [yearOf(records.opening.day), yearOf(today)]
  const year = text === 'last' ? last : Number(text)
  if (year < first || year > last) throw new Refusal('yearWithoutBooks', { first, last })
  return { year, today, years: Array.from({ length: last - first + 1 }, (_, index) => last - index) }
}

/** Throws as `requireYear` does. The caller has the right to the fund. */
export async function openYear(services: Services, fund: CurrentFund, text: string): Promise<OpenedYear> {
  const { account, records } = fund
  const { year, today, years } = await requireYear(services, fund, text)
  const figures = yearFigures(records, await readAccountResults(services, account.id), { year, today })
  const valued = figures.period.end.valuations.at(-1)
  return {
    fund,
    figures,
    balance: balanceFigures(figures.period, await readCash(services.db, account.id, valued?.day ?? figures.to)),
    bridge: capitalBridge(figures.period),
    isClosed: records.closedUntil !== undefined && records.closedUntil >= `${year}-12-31`,
    years,
  }
}

const yearOf = (day: MarketDay): number => Number(day.slice(0, 4))

/** Returns the cash of the close of a day: of a closed period as it was copied, otherwise as the account has it. */
async function readCash(db: Db, fundId: string, day: MarketDay): Promise<Cents> {
  const frozen = await db
    .selectFrom('fund_close')
    .select('cash_cents')
    .where('account_id', '=', fundId)
    .where('day', '=', day)
    .executeTakeFirst()
  if (frozen && frozen.cash_cents !== null) return frozen.cash_cents
  const homes = await readHomes(db, fundId)
  const home = homes.find(
    ({ afterDay, untilDay }) => (afterDay === null || day > afterDay) && (untilDay === null || day <= untilDay),
  )
  const row = await db
    .selectFrom('account_close')
    .select('cash_cents')
    .where('account_id', '=', home?.accountId ?? fundId)
    .where('day', '<=', day)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.cash_cents ?? toCents(0n)
}
