// Parses the query of the option chain and selects its contracts.

import { addCalendarDays, parseMarketDay } from '@clubfolio/domain'
import type { MarketDay } from '@clubfolio/domain'
import type { OptionChain, OptionQuote } from '@clubfolio/simulated-market'

export interface ChainQuery {
  readonly from: MarketDay
  readonly to: MarketDay
  readonly withCalls: boolean
  readonly withPuts: boolean
  /** The number of strikes nearest to the price; null for all. */
  readonly strikeCount: number | null
  readonly strike: number | null
  readonly range: 'ALL' | 'ITM' | 'OTM'
  /** 1 to 12; null for all. */
  readonly month: number | null
  readonly withUnderlying: boolean
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const FARTHEST_DAYS = 4 * 366

function oneOf<T extends string>(value: unknown, known: readonly T[], fallback: T): T | null {
  if (value === undefined || value === '') return fallback
  const text = typeof value === 'string' ? value.toUpperCase() : ''
  return known.find((one) => one === text) ?? null
}

function positive(value: unknown): number | null | undefined {
  if (value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) && number > 0 ? number : undefined
}

/** Parses the query as of a New York date, or returns a sentence that describes the error. */
export function readChainQuery(query: Record<string, unknown>, today: MarketDay): ChainQuery | string {
  const dayOf = (name: string, fallback: MarketDay): MarketDay | null => {
    const value = query[name]
    if (value === undefined || value === '') return fallback
    return typeof value === 'string' ? parseMarketDay(value.slice(0, 10)) : null
  }
  const from = dayOf('fromDate', today)
  const to = dayOf('toDate', addCalendarDays(today, FARTHEST_DAYS))
  if (from === null || to === null) return 'fromDate and toDate are days in the form YYYY-MM-DD'
  const contractType = oneOf(query['contractType'], ['CALL', 'PUT', 'ALL'], 'ALL')
  if (contractType === null) return 'contractType is CALL, PUT or ALL'
  const strategy = oneOf(query['strategy'], ['SINGLE', 'ANALYTICAL'], 'SINGLE')
  if (strategy === null) return 'strategy is SINGLE or ANALYTICAL'
  const range = oneOf(query['range'], ['ALL', 'ITM', 'OTM'], 'ALL')
  if (range === null) return 'range is ALL, ITM or OTM'
  const strikeCount = positive(query['strikeCount'])
  const strike = positive(query['strike'])
  if (strikeCount === undefined || strike === undefined) return 'strikeCount and strike are numbers above 0'
  const month = oneOf(query['expMonth'], [...MONTHS, 'ALL'], 'ALL')
  if (month === null) return 'expMonth is ALL or the first three letters of a month'
  return {
    from,
    to,
    withCalls: contractType !== 'PUT',
    withPuts: contractType !== 'CALL',
    strikeCount: strikeCount === null ? null : Math.floor(strikeCount),
    strike,
    range,
    month: month === 'ALL' ? null : MONTHS.indexOf(month) + 1,
    withUnderlying: query['includeUnderlyingQuote'] === 'true',
  }
}

function pick(options: readonly OptionQuote[], query: ChainQuery, price: number): OptionQuote[] {
  let picked = options.filter((option) => query.strike === null || option.strike === query.strike)
  if (query.range !== 'ALL') picked = picked.filter((option) => option.isInTheMoney === (query.range === 'ITM'))
  if (query.strikeCount !== null) {
    const nearest = picked
      .toSorted((left, right) => Math.abs(left.strike - price) - Math.abs(right.strike - price))
      .slice(0, query.strikeCount)
    picked = nearest.toSorted((left, right) => left.strike - right.strike)
  }
  return picked
}

/** Reduces a chain to the contracts that the query selects. */
export function pickContracts(chain: OptionChain, query: ChainQuery): OptionChain {
  const price = (chain.underlying.bid + chain.underlying.ask) / 2
  const expirations = chain.expirations
    .filter(({ day }) => query.month === null || Number(day.slice(5, 7)) === query.month)
    .map((expiration) => ({
      ...expiration,
      calls: query.withCalls ? pick(expiration.calls, query, price) : [],
      puts: query.withPuts ? pick(expiration.puts, query, price) : [],
    }))
  return { ...chain, expirations }
}
