// One row of list figures per instrument, recomputed from its bars in the transaction that changed them, so that no
// dashboard list ever scans bars. All prices are split-adjusted. Source: docs/rules/market.md, "Lists".
import type { PoolClient } from 'pg'
import { splitFactorOf, splitSegmentJoin } from '../../db/split-factor.ts'
import type { Clock } from '../../kernel/clock.ts'
import {
  changeSince,
  yearBeforeDays,
  extremesBefore,
  insidePeriod,
  listColumns,
  percentBeyond,
  periodStartSql,
  writeAgain,
} from './list-rules.ts'

const calendarPeriods = ['week', 'month', 'year'] as const
const timings = [
  { name: 'daily', start: 'l.last_day' },
  { name: 'week', start: 'l.week_start' },
  { name: 'month', start: 'l.month_start' },
  { name: 'year', start: 'l.year_start' },
] as const

const open = ({ name, start }: (typeof timings)[number]) => `
  cross join lateral (
    select b.open / ${splitFactorOf('b')} as open from daily_bar b
    where b.instrument_id = l.instrument_id and b.day >= ${start} order by b.day limit 1
  ) ${name}`

/**
 * Returns the adjusted bars of the current instrument, read by its key. A join over all instruments took minutes
 * whenever autovacuum counted `instrument` in the middle of an import: it sees none of the new rows, and the planner
 * then compares each instrument with all bars.
 */
const barsAfter = (day: string) => `(
    select b.day, b.high / s.factor as high, b.low / s.factor as low
    from daily_bar b
    ${splitSegmentJoin('b', 'g')}
    cross join lateral (select coalesce(g.factor, 1) as factor) s
    where b.instrument_id = l.instrument_id and b.day > ${day}
    -- Divided once for each bar, not once for each figure.
    offset 0
  ) w`

const extremes = ({ name, start }: (typeof timings)[number]) => `
  max(w.high) ${insidePeriod(start)} as ${name}_high,
  min(w.low) ${insidePeriod(start)} as ${name}_low,
  ${extremesBefore(start)
    .map((figure, index) => `${figure} as ${name}_${['high_before', 'low_before', 'sessions_before'][index]}`)
    .join(', ')}`

const extremeDays = ({ name, start }: (typeof timings)[number]) => `
  max(w.day) filter (where w.day >= ${start} and w.high = e.${name}_high) as ${name}_high_day,
  max(w.day) filter (where w.day >= ${start} and w.low = e.${name}_low) as ${name}_low_day`

const beyond = ({ name }: (typeof timings)[number]) =>
  percentBeyond({
    sessionsBefore: `${name}_sessions_before`,
    high: `${name}_high`,
    highBefore: `${name}_high_before`,
    low: `${name}_low`,
    lowBefore: `${name}_low_before`,
  })

const each = (make: (timing: (typeof timings)[number]) => string): string => timings.map(make).join(', ')

/** Computed once per instrument, because thousands of its bars are compared with it. */
const periodStarts = calendarPeriods.map((name) => `${periodStartSql(name, 'b.last_day')} as ${name}_start`).join(', ')

const statement = `
  with last as materialized (
    select i.id as instrument_id, i.source, i.code, b.first_day, b.last_day, b.bar_count, ${periodStarts}
    from instrument i
    cross join lateral (
      select min(day) as first_day, max(day) as last_day, count(*)::int as bar_count from daily_bar
        where instrument_id = i.id
    ) b
    where i.id = any($1::uuid[]) and b.last_day is not null
  )
  insert into instrument_stat (
    instrument_id, source, code, first_day, last_day, bar_count, last_close, previous_close,
    ${listColumns.join(', ')},
    year_range_high, year_range_low, average_volume, updated_at
  )
  select l.instrument_id, l.source, l.code, l.first_day, l.last_day, l.bar_count, latest.closes[1], latest.closes[2],
    ${each(
      (timing) =>
        `${timing.name}.open, ${changeSince(`${timing.name}.open`, 'latest.closes[1]')}, ${timing.name}_high, ` +
        `${timing.name}_high_day, ${timing.name}_low, ${timing.name}_low_day, ${beyond(timing)}`,
    )},
    e.year_range_high, e.year_range_low, latest.average_volume, $2
  from last l
  cross join lateral (
    select ${each(extremes)},
      max(w.high) filter (where w.day > l.last_day - ${yearBeforeDays}) as year_range_high,
      min(w.low) filter (where w.day > l.last_day - ${yearBeforeDays}) as year_range_low
    from ${barsAfter('l.year_start - 366')}
  ) e
  cross join lateral (select ${each(extremeDays)} from ${barsAfter('least(l.year_start, l.week_start) - 1')}) d
  ${timings.map(open).join('')}
  cross join lateral (
    select array_agg(close order by day desc) as closes, avg(volume) as average_volume
    from (
      select b.day, b.close / ${splitFactorOf('b')} as close, b.volume * ${splitFactorOf('b')} as volume
      from daily_bar b where b.instrument_id = l.instrument_id order by b.day desc limit 20
    ) recent
  ) latest
  on conflict (instrument_id) do update set
    code = excluded.code, first_day = excluded.first_day, last_day = excluded.last_day, bar_count = excluded.bar_count,
    last_close = excluded.last_close, previous_close = excluded.previous_close,
    ${writeAgain(listColumns)},
    year_range_high = excluded.year_range_high, year_range_low = excluded.year_range_low,
    average_volume = excluded.average_volume, updated_at = excluded.updated_at`

/**
 * Recomputes the figures of instruments: open of the first bar on or after the start of each period to date, change
 * close / open - 1, and whether the period's high (low) reaches that of the days after start - 365 and before the
 * start. The window extends one day beyond the year's own because a week may start in the old year.
 */
export async function recomputeStat(client: PoolClient, clock: Clock, instrumentIds: readonly string[]): Promise<void> {
  await client.query(statement, [instrumentIds, new Date(clock.nowMs())])
  // Levels and indicators depend on the same bars; the research job computes them after this transaction.
  await client.query(
    'insert into level_due (instrument_id) select instrument_id from instrument_stat where instrument_id = ' +
      'any($1::uuid[]) on conflict do nothing',
    [instrumentIds],
  )
}
