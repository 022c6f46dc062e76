// Finds the instruments of the active market that meet criteria on its market day. Finished sessions only; one read of
// two small tables.
import {
  averageLengths,
  screenMetrics,
  screenRowLimit,
  type ScreenCriteria,
  type ScreenMetric,
  type ScreenRow,
} from '@clubfolio/contract'
import type { Pool } from 'pg'

/** Each metric as SQL over instrument i, its list figures s and its indicators d. */
const expressions: Readonly<Record<ScreenMetric, string>> = {
  price: 's.last_close',
  averageVolume: 's.average_volume',
  // Of the last finished session, since its prior close.
  dailyChange: '100 * (s.last_close / nullif(s.previous_close, 0) - 1)',
  weekChange: '100 * s.week_change',
  monthChange: '100 * s.month_change',
  yearChange: '100 * s.year_change',
  belowHigh: '100 * (1 - s.last_close / nullif(s.year_range_high, 0))',
  aboveLow: '100 * (s.last_close / nullif(s.year_range_low, 0) - 1)',
  rsi14: 'd.rsi14',
  marketCap: 'coalesce(i.share_count * s.last_close::numeric, i.market_cap)::float8',
  ipoYear: 'extract(year from i.ipo_date)::float8',
}

export interface ScreenResult {
  readonly day: string | null
  readonly total: number
  readonly result: readonly ScreenRow[]
}

type Figures = Record<ScreenMetric | 'sma20' | 'sma50' | 'sma200', number | null>
type Row = Pick<ScreenRow, 'code' | 'name' | 'assetType' | 'sector'> & Figures & { total: number; day: string }

export async function runCriteria(pool: Pool, criteria: ScreenCriteria): Promise<ScreenResult> {
  const values: unknown[] = []
  const value = (given: unknown) => `$${values.push(given)}`
  const conditions: string[] = []
  for (const metric of screenMetrics) {
    const [from = null, to = null] = criteria.bounds[metric] ?? []
    if (from !== null) conditions.push(`${expressions[metric]} >= ${value(from)}`)
    if (to !== null) conditions.push(`${expressions[metric]} <= ${value(to)}`)
  }
  for (const length of averageLengths) {
    const side = criteria.averages[length]
    if (side !== undefined) conditions.push(`s.last_close ${side === 'above' ? '>' : '<'} d.sma${length}`)
  }
  if (criteria.assetTypes.length > 0) conditions.push(`i.asset_type = any(${value(criteria.assetTypes)}::text[])`)
  if (criteria.sectors.length > 0) conditions.push(`i.sector = any(${value(criteria.sectors)}::text[])`)
  const { rows } = await pool.query<Row>(
    `select i.code, i.name, i.asset_type as "assetType", i.sector,
      ${screenMetrics.map((metric) => `${expressions[metric]} as "${metric}"`).join(', ')},
       d.sma20, d.sma50, d.sma200, count(*) over ()::int as total, m.market_day::text as day
     from market_source m
     join instrument_stat s on s.source = m.source and s.last_day = m.market_day
     join instrument i on i.id = s.instrument_id
     left join instrument_indicator d on d.instrument_id = s.instrument_id and d.day = s.last_day
     where m.is_active ${conditions.map((condition) => `and ${condition}`).join(' ')}
     order by s.code limit ${screenRowLimit}`,
    values,
  )
  const { rows: days } = await pool.query<{ day: string | null }>(
    'select market_day::text as day from market_source where is_active',
  )
  return { day: days[0]?.day ?? null, total: rows[0]?.total ?? 0, result: rows.map(toRow) }
}

const rounded = (figure: number | null, decimals: number): number | null =>
  figure === null ? null : Number(figure.toFixed(decimals))

function toRow({
  total: _total,
  day: _day,
  sma20,
  sma50,
  sma200,
  code,
  name,
  assetType,
  sector,
  ...figures
}: Row): ScreenRow {
  const over = (average: number | null) =>
    average === null || figures.price === null ? null : rounded(100 * (figures.price / average - 1), 2)
  const percent = (figure: number | null) => rounded(figure, 2)
  return {
    code,
    name,
    assetType,
    sector,
    price: rounded(figures.price, 4) ?? 0,
    averageVolume: Math.round(figures.averageVolume ?? 0),
    dailyChange: percent(figures.dailyChange),
    weekChange: percent(figures.weekChange),
    monthChange: percent(figures.monthChange),
    yearChange: percent(figures.yearChange),
    belowHigh: percent(figures.belowHigh),
    aboveLow: percent(figures.aboveLow),
    rsi14: rounded(figures.rsi14, 1),
    overSma20: over(sma20),
    overSma50: over(sma50),
    overSma200: over(sma200),
    marketCap: rounded(figures.marketCap, 0),
    ipoYear: figures.ipoYear,
  }
}

export async function findSectors(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ sector: string }>(
    'select distinct i.sector from instrument i join market_source m on m.source = i.source and m.is_active ' +
      'where i.sector is not null order by 1',
  )
  return rows.map(({ sector }) => sector)
}
