// The SQL of the forming day: once a day, what instruments carry over from their finished sessions, and each minute,
// their list figures including the current state of the day. The rules are those of the finished day
// (recompute-stat.ts). Source: docs/rules/market.md, "Storage" and "Lists".
import { splitSegmentJoin } from '../../db/split-factor.ts'
import {
  changeSince,
  extremesBefore,
  insidePeriod,
  listColumns,
  percentBeyond,
  periods,
  periodStartSql,
  writeAgain,
} from './list-rules.ts'

const timings = periods.map((name) => ({ name, start: periodStartSql(name, '$2::date') }))

type Timing = (typeof timings)[number]

/** An instrument that has not traded for this many days carries nothing into the day and is in none of its lists. */
export const tradedWithinDays = 30

/** Returns the columns of extremes: of finished sessions inside the period, and of the year before it. */
function baseColumns({ name, start }: Timing): { names: string; values: string } {
  const inside = insidePeriod(start)
  const names = name === 'daily' ? '' : `${name}_open, ${name}_high, ${name}_high_day, ${name}_low, ${name}_low_day, `
  const values =
    name === 'daily'
      ? ''
      : `case when s.last_day >= ${start} then s.${name}_open / s.ratio end,
        max(w.high) ${inside}, (array_agg(w.day order by w.high desc, w.day desc) ${inside})[1],
        min(w.low) ${inside}, (array_agg(w.day order by w.low, w.day desc) ${inside})[1], `
  return {
    names: `${names}${name}_high_before, ${name}_low_before, ${name}_sessions_before`,
    values: `${values}${extremesBefore(start).join(', ')}`,
  }
}

/**
 * Parameters: $1 source, $2 the forming day, $3 and $4 instruments that split on it and their ratios, $5 the
 * instruments.
 */
export const baseStatement = `
  with held as (
    select s.*, coalesce(r.ratio, 1) as ratio
    from instrument_stat s left join unnest($3::uuid[], $4::float8[]) as r (instrument_id, ratio) using (instrument_id)
    where s.source = $1 and s.last_day < $2::date and s.last_day > $2::date - ${tradedWithinDays}
      and s.instrument_id = any($5::uuid[])
  ),
  bar as (
    select b.instrument_id, b.day, b.high / coalesce(g.factor, 1) / h.ratio as high,
      b.low / coalesce(g.factor, 1) / h.ratio as low
    from held h
    join daily_bar b on b.instrument_id = h.instrument_id
      and b.day > date_trunc('year', $2::date::timestamp)::date - 373
    ${splitSegmentJoin('b', 'g')}
  )
  insert into forming_base (instrument_id, source, day, last_close,
    ${timings.map((one) => baseColumns(one).names).join(', ')}, year_range_high, year_range_low)
  select s.instrument_id, s.source, $2::date, s.last_close / s.ratio,
    ${timings.map((one) => baseColumns(one).values).join(', ')},
    s.year_range_high / s.ratio, s.year_range_low / s.ratio
  from held s left join bar w on w.instrument_id = s.instrument_id
  group by s.instrument_id, s.source, s.last_close, s.ratio, s.last_day, s.week_open, s.month_open, s.year_open,
    s.year_range_high, s.year_range_low`

const isFirst = (name: string, side: 'high' | 'low') =>
  name === 'daily'
    ? 'true'
    : `(b.${name}_${side} is null or f.${side} ${side === 'high' ? '>=' : '<='} b.${name}_${side})`

function formingColumns({ name }: Timing): string {
  const open = name === 'daily' ? 'f.open' : `coalesce(b.${name}_open, f.open)`
  const extreme = (side: 'high' | 'low') =>
    name === 'daily' ? `f.${side}` : `case when ${isFirst(name, side)} then f.${side} else b.${name}_${side} end`
  const day = (side: 'high' | 'low') =>
    name === 'daily' ? 'b.day' : `case when ${isFirst(name, side)} then b.day else b.${name}_${side}_day end`
  const beyond = percentBeyond({
    sessionsBefore: `b.${name}_sessions_before`,
    high: `(${extreme('high')})`,
    highBefore: `b.${name}_high_before`,
    low: `(${extreme('low')})`,
    lowBefore: `b.${name}_low_before`,
  })
  return (
    `${open}, ${changeSince(open, 'f.last')}, ${extreme('high')}, ${day('high')}, ${extreme('low')}, ` +
    `${day('low')}, ${beyond}`
  )
}

const changing = [
  'last_day',
  'last_close',
  'previous_close',
  'bar_count',
  ...listColumns,
  'year_range_high',
  'year_range_low',
  'updated_at',
]

/** Parameters: $1 codes, $2 to $5 their open, high, low and last as traded today, $6 source, $7 now. */
export const formingStatement = `
  insert into forming_stat (instrument_id, source, code, first_day, last_day, bar_count, last_close, previous_close,
    ${listColumns.join(', ')},
    year_range_high, year_range_low, average_volume, updated_at)
  select s.instrument_id, s.source, s.code, s.first_day, b.day, s.bar_count + 1, f.last, b.last_close,
    ${timings.map(formingColumns).join(', ')},
    greatest(b.year_range_high, f.high), least(b.year_range_low, f.low), s.average_volume, $7::timestamptz
  from unnest($1::text[], $2::float8[], $3::float8[], $4::float8[], $5::float8[]) as f (code, open, high, low, last)
  join instrument_stat s on s.source = $6 and s.code = f.code
  join forming_base b on b.instrument_id = s.instrument_id
  on conflict (instrument_id) do update set ${writeAgain(changing)}`
