// A page of the opportunity seeker: one sorted read of a small table, never of bars, and exact arithmetic for the rows
// on the page. Source: docs/rules/trading.md, "Opportunity seeker"; docs/rules/market.md, "Opportunities", "Position of
// an opportunity" and "Distance".
import {
  assetTypes,
  type InvestmentType,
  type Opportunity,
  type OpportunityOrder,
  type RouteParams,
  type RouteQuery,
  type RouteReply,
  type Routes,
} from '@clubfolio/contract'
import {
  centsText,
  codeKey,
  investmentThreshold,
  isQualified,
  judgeEntry,
  roundPosition,
  sizePosition,
} from '@clubfolio/domain'
import type { RawReads } from '../../db/raw-reads.ts'
import type { Services } from '../../services.ts'
import { priceFigure } from '../stock/price-figure.ts'

type Find = Routes['opportunity']['find']
export type OpportunityQuery = RouteParams<Find> & RouteQuery<Find>

interface OpportunityRow {
  name: string
  asset_type: Opportunity['instrumentAssetType']
  code: string
  cusip: string | null
  resistance_cents: number
  support_cents: number
  average_volume: number
  distance: number
  /** The session that is forming after the market day; null while there is none. */
  session_day: string | null
  session_high: number
  session_low: number
  session_last: number
  is_split: boolean
}

export async function findOpportunities(
  { raw }: Pick<Services, 'raw'>,
  query: OpportunityQuery,
): Promise<RouteReply<Find>> {
  if (query.assetTypes.length === 0) return { total: 0, overtaken: 0, result: [] }
  const { total, overtaken, rows } = await readPage(raw, query)
  return { total, overtaken, result: rows.map((row) => toOpportunity(row, query)) }
}

interface Page {
  readonly total: number
  readonly overtaken: number
  readonly rows: readonly OpportunityRow[]
}

/** Returns the SQL condition that a price of the forming session reached this price of the row, a number of cents. */
const reached = (side: 'high' | 'low', cents: string): string =>
  `round(f.daily_${side}::numeric * 10000) ${side === 'high' ? '>=' : '<='} ${cents} * 100`

/**
 * Returns the rows of a page and the total count. Whether a row qualifies is decided in integers: quantity x entry >
 * 800 exactly when quantity > floor(800 / entry), and <= capital exactly when quantity <= floor(capital / entry). While
 * a session is forming, rows that it has overtaken come last and the others are sorted by distance from its last price.
 */
async function readPage(raw: RawReads, query: OpportunityQuery): Promise<Page> {
  const values: unknown[] = [query.investmentType]
  const value = (given: unknown) => `$${values.push(given)}`
  const conditions = [
    'o.source = m.source',
    'o.day = m.market_day',
    'o.direction = $1',
    'o.fault is null',
    ...(query.symbolOrAll === null ? [] : [`i.code_key = ${value(codeKey(query.symbolOrAll))}`]),
    ...(new Set(query.assetTypes).size === assetTypes.length
      ? []
      : [`i.asset_type = any(${value(query.assetTypes)}::text[])`]),
    ...(query.yearIPO === null
      ? []
      : [
          `i.ipo_date >= make_date(${value(query.yearIPO)}::int, 1, 1) and i.ipo_date < ` +
            `make_date(${value(query.yearIPO + 1)}::int, 1, 1)`,
        ]),
  ]
  if (query.showOnlyQEC) {
    const { capitalCents } = wholeFigures(query)
    const quantity = quantitySql(query, value)
    conditions.push(
      `${quantity} > ${investmentThreshold * 100} / o.entry_cents`,
      `${quantity} <= ${value(capitalCents)}::bigint / o.entry_cents`,
    )
  }
  const sortKey = query.orderBy && sortKeyOf(query.orderBy, query, value)
  const needsInstrument = [...conditions, sortKey ?? ''].some((part) => part.includes('i.'))
  const [entrySide, cancelSide, cancelCents] =
    query.investmentType === 'long'
      ? (['high', 'low', 'o.support_cents'] as const)
      : (['low', 'high', 'o.resistance_cents'] as const)
  const orderOf = (page: '' | 'p.'): string => {
    const first = sortKey
      ? `${page}sort_key ${query.direction === 'DESC' ? 'desc' : 'asc'} nulls last`
      : `${page}is_overtaken`
    return `${first}, ${page}nearness, ${page}code`
  }
  const isShown = `${value(query.overtaken)} = 'show'`
  const { rows } = await raw.query<Page>({
    text: `with fitting as materialized (
       select o.instrument_id, o.code, o.resistance_cents, o.support_cents, o.average_volume, o.distance,
         f.last_day as session_day, f.daily_high as session_high, f.daily_low as session_low,
           f.last_close as session_last,
         coalesce(b.last_close <> s.last_close, false) as is_split,
         coalesce(b.last_close <> s.last_close or ${reached(entrySide, 'o.entry_cents')}
           or ${reached(cancelSide, cancelCents)}, false) as is_overtaken,
         coalesce(abs(o.entry_cents / 100.0 - f.last_close) / f.last_close, o.distance) as nearness
         ${sortKey ? `, ${sortKey} as sort_key` : ''}
       from market_source m
       join opportunity o on o.source = m.source
       ${needsInstrument ? 'join instrument i on i.id = o.instrument_id' : ''}
       left join forming_stat f on m.forming_day > m.market_day and f.instrument_id = o.instrument_id
         and f.last_day = m.forming_day
       left join forming_base b on b.instrument_id = f.instrument_id
       left join instrument_stat s on s.instrument_id = f.instrument_id
       where m.is_active and ${conditions.join(' and ')}
     ),
     counts as (select count(*) filter (where not is_overtaken or ${isShown})::int as total,
       count(*) filter (where is_overtaken)::int as overtaken from fitting),
     page as (select * from fitting where not is_overtaken or ${isShown} order by ${orderOf('')}
       limit ${value(query.count)} offset ${value(query.start)})
     select counts.total, counts.overtaken,
       coalesce((
         select json_agg(to_json(p) order by ${orderOf('p.')})
         from (select page.*, i.name, i.asset_type, i.cusip from page join instrument i on i.id = page.instrument_id) p
       ), '[]') as rows
     from counts`,
    values,
  })
  return rows[0]!
}

