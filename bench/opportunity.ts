// One page of the opportunity seeker over 10,000 instruments (QEC on, total counted, positions sized exactly) against
// the bare indexed SELECT that reads and counts the same rows. Promise: at most 3 times as long, whatever the years of
// history: bars are never read, only the table of levels. Prints the ratio.
import { assetTypes } from '../packages/contract/src/stock.ts'
import {
  findOpportunities,
  type OpportunityQuery,
} from '../packages/server/src/features/opportunity/find-opportunities.ts'
import { rawReadsOf } from '../packages/server/src/db/raw-reads.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { compare, timed } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const promise = 3
const rounds = 9
const pagesPerRound = 40
const instrumentCount = 10_000

const { pool, close } = await openBenchDatabase()
try {
  await pool.query(`
    insert into instrument (id, source, code, code_key, name, name_key, asset_type, ipo_date, created_at)
      select gen_random_uuid(), 'simulated', 'T' || n, 'T' || n, 'Company ' || n, 'company ' || n, case when n % 10 = 0 then 'ETF' else 'EQUITY' end, date '2000-01-01' + n % 9000, now()
      from generate_series(1, ${instrumentCount}) n;
    update market_source set market_day = '2026-03-03' where source = 'simulated';
    insert into opportunity (instrument_id, direction, source, code, day, resistance_cents, support_cents, entry_cents, distance, average_volume, fault)
      select i.id, d.direction, 'simulated', i.code, '2026-03-03', 5000 + h % 400, 4500 + h % 300, case when d.direction = 'long' then 5001 + h % 400 else 4499 + h % 300 end,
        (h % 9973) / 99730.0, 100000 + h % 5000000, case when h % 4 = 0 then 'TOO_WIDE' end
      from instrument i cross join (values ('long'), ('short')) d (direction) cross join lateral (select abs(hashtext(i.code || d.direction)) as h) x;
    analyze;`)
  const query: OpportunityQuery = {
    investmentType: 'long',
    capital: '50000',
    risk: '1',
    start: 0,
    count: 20,
    assetTypes: [...assetTypes],
    symbolOrAll: null,
    showOnlyQEC: true,
    yearIPO: null,
    overtaken: 'show',
    direction: 'ASC',
  }
  const bareRows = `select o.*, i.name, i.asset_type, i.cusip from opportunity o join instrument i on i.id = o.instrument_id
    where o.source = 'simulated' and o.direction = 'long' and o.day = '2026-03-03' and o.fault is null order by o.distance, o.code limit 20 offset $1`
  const bareCount = `select count(*)::int as total from opportunity o where o.source = 'simulated' and o.direction = 'long' and o.day = '2026-03-03' and o.fault is null`

  const starts = Array.from({ length: pagesPerRound }, (_, index) => (index % 10) * 20)
  const raw = rawReadsOf(pool)
  const ours = () =>
    timed(async () => {
      for (const start of starts) JSON.stringify(await findOpportunities({ raw }, { ...query, start }))
    })
  const bare = () =>
    timed(async () => {
      for (const start of starts) {
        const { rows } = await pool.query<Record<string, unknown>>(bareRows, [start])
        const { rows: counted } = await pool.query<{ total: number }>(bareCount)
        JSON.stringify({ total: counted[0]!.total, result: rows }, (_key, value: unknown) =>
          typeof value === 'bigint' ? Number(value) : value,
        )
      }
    })
  const { total } = await findOpportunities({ raw }, query)
  const { oursMs, bareMs, ratio } = await compare(rounds, ours, bare)
  reportRow({
    what: `a page of the opportunity seeker over ${instrumentCount} instruments against the bare indexed SELECT and count`,
    value: ratio,
    bar: { atMost: promise },
    figures: `${(oursMs / pagesPerRound).toFixed(2)} ms / ${(bareMs / pagesPerRound).toFixed(2)} ms, ${total} qualify, medians of ${rounds} rounds`,
  })
} finally {
  await close()
}
