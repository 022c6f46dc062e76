// One row of list figures per instrument, recomputed from its bars in the transaction that changed them, so that no
// dashboard list ever scans bars. All prices are split-adjusted. Source: docs/rules/market.md, "Lists".
import type { PoolClient } from 'pg'
import type { Clock } from '../../kernel/clock.ts'

const timings = [
  { name: 'daily', start: 'l.last_day' },
  { name: 'week', start: 'l.week_start' },
  { name: 'month', start: 'l.month_start' },
  { name: 'year', start: 'l.year_start' },
] as const

/** Computed once per instrument, because thousands of its bars are compared with it. */
const periodStart = (name: string) => `date_trunc('${name}', b.last_day::timestamp)::date as ${name}_start`

/** Minimum number of sessions in the year before a period; with fewer there is no extreme to reach. */
const neededSessions = 20

const open = ({ name, start }: (typeof timings)[number]) => `
  cross join lateral (
    select b.open / ${factor('b')} as open from daily_bar b
    where b.instrument_id = l.instrument_id and b.day >= ${start} order by b.day limit 1
  ) ${name}`

/**
 * Returns the factor of the splits after the bar's day, or after the day through which its file had already adjusted
 * it.
 */
function factor(bar: string): string {
  return `coalesce((select g.factor from split_segment g where g.instrument_id = ${bar}.instrument_id
    and greatest(${bar}.day, ${bar}.adjusted_through) >= g.from_day and greatest(${bar}.day, ${bar}.adjusted_through) < g.until_day), 1)`
}

/**
 * Returns the adjusted bars of the current instrument, read by its key. A join over all instruments took minutes
 * whenever autovacuum counted `instrument` in the middle of an import: it sees none of the new rows, and the planner
 * then compares each instrument with all bars.
 */
const barsAfter = (day: string) => `(
    select b.day, b.high / s.factor as high, b.low / s.factor as low
    from daily_bar b
    left join split_segment g on g.instrument_id = b.instrument_id
      and greatest(b.day, b.adjusted_through) >= g.from_day and greatest(b.day, b.adjusted_through) < g.until_day
    cross join lateral (select coalesce(g.factor, 1) as factor) s
    where b.instrument_id = l.instrument_id and b.day > ${day}
    -- Divided once for each bar, not once for each figure.
    offset 0
  ) w`

const extremes = ({ name, start }: (typeof timings)[number]) => `
  max(w.high) filter (where w.day >= ${start}) as ${name}_high,
  min(w.low) filter (where w.day >= ${start}) as ${name}_low,
  max(w.high) filter (where w.day < ${start} and w.day > ${start} - 365) as ${name}_high_before,
  min(w.low) filter (where w.day < ${start} and w.day > ${start} - 365) as ${name}_low_before,
  count(*) filter (where w.day < ${start} and w.day > ${start} - 365) as ${name}_sessions_before`

const extremeDays = ({ name, start }: (typeof timings)[number]) => `
  max(w.day) filter (where w.day >= ${start} and w.high = e.${name}_high) as ${name}_high_day,
  max(w.day) filter (where w.day >= ${start} and w.low = e.${name}_low) as ${name}_low_day`

/** Returns the percentage beyond the extreme before the period; null if it was not reached. */
const beyond = ({ name }: (typeof timings)[number]) => `
  case when ${name}_sessions_before >= ${neededSessions} and ${name}_high >= ${name}_high_before then 100 * (${name}_high / ${name}_high_before - 1) end,
  case when ${name}_sessions_before >= ${neededSessions} and ${name}_low <= ${name}_low_before then 100 * (1 - ${name}_low / ${name}_low_before) end`

const each = (make: (timing: (typeof timings)[number]) => string): string => timings.map(make).join(', ')

const statement = `
  with last as materialized (
    select i.id as instrument_id, i.source, i.code, b.first_day, b.last_day, b.bar_count, ${['week', 'month', 'year'].map(periodStart).join(', ')}
    from instrument i
    cross join lateral (
      select min(day) as first_day, max(day) as last_day, count(*)::int as bar_count from daily_bar where instrument_id = i.id
    ) b
    where i.id = any($1::uuid[]) and b.last_day is not null
  )
  insert into instrument_stat (
    instrument_id, source, code, first_day, last_day, bar_count, last_close, previous_close,
    ${each(({ name }) => `${name}_open, ${name}_change, ${name}_high, ${name}_high_day, ${name}_low, ${name}_low_day, ${name}_high_beyond, ${name}_low_beyond`)},
    year_range_high, year_range_low, average_volume, updated_at
  )
  select l.instrument_id, l.source, l.code, l.first_day, l.last_day, l.bar_count, latest.closes[1], latest.closes[2],
    ${each((timing) => `${timing.name}.open, latest.closes[1] / ${timing.name}.open - 1, ${timing.name}_high, ${timing.name}_high_day, ${timing.name}_low, ${timing.name}_low_day, ${beyond(timing)}`)},
    e.year_range_high, e.year_range_low, latest.average_volume, $2
  from last l
  cross join lateral (
    select ${each(extremes)},
      max(w.high) filter (where w.day > l.last_day - 365) as year_range_high,
      min(w.low) filter (where w.day > l.last_day - 365) as year_range_low
    from ${barsAfter('l.year_start - 366')}
  ) e
  cross join lateral (select ${each(extremeDays)} from ${barsAfter('least(l.year_start, l.week_start) - 1')}) d
  ${timings.map(open).join('')}
  cross join lateral (
    select array_agg(close order by day desc) as closes, avg(volume) as average_volume
    from (
      select b.day, b.close / ${factor('b')} as close, b.volume * ${factor('b')} as volume
      from daily_bar b where b.instrument_id = l.instrument_id order by b.day desc limit 20
    ) recent
  ) latest
  on conflict (instrument_id) do update set
    code = excluded.code, first_day = excluded.first_day, last_day = excluded.last_day, bar_count = excluded.bar_count,
    last_close = excluded.last_close, previous_close = excluded.previous_close,
    ${each(({ name }) => ['open', 'change', 'high', 'high_day', 'low', 'low_day', 'high_beyond', 'low_beyond'].map((part) => `${name}_${part} = excluded.${name}_${part}`).join(', '))},
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
    `insert into level_due (instrument_id) select instrument_id from instrument_stat where instrument_id = any($1::uuid[]) on conflict do nothing`,
    [instrumentIds],
  )
}
