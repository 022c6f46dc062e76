// Maps option contracts and their snapshots to chains and expirations.
import {
  addCalendarDays,
  calendarDaysBetween,
  contractShares,
  type EpochMs,
  type MarketDay,
  monthStart,
  parseMarketDay,
  sessionOnOrBefore,
  toEpochMs,
  weekdayOf,
} from '@clubfolio/domain'
import { z } from 'zod'
import type { BrokerExpiration, BrokerOption } from '../market-answers.ts'
import { readSymbol } from './wire-symbol.ts'

const nextPage = z
  .string()
  .nullish()
  .transform((token) => (token === '' ? null : (token ?? null)))

const figure = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((wire): number | null => {
    const value = typeof wire === 'string' ? Number(wire) : (wire ?? Number.NaN)
    return Number.isFinite(value) && Math.abs(value) < 1e12 ? value : null
  })

const WireContract = z.looseObject({
  symbol: z.string().min(1).max(40),
  name: z.string().max(200).nullish(),
  expiration_date: z.string(),
  type: z.enum(['call', 'put']),
  strike_price: figure,
  multiplier: figure,
  open_interest: figure,
  close_price: figure,
})
export type WireContract = z.output<typeof WireContract>

export const ContractsAnswer = z
  .looseObject({ option_contracts: z.array(WireContract).nullish(), next_page_token: nextPage })
  .transform((wire) => ({ contracts: wire.option_contracts ?? [], nextPage: wire.next_page_token }))

const WireGreeks = z.looseObject({ delta: figure, gamma: figure, theta: figure, vega: figure, rho: figure })
const WireOptionSnapshot = z.looseObject({
  latestTrade: z.looseObject({ p: figure }).nullish(),
  latestQuote: z.looseObject({ bp: figure, ap: figure, t: z.string().nullish() }).nullish(),
  dailyBar: z.looseObject({ v: figure, c: figure }).nullish(),
  prevDailyBar: z.looseObject({ c: figure }).nullish(),
  greeks: WireGreeks.nullish(),
  impliedVolatility: figure,
})
export type WireOptionSnapshot = z.output<typeof WireOptionSnapshot>

export const ChainSnapshotsAnswer = z
  .looseObject({ snapshots: z.record(z.string(), WireOptionSnapshot).nullish(), next_page_token: nextPage })
  .transform((wire) => ({ snapshots: wire.snapshots ?? {}, nextPage: wire.next_page_token }))

export interface ChainGround {
  readonly today: MarketDay
  readonly underlyingPrice: number | null
}

/** Returns a contract with its figures; those that are not quoted are null. Empty for one without a day or a strike. */
export function toOption(
  wire: WireContract,
  snapshot: WireOptionSnapshot | undefined,
  { today, underlyingPrice }: ChainGround,
): BrokerOption[] {
  const expiration = parseMarketDay(wire.expiration_date.slice(0, 10))
  const strike = wire.strike_price
  if (expiration === null || strike === null) return []
  const right = wire.type === 'call' ? 'CALL' : 'PUT'
  const [bid, ask] = [quoted(snapshot?.latestQuote?.bp), quoted(snapshot?.latestQuote?.ap)]
  const last = quoted(snapshot?.latestTrade?.p)
  const mark = bid !== null && ask !== null ? (bid + ask) / 2 : (last ?? wire.close_price)
  const previous = snapshot?.prevDailyBar?.c ?? null
  const inside =
    underlyingPrice === null
      ? null
      : Math.max(0, right === 'CALL' ? underlyingPrice - strike : strike - underlyingPrice)
  return [
    {
      symbol: readSymbol(wire.symbol),
      description: wire.name ?? wire.symbol,
      right,
      strike,
      expiration,
      daysToExpiration: calendarDaysBetween(today, expiration),
      bid,
      ask,
      last,
      mark,
      netChange: last === null || previous === null ? null : last - previous,
      volume: snapshot?.dailyBar?.v ?? 0,
      openInterest: wire.open_interest ?? 0,
      volatility: percentOf(snapshot?.impliedVolatility ?? null),
      delta: snapshot?.greeks?.delta ?? null,
      gamma: snapshot?.greeks?.gamma ?? null,
      theta: snapshot?.greeks?.theta ?? null,
      vega: snapshot?.greeks?.vega ?? null,
      rho: snapshot?.greeks?.rho ?? null,
      intrinsicValue: inside,
      timeValue: inside === null || mark === null ? null : mark - inside,
      isInTheMoney: (inside ?? 0) > 0,
      multiplier: wire.multiplier ?? contractShares,
    },
  ]
}

const quoted = (price: number | null | undefined): number | null => (price === 0 ? null : (price ?? null))

const percentOf = (fraction: number | null): number | null => (fraction === null ? null : fraction * 100)

/** Returns when the newest of the quotes was made; null without one. */
export function newestQuoteMs(snapshots: Iterable<WireOptionSnapshot>): EpochMs | null {
  const times = [...snapshots].flatMap(({ latestQuote }) => {
    const time = Date.parse(latestQuote?.t ?? '')
    return Number.isNaN(time) ? [] : [time]
  })
  return times.length === 0 ? null : toEpochMs(times.reduce((newest, time) => Math.max(newest, time)))
}

/** Returns the days on which contracts expire, nearest first. */
export function alpacaExpirations(contracts: readonly WireContract[], today: MarketDay): BrokerExpiration[] {
  const days = contracts.flatMap(({ expiration_date: text }) => parseMarketDay(text.slice(0, 10)) ?? [])
  return [...new Set(days)].toSorted().map((day) => ({
    day,
    daysToExpiration: calendarDaysBetween(today, day),
    isStandard: day === standardDay(day),
  }))
}

/** Returns the third Friday of a day's month, or the session before where the exchange is closed on it. */
function standardDay(day: MarketDay): MarketDay {
  let friday = monthStart(day)
  while (weekdayOf(friday) !== 5) friday = addCalendarDays(friday, 1)
  return sessionOnOrBefore(addCalendarDays(friday, 14))
}
