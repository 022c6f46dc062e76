// Maps option chains and expirations of the wire to our terms. The wire and its documentation name several fields
// differently; both are read. Figures that a broker could not compute come as NaN or -999 and are absent here.
import { parseMarketDay, toEpochMs, type EpochMs, type MarketDay } from '@clubfolio/domain'
import { z } from 'zod'
import type { BrokerExpiration, BrokerOption, BrokerOptionChain } from '../market-answers.ts'

const notComputed = -999

const figure = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((wire): number | null => {
    const value = typeof wire === 'string' ? Number(wire) : (wire ?? Number.NaN)
    return Number.isFinite(value) && value !== notComputed && Math.abs(value) < 1e12 ? value : null
  })
const count = figure.transform((value) => value ?? 0)

const WireContract = z.looseObject({
  putCall: z.enum(['CALL', 'PUT']),
  symbol: z.string().min(1).max(40),
  description: z.string().max(200).optional(),
  strikePrice: z.number().positive(),
  bid: figure,
  bidPrice: figure,
  ask: figure,
  askPrice: figure,
  last: figure,
  lastPrice: figure,
  mark: figure,
  markPrice: figure,
  netChange: figure,
  totalVolume: count,
  openInterest: count,
  volatility: figure,
  delta: figure,
  gamma: figure,
  theta: figure,
  vega: figure,
  rho: figure,
  intrinsicValue: figure,
  timeValue: figure,
  quoteTimeInLong: z.number().nullish(),
  inTheMoney: z.boolean().optional(),
  isInTheMoney: z.boolean().optional(),
  daysToExpiration: z.number().int(),
  multiplier: z.number().positive().optional(),
})

const SideMap = z.record(z.string(), z.record(z.string(), z.array(WireContract))).optional()

export const ChainAnswer = z
  .looseObject({
    symbol: z.string(),
    underlyingPrice: figure,
    /** In percent. */
    interestRate: figure,
    dividendYield: figure,
    isDelayed: z.boolean().optional(),
    callExpDateMap: SideMap,
    putExpDateMap: SideMap,
  })
  .transform((wire): BrokerOptionChain => ({
    symbol: wire.symbol,
    underlyingPrice: wire.underlyingPrice === 0 ? null : wire.underlyingPrice,
    quotedMs: newestQuote([wire.callExpDateMap, wire.putExpDateMap]),
    interestRate: wire.interestRate === null ? null : wire.interestRate / 100,
    dividendYield: wire.dividendYield === null ? null : wire.dividendYield / 100,
    isDelayed: wire.isDelayed ?? false,
    options: [wire.callExpDateMap, wire.putExpDateMap].flatMap((side) =>
      Object.entries(side ?? {}).flatMap(([key, strikes]) => optionsOf(key, strikes)),
    ),
  }))

function newestQuote(sides: readonly z.output<typeof SideMap>[]): EpochMs | null {
  const times = sides.flatMap((side) =>
    Object.values(side ?? {}).flatMap((strikes) =>
      Object.values(strikes).flatMap((contracts) => contracts.flatMap(({ quoteTimeInLong }) => quoteTimeInLong ?? [])),
    ),
  )
  return times.length === 0 ? null : toEpochMs(times.reduce((newest, time) => Math.max(newest, time)))
}

/** A key that is not a day is skipped with everything below it. */
function optionsOf(
  key: string,
  strikes: Readonly<Record<string, readonly z.output<typeof WireContract>[]>>,
): BrokerOption[] {
  const expiration = parseMarketDay(key.slice(0, 10))
  return expiration === null
    ? []
    : Object.values(strikes)
        .flat()
        .map((wire) => toOption(wire, expiration))
}

function toOption(wire: z.output<typeof WireContract>, expiration: MarketDay): BrokerOption {
  const last = wire.last ?? wire.lastPrice
  return {
    symbol: wire.symbol,
    description: wire.description ?? wire.symbol,
    right: wire.putCall,
    strike: wire.strikePrice,
    expiration,
    daysToExpiration: wire.daysToExpiration,
    bid: wire.bid ?? wire.bidPrice,
    ask: wire.ask ?? wire.askPrice,
    // A contract that never traded has a last price of zero on the wire.
    last: last === 0 ? null : last,
    mark: wire.mark ?? wire.markPrice,
    netChange: wire.netChange,
    volume: wire.totalVolume,
    openInterest: wire.openInterest,
    volatility: wire.volatility,
    delta: wire.delta,
    gamma: wire.gamma,
    theta: wire.theta,
    vega: wire.vega,
    rho: wire.rho,
    intrinsicValue: wire.intrinsicValue,
    timeValue: wire.timeValue,
    isInTheMoney: wire.inTheMoney ?? wire.isInTheMoney ?? false,
    multiplier: wire.multiplier ?? 100,
  }
}

export const ExpirationsAnswer = z
  .looseObject({
    expirationList: z
      .array(
        z.looseObject({
          expirationDate: z.string().optional(),
          expiration: z.string().optional(),
          daysToExpiration: z.number().int().optional(),
          expirationType: z.string().optional(),
        }),
      )
      .optional(),
  })
  .transform(({ expirationList = [] }): BrokerExpiration[] =>
    expirationList.flatMap((wire) => {
      const day = parseMarketDay((wire.expirationDate ?? wire.expiration ?? '').slice(0, 10))
      return day === null
        ? []
        : [{ day, daysToExpiration: wire.daysToExpiration ?? 0, isStandard: wire.expirationType === 'S' }]
    }),
  )
