// New High and New Low: instruments whose period reached the extreme of the year before it. Source:
// docs/rules/market.md, "Lists".
import type { ListTiming, NewHigh, NewLow } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { activeSource } from './active-market.ts'
import type { MoverQuery } from './find-movers.ts'
import { chooseFigures } from './list-figures.ts'
import { priceFigure } from './price-figure.ts'

const prefix: Readonly<Record<ListTiming, string>> = { DAILY: 'daily', WEEK: 'week', MONTH: 'month', YEAR: 'year' }

interface ExtremeRow {
  code: string
  name: string
  price: number
  day: string
}

/** Farthest beyond the previous extreme first, then the newest, then by code. */
async function findExtremes(db: Db, side: 'high' | 'low', { limit, timing }: MoverQuery): Promise<ExtremeRow[]> {
  const column = (suffix: string) => sql.ref(`s.${prefix[timing]}_${side}${suffix}`)
  const figures = await chooseFigures(db)
  const { rows } = await sql<ExtremeRow>`
    select s.code, i.name, ${column('')} as price, ${column('_day')} as day
    from ${figures.table} s join instrument i on i.id = s.instrument_id
    where s.source = ${activeSource} and s.last_day = ${figures.day} and ${column('_beyond')} is not null
    order by ${column('_beyond')} desc, ${column('_day')} desc, s.code
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
