// New High and New Low: instruments whose period reached the extreme of the year before it. Source:
// docs/rules/market.md, "Lists".
import type { NewHigh, NewLow } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { MoverQuery } from './find-movers.ts'
import { chooseFigures, extremeRule, periodOf } from './list-figures.ts'
import { priceFigure } from './price-figure.ts'

interface ExtremeRow {
  code: string
  name: string
  price: number
  day: string
}

/** Returns the list of `extremeRule`. */
async function findExtremes(db: Db, side: 'high' | 'low', { limit, timing }: MoverQuery): Promise<ExtremeRow[]> {
  const figures = await chooseFigures(db)
  const { isIn, order } = extremeRule(figures, periodOf[timing], side)
  const column = (suffix: string) => sql.ref(`s.${periodOf[timing]}_${side}${suffix}`)
  const { rows } = await sql<ExtremeRow>`
    select s.code, i.name, ${column('')} as price, ${column('_day')} as day
    from ${figures.table} s join instrument i on i.id = s.instrument_id
    where ${isIn} order by ${order}
    limit ${limit}
  `.execute(db)
  return rows
}

export const findNewHighs = async (db: Db, query: MoverQuery): Promise<NewHigh[]> =>
  (await findExtremes(db, 'high', query)).map(({ code, name, price, day }) => ({
    code,
    name,
    maxH: priceFigure(price),
    maxHDate: day,
  }))

export const findNewLows = async (db: Db, query: MoverQuery): Promise<NewLow[]> =>
  (await findExtremes(db, 'low', query)).map(({ code, name, price, day }) => ({
    code,
    name,
    minH: priceFigure(price),
    minHDate: day,
  }))