/**
 * Returns the SQL of what a column shows, by which its header orders: prices in cents, rounded as on the page, words
 * without case.
 */
function sortKeyOf(column: OpportunityOrder, query: OpportunityQuery, value: (given: unknown) => string): string {
  const isLong = query.investmentType === 'long'
  const words = (text: string) => `lower(${text}) collate "C"`
  switch (column) {
    case 'name':
      return words('i.name')
    case 'type':
      return words('i.asset_type')
    case 'cusip':
      return words('i.cusip')
    case 'code':
      return words('o.code')
    case 'resistance':
      return 'o.resistance_cents'
    case 'support':
      return 'o.support_cents'
    // Entry and stop of the direction: the level and a cent, and 3 % beyond the other level.
    case 'buyPrice':
      return isLong ? 'o.resistance_cents + 1' : 'round(o.resistance_cents::numeric * 1.03)'
    case 'sellPrice':
      return isLong ? 'round(o.support_cents::numeric * 0.97)' : 'o.support_cents - 1'
    case 'volume':
      return 'o.average_volume'
    case 'distance':
      return 'o.distance'
    case 'stocks':
      return quantitySql(query, value)
    case 'inversion':
      return `${quantitySql(query, value)}::numeric * o.entry_cents`
  }
}

/** Returns the SQL of the quantity, in integers: capital x risk / 100 / (resistance - support), rounded down. */
function quantitySql(query: OpportunityQuery, value: (given: unknown) => string): string {
  const { capitalCents, riskSteps } = wholeFigures(query)
  return (
    `(${value(capitalCents)}::bigint * ${value(riskSteps)}::bigint / (1000000 * (o.resistance_cents - ` +
    'o.support_cents)))'
  )
}

/** Returns capital in cents, and risk in steps of 0.0001 percent. */
function wholeFigures({ capital, risk }: OpportunityQuery): { capitalCents: string; riskSteps: string } {
  const whole = (text: string, decimals: number) => {
    const [units, rest = ''] = text.split('.')
    return String(BigInt(`${units}${rest.padEnd(decimals, '0')}`))
  }
  return { capitalCents: whole(capital, 2), riskSteps: whole(risk, 4) }
}

function toOpportunity(row: OpportunityRow, { investmentType, capital, risk }: OpportunityQuery): Opportunity {
  const input = {
    direction: investmentType,
    capital,
    risk,
    resistance: centsText(row.resistance_cents),
    support: centsText(row.support_cents),
  }
  const position = roundPosition(sizePosition(input), input)
  const figures = {
    resistance: Number(input.resistance),
    support: Number(input.support),
    buyPrice: Number(position.buyPrice),
    sellPrice: Number(position.sellPrice),
    volume: row.average_volume,
  }
  const [entry, cancelPrice] =
    investmentType === 'long' ? [figures.buyPrice, figures.support] : [figures.sellPrice, figures.resistance]
  const session =
    row.session_day === null
      ? null
      : {
          day: row.session_day,
          high: priceFigure(row.session_high),
          low: priceFigure(row.session_low),
          last: priceFigure(row.session_last),
        }
  return {
    instrumentName: row.name,
    instrumentAssetType: row.asset_type,
    instrumentCode: row.code,
    cusip: row.cusip,
    ...figures,
    cantStocks: Number(position.quantity),
    inversionValue: Number(position.investment),
    distance: Math.round(row.distance * 10_000) / 100,
    trueLoss: Number(position.trueLoss),
    trueLossPercent: Number(position.trueLossPercent),
    isQualified: isQualified(position.investment, capital),
    entryState:
      session === null
        ? null
        : row.is_split
          ? 'SPLIT'
          : judgeEntry({ direction: investmentType, entry, cancelPrice }, session),
    session,
    ...directed(investmentType, figures),
    ...(investmentType === 'short' ? { shortResistance: figures.resistance, shortSupport: figures.support } : {}),
  }
}

/** Returns the same figures under the direction's names: `opportunity_seeker_long_buyPrice`. */
const directed = (direction: InvestmentType, figures: Readonly<Record<string, number>>): Partial<Opportunity> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [`opportunity_seeker_${direction}_${name}`, value]))
