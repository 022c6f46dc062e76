// The current list figures, and which of them make a list in which order: for the dashboard and for the reports of the
// market. The figures are those of the finished market day, or, while a day forms in the active market, the same ones
// including that day so far. Source: docs/rules/market.md, "Storage" and "Lists".
import type { ListTiming } from '@clubfolio/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { knownMarket } from '../../kernel/known-market.ts'
import { activeMarketDay, activeSource } from './active-market.ts'

export interface ListFigures {
  readonly table: RawBuilder<unknown>
  /** An instrument is in the lists of this day when it has a bar on it. */
  readonly day: RawBuilder<unknown>
}

export async function chooseFigures(db: Db): Promise<ListFigures> {
  const market = knownMarket(db)
  if (market !== undefined) {
    const { formingDay, marketDay } = market
    return formingDay === null
      ? { table: sql.table('instrument_stat'), day: sql`${marketDay}::date` }
      : { table: sql.table('forming_stat'), day: sql`${formingDay}::date` }
  }
  const { rows } = await sql<{
    is_forming: boolean | null
  }>`select forming_day > market_day as is_forming from market_source where is_active`.execute(db)
  return rows[0]?.is_forming
    ? {
        table: sql.table('forming_stat'),
        day: sql`(select forming_day from market_source where source = ${activeSource})`,
      }
    : { table: sql.table('instrument_stat'), day: activeMarketDay }
}

/** The period that a list covers, as the columns of the figures name it. */
export const periodOf = { DAILY: 'daily', WEEK: 'week', MONTH: 'month', YEAR: 'year' } as const satisfies Record<
  ListTiming,
  string
>
type Period = (typeof periodOf)[ListTiming]

/** The rows of a list, as conditions and orders over the figures `s`. */
export interface ListRule {
  readonly isIn: RawBuilder<boolean>
  readonly order: RawBuilder<unknown>
}

/** Instruments with a bar on the market day by change since the open of the period; equal changes by code. */
export const moverRule = ({ day }: ListFigures, period: Period, side: 'winners' | 'losers'): ListRule => ({
  isIn: isOfDay(day),
  order: sql`${sql.ref(`s.${period}_change`)} ${sql.raw(side === 'winners' ? 'desc' : 'asc')}, s.code`,
})

/** Instruments whose period reached the extreme before it: farthest beyond it first, then the newest, then by code. */
export function extremeRule({ day }: ListFigures, period: Period, side: 'high' | 'low'): ListRule {
  const beyond = sql.ref(`s.${period}_${side}_beyond`)
  return {
    isIn: sql<boolean>`${isOfDay(day)} and ${beyond} is not null`,
    order: sql`${beyond} desc, ${sql.ref(`s.${period}_${side}_day`)} desc, s.code`,
  }
}

/** Instruments of the active market with a bar on the day of the figures. */
export const isOfDay = (day: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`s.source = ${activeSource} and s.last_day = ${day}`
