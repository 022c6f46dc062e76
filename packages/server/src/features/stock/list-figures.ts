// Selects the current list figures: those of the finished market day, or, while a day forms in the active market, the
// same figures including that day so far. Source: docs/rules/market.md, "Storage".
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { activeMarketDay, activeSource } from './active-market.ts'

export interface ListFigures {
  readonly table: RawBuilder<unknown>
  /** An instrument is in the lists of this day when it has a bar on it. */
  readonly day: RawBuilder<unknown>
}

export async function chooseFigures(db: Db): Promise<ListFigures> {
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
