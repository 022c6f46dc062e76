// A chain of SPY at 450 for tests of the options desk: two expirations, strikes from 430 to 470, prices and greeks of
// the model with a volatility of 20 percent.
import type { OptionChain, OptionContract } from '@clubfolio/contract'
import { codeOfContract, exerciseValue, modelOption, yearsUntil } from '@clubfolio/domain'

export const quotedAt = '2026-03-04T15:00:00.000Z'
export const sampleSpot = 450
export const sampleDays = ['2026-03-20', '2026-04-17'] as const
const strikes = [430, 435, 440, 445, 450, 455, 460, 465, 470]
const rates = { interestRate: 0.04, dividendYield: 0.01 }
const daysTo: Readonly<Record<string, number>> = { '2026-03-20': 16, '2026-04-17': 44 }

const cents = (value: number): number => Math.round(value * 100) / 100

export function sampleContract(right: 'CALL' | 'PUT', strike: number, expiration: string): OptionContract {
  const years = yearsUntil(expiration, Date.parse(quotedAt))
  const model = modelOption({ right, spot: sampleSpot, strike, years, volatility: 0.2, ...rates })
  const mark = cents(model.value)
  const intrinsicValue = exerciseValue(right, sampleSpot, strike)
  return {
    symbol: codeOfContract({ underlying: 'SPY', right, strike, expiration }),
    description: `SPY ${strike} ${right}`,
    putCall: right,
    strikePrice: strike,
    bid: cents(mark - 0.05),
    ask: cents(mark + 0.05),
    last: mark,
    mark,
    netChange: 0,
    totalVolume: 120,
    openInterest: 3400,
    volatility: 20,
    impliedVolatility: 0.2,
    delta: model.delta,
    gamma: model.gamma,
    theta: model.theta,
    vega: model.vega,
    rho: model.rho,
    intrinsicValue,
    timeValue: cents(mark - intrinsicValue),
    inTheMoney: intrinsicValue > 0,
    expirationDate: expiration,
    daysToExpiration: daysTo[expiration] ?? 0,
    multiplier: 100,
  }
}

/** Returns the answer for the expirations of a span. */
export function sampleChain(fromDate = '2026-03-04', toDate = '2026-12-31'): OptionChain {
  const side = (right: 'CALL' | 'PUT') =>
    Object.fromEntries(
      sampleDays
        .filter((day) => day >= fromDate && day <= toDate)
        .map((day) => [
          `${day}:${daysTo[day] ?? 0}`,
          Object.fromEntries(strikes.map((strike) => [strike.toFixed(1), [sampleContract(right, strike, day)]])),
        ]),
    )
  return {
    symbol: 'SPY',
    underlyingPrice: sampleSpot,
    quotedAt,
    ...rates,
    isDelayed: false,
    callExpDateMap: side('CALL'),
    putExpDateMap: side('PUT'),
  }
}

export const sampleExpirations = sampleDays.map((expirationDate) => ({
  expirationDate,
  daysToExpiration: daysTo[expirationDate] ?? 0,
  isStandard: true,
}))
