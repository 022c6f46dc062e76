// A page of the opportunity seeker: one sorted read of a small table, never of bars, and exact arithmetic for the rows on the page.
// Source: specification 2, sections 3, 5, 7 and 9; design "Market", Resistance and support 5 to 7.
import { assetTypes, type InvestmentType, type Opportunity, type RouteParams, type Routes } from '@clubfolio/contract'
import { centsText, codeKey, investmentThreshold, isQualified, roundPosition, sizePosition } from '@clubfolio/domain'
import type { RawReads } from '../../db/raw-reads.ts'
import type { Services } from '../../services.ts'

export type OpportunityQuery = RouteParams<Routes['opportunity']['find']>

interface OpportunityRow {
  name: string
  asset_type: Opportunity['instrumentAssetType']
  code: string
  cusip: string | null
  resistance_cents: bigint
  support_cents: bigint
  average_volume: bigint
  distance: number
  total: number
}

export async function findOpportunities({ raw }: Pick<Services, 'raw'>, query: OpportunityQuery): Promise<{ total: number; result: Opportunity[] }> {
  if (query.assetTypes.length === 0) return { total: 0, result: [] }
  const rows = await readPage(raw, query, query.start)
  if (rows.length > 0 || query.start === 0) return { total: rows[0]?.total ?? 0, result: rows.map((row) => toOpportunity(row, query)) }
  // Beyond the last page nothing tells the total; the first one does.
  return { total: (await readPage(raw, { ...query, count: 1 }, 0))[0]?.total ?? 0, result: [] }
}

/**
 * The rows from an offset on, with the number of all. Whether a row qualifies is decided in whole numbers: quantity x entry > 800
 * exactly when quantity > floor(800 / entry), and <= capital exactly when quantity <= floor(capital / entry).
 */
async function readPage(raw: RawReads, query: OpportunityQuery, start: number): Promise<OpportunityRow[]> {
  const { capitalCents, riskSteps } = wholeFigures(query)
  const values: unknown[] = [query.investmentType]
  const value = (given: unknown) => `$${values.push(given)}`
  const conditions = [
    'o.source = (select source from market_source where is_active)',
    'o.day = (select market_day from market_source where is_active)',
    'o.direction = $1',
    'o.fault is null',
    ...(query.symbolOrAll === null ? [] : [`i.code_key = ${value(codeKey(query.symbolOrAll))}`]),
    ...(new Set(query.assetTypes).size === assetTypes.length ? [] : [`i.asset_type = any(${value(query.assetTypes)}::text[])`]),
    ...(query.yearIPO === null ? [] : [`i.ipo_date >= make_date(${value(query.yearIPO)}::int, 1, 1) and i.ipo_date < make_date(${value(query.yearIPO + 1)}::int, 1, 1)`]),
  ]
  if (query.showOnlyQEC) {
    const quantity = `(${value(capitalCents)}::bigint * ${value(riskSteps)}::bigint / (1000000 * (o.resistance_cents - o.support_cents)))`
    conditions.push(`${quantity} > ${investmentThreshold * 100} / o.entry_cents`, `${quantity} <= ${value(capitalCents)}::bigint / o.entry_cents`)
  }
  const needsInstrument = conditions.some((condition) => condition.startsWith('i.'))
  const { rows } = await raw.query<OpportunityRow>({
    text: `with page as materialized (
       select o.instrument_id, o.resistance_cents, o.support_cents, o.average_volume, o.distance, o.code, count(*) over ()::int as total
       from opportunity o ${needsInstrument ? 'join instrument i on i.id = o.instrument_id' : ''}
       where ${conditions.join(' and ')}
       order by o.distance, o.code limit ${value(query.count)} offset ${value(start)}
     )
     select i.name, i.asset_type, p.code, i.cusip, p.resistance_cents, p.support_cents, p.average_volume, p.distance, p.total
     from page p join instrument i on i.id = p.instrument_id order by p.distance, p.code`,
    values,
  })
  return rows
}

/** Capital in cents, and risk in steps of 0.0001 percent. */
function wholeFigures({ capital, risk }: OpportunityQuery): { capitalCents: string; riskSteps: string } {
  const whole = (text: string, decimals: number) => {
    const [units, rest = ''] = text.split('.')
    return String(BigInt(`${units}${rest.padEnd(decimals, '0')}`))
  }
  return { capitalCents: whole(capital, 2), riskSteps: whole(risk, 4) }
}

function toOpportunity(row: OpportunityRow, { investmentType, capital, risk }: OpportunityQuery): Opportunity {
  const input = { direction: investmentType, capital, risk, resistance: centsText(Number(row.resistance_cents)), support: centsText(Number(row.support_cents)) }
  const position = roundPosition(sizePosition(input), input)
  const figures = {
    resistance: Number(input.resistance),
    support: Number(input.support),
    buyPrice: Number(position.buyPrice),
    sellPrice: Number(position.sellPrice),
    volume: Number(row.average_volume),
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
    ...directed(investmentType, figures),
    ...(investmentType === 'short' ? { shortResistance: figures.resistance, shortSupport: figures.support } : {}),
  }
}

/** The same figures under the names of the direction: `opportunity_seeker_long_buyPrice`. */
const directed = (direction: InvestmentType, figures: Readonly<Record<string, number>>): Partial<Opportunity> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [`opportunity_seeker_${direction}_${name}`, value]))
