// The market reports' figures computed a second time, directly from daily bars and by other statements than the
// product's. They take bars as traded, so instruments whose prices a split changed within the last two years are
// excluded from the comparison.
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../../db/connect.ts'
import type { TestUser } from '../../../testing/test-app.ts'
import { readWholeReport } from './read-whole-report.ts'

interface MovePlain {
  readonly code: string
  readonly percent: string
}

/** Returns the codes excluded from the comparison. */
async function splitCodes(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    code: string
  }>`select i.code from instrument i where i.source = (select source from market_source where is_active) and not (${noSplit})`.execute(
    db,
  )
  return new Set(rows.map(({ code }) => code))
}

const noSplit = sql`not exists (select from corporate_action x where x.instrument_id = i.id and x.kind = 'SPLIT' and x.day > ${sql.raw('(select market_day from market_source where is_active)')} - 730)`

const periodStarts = (day: string): Readonly<Record<string, string>> => {
  const date = new Date(`${day}T00:00:00Z`)
  const monday = new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10)
  return { DAILY: day, WEEK: monday, MONTH: `${day.slice(0, 7)}-01`, YEAR: `${day.slice(0, 4)}-01-01` }
}

/** Returns the percent change since the open of the period, of every instrument with a bar on the market day. */
async function plainMoves(db: Db, day: string, start: string): Promise<MovePlain[]> {
  const { rows } = await sql<MovePlain>`
    with bars as (
      select distinct i.code, first_value(b.open) over w as opened, last_value(b.close) over w as closed
      from daily_bar b join instrument i on i.id = b.instrument_id
      where i.source = (select source from market_source where is_active) and b.day between ${start}::date and ${day}::date and ${noSplit}
        and exists (select from daily_bar t where t.instrument_id = i.id and t.day = ${day}::date)
      window w as (partition by i.id order by b.day rows between unbounded preceding and unbounded following)
    )
    select code, round(((closed / opened - 1) * 100)::numeric, 2)::text as percent from bars`.execute(db)
  return rows
}

interface ExtremePlain {
  readonly code: string
  readonly price: string
}

/** Returns instruments whose period reached the extreme of the 364 days before it, with at least 20 sessions there. */
async function plainExtremes(db: Db, day: string, start: string, side: 'HIGH' | 'LOW'): Promise<ExtremePlain[]> {
  const [price, sign] = side === 'HIGH' ? [sql`b.high`, sql`1`] : [sql`b.low`, sql`-1`]
  const { rows } = await sql<ExtremePlain>`
    with before as (
      select b.instrument_id, max(${sign} * ${price}) as best from daily_bar b
      where b.day between ${start}::date - 364 and ${start}::date - 1 group by 1 having count(*) >= 20
    ), inside as (
      select b.instrument_id, max(${sign} * ${price}) as best, max(b.day) as last from daily_bar b where b.day between ${start}::date and ${day}::date group by 1
    )
    select i.code, trim_scale(round((${sign} * n.best)::numeric, 4))::text as price
    from inside n join before o using (instrument_id) join instrument i on i.id = n.instrument_id
    where i.source = (select source from market_source where is_active) and n.last = ${day}::date and n.best >= o.best and ${noSplit}`.execute(
    db,
  )
  return rows
}

interface CandidatePlain {
  readonly code: string
  readonly stocks: string
  readonly inversion: string
}

/**
 * Quantity = floor(capital x risk % / (resistance - support)), long: x (resistance + 0.01), short: x (support - 0.01).
 */
async function plainCandidates(
  db: Db,
  direction: 'long' | 'short',
  capital: string,
  risk: string,
): Promise<CandidatePlain[]> {
  const { rows } = await sql<CandidatePlain>`
    with sized as (
      select o.code, floor(${capital}::numeric * ${risk}::numeric / 100 / ((o.resistance_cents - o.support_cents)::numeric / 100)) as stocks,
        case o.direction when 'long' then o.resistance_cents + 1 else o.support_cents - 1 end::numeric / 100 as entry
      from opportunity o join market_source m on m.source = o.source and m.market_day = o.day and m.is_active
      where o.fault is null and o.direction = ${direction}
    )
    select code, stocks::text, round(stocks * entry, 2)::text as inversion from sized`.execute(db)
  return rows
}

const marketDay = async (db: Db): Promise<string> =>
  (await db.selectFrom('market_source').select('market_day').where('is_active', '=', true).executeTakeFirstOrThrow())
    .market_day!

/**
 * Expects, for every period and both directions, the same instruments with the same percentages, the largest move
 * first. Returns how many were compared.
 */
export async function expectMovers(db: Db, reader: Pick<TestUser, 'client'>): Promise<number> {
  const day = await marketDay(db)
  const split = await splitCodes(db)
  let count = 0
  for (const [timing, start] of Object.entries(periodStarts(day))) {
    const plain = (await plainMoves(db, day, start)).map(({ code, percent }) => ({ code, percent: Number(percent) }))
    for (const [side, sign] of [
      ['WINNERS', 1],
      ['LOSERS', -1],
    ] as const) {
      const { data } = await readWholeReport(reader, 'market-movers', { timing, side })
      const found = new Map(
        data
          .filter((row) => !split.has(String(row['instrumentCode'])))
          .map((row) => [String(row['instrumentCode']), Number(row['percent'])]),
      )
      const missing = plain.filter(
        ({ code, percent }) => sign * percent > 0 && !(Math.abs((found.get(code) ?? Number.NaN) - percent) < 0.0101),
      )
      const surplus = [...found.keys()].filter((code) => !plain.some((row) => row.code === code))
      expect({ timing, side, missing, surplus }).toEqual({ timing, side, missing: [], surplus: [] })
      const moves = data.map((row) => sign * Number(row['percent']))
      expect(moves).toEqual(moves.toSorted((x, y) => y - x))
      expect(data.map((row) => row['rank'])).toEqual(data.map((_row, index) => index + 1))
      count += found.size
    }
  }
  return count
}

/**
 * Expects, for every period, highs and lows: the same instruments with the same prices. Returns how many there were.
 */
export async function expectExtremes(db: Db, reader: Pick<TestUser, 'client'>): Promise<number> {
  const day = await marketDay(db)
  const split = await splitCodes(db)
  let count = 0
  for (const [timing, start] of Object.entries(periodStarts(day))) {
    for (const side of ['HIGH', 'LOW'] as const) {
      const plain = (await plainExtremes(db, day, start, side)).map(({ code, price }) => `${code} ${Number(price)}`)
      const { data } = await readWholeReport(reader, 'new-highs-and-lows', { timing, side })
      expect(
        data
          .filter((row) => !split.has(String(row['instrumentCode'])))
          .map((row) => `${row['instrumentCode']} ${row['price']}`)
          .sort(),
      ).toEqual(plain.sort())
      count += plain.length
    }
  }
  return count
}

/** Expects, for both directions, the same instruments, quantities and investments. Returns how many there were. */
export async function expectOpportunities(db: Db, reader: Pick<TestUser, 'client'>): Promise<number> {
  let count = 0
  for (const direction of ['long', 'short'] as const) {
    const { data } = await readWholeReport(reader, 'opportunities', { direction, capital: '75000.50', risk: '1.33' })
    const plain = await plainCandidates(db, direction, '75000.50', '1.33')
    expect(data.map((row) => `${row['instrumentCode']} ${row['stocks']} ${row['inversion']}`).sort()).toEqual(
      plain.map((row) => `${row.code} ${Number(row.stocks)} ${Number(row.inversion)}`).sort(),
    )
    count += plain.length
  }
  return count
}
