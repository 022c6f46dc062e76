// Returns the stored levels of one instrument of the active market, with the days that prove them.
import type { InstrumentLevels } from '@clubfolio/contract'
import {
  codeKey,
  stepsPerDollar,
  type DayLevels,
  type LevelPair,
  type PairSide,
  type PriceLevel,
} from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { activeSource } from '../stock/active-market.ts'

export async function findInstrumentLevels(db: Db, symbol: string): Promise<InstrumentLevels | null> {
  const { rows } = await sql<{ code: string; is_due: boolean; levels: DayLevels }>`
    select i.code, exists (select from level_due l where l.instrument_id = i.id) as is_due, d.levels
    from instrument i join level_day d on d.instrument_id = i.id
    where i.source = ${activeSource} and i.code_key = ${codeKey(symbol)} order by d.day desc limit 1
  `.execute(db)
  const row = rows[0]
  if (!row) return null
  const { day, close, averageRange, levels, long, short } = row.levels
  return {
    code: row.code,
    day,
    lastClose: close / stepsPerDollar,
    ...(row.is_due ? { isComputing: true } : {}),
    averageRange: averageRange === null ? null : Math.round(averageRange) / stepsPerDollar,
    levels: levels.map(toLevel),
    long: toPair(long),
    short: toPair(short),
  }
}

const toLevel = ({ cents, days }: PriceLevel) => ({ price: cents / 100, days: [...days] })
const toSide = (side: PairSide) => ({ ...toLevel(side), origin: side.origin })
const toPair = ({ resistance, support, fault }: LevelPair) => ({
  resistance: toSide(resistance),
  support: toSide(support),
  fault,
})
