import { addCalendarDays, marketDay, modelOption, sessionHours, yearsUntil } from '@clubfolio/domain'
import type { EpochMs } from '@clubfolio/domain'
import { describe, expect, it } from 'vitest'
import { createSimulatedMarket } from '../simulated-market.ts'
import { intrinsicValue } from './black-scholes.ts'
import { optionCodeOf } from './option-code.ts'
import type { OptionChainExpiration } from './option-market.ts'
import type { OptionQuote } from './option-quote.ts'

const NOW = Date.parse('2026-03-04T15:00:00Z') as EpochMs
const TODAY = marketDay('2026-03-04')
const market = createSimulatedMarket({ seed: 'options', instrumentCount: 40 })
const codes = market.instruments(TODAY).map(({ code }) => code)
const chains = codes.map((code) => market.optionChain(code, NOW, TODAY, addCalendarDays(TODAY, 800))!)
const expirations: OptionChainExpiration[] = chains.flatMap((chain) => chain.expirations)
const quotes: OptionQuote[] = expirations.flatMap(({ calls, puts }) => [...calls, ...puts])
const steps = (side: readonly OptionQuote[]): [OptionQuote, OptionQuote][] =>
  side.slice(1).map((quote, n) => [side[n]!, quote])

describe('option chains', () => {
  it('hold the expirations asked for with calls and puts at the same strikes around the price', () => {
    const month = market.optionChain('SPY', NOW, TODAY, addCalendarDays(TODAY, 30))!
    expect(month.expirations.map(({ day }) => day)).toEqual([
      '2026-03-06',
      '2026-03-13',
      '2026-03-20',
      '2026-03-27',
      '2026-04-02',
    ])
    for (const { calls, puts } of expirations) {
      expect(calls.map(({ strike }) => strike)).toEqual(puts.map(({ strike }) => strike))
      expect(calls.length).toBeGreaterThanOrEqual(5)
    }
    for (const { underlying, expirations: own } of chains) {
      for (const { calls } of own) {
        expect(calls[0]!.strike).toBeLessThan(underlying.last)
        expect(calls.at(-1)!.strike).toBeGreaterThan(underlying.last)
      }
    }
  })

  it('quote every contract soundly: a bid below the ask, in ticks, nothing below what exercise brings', () => {
    expect(quotes.length).toBeGreaterThan(8_000)
    const inTicks = (price: number): boolean =>
      Math.abs(price * 100 - Math.round(price * 100)) < 1e-9 && (price < 3.05 || Math.round(price * 100) % 5 === 0)
    const unsound = quotes.filter(
      (quote) =>
        quote.bid >= quote.ask ||
        quote.bid < 0 ||
        !inTicks(quote.bid) ||
        !inTicks(quote.ask) ||
        quote.value < quote.intrinsic - 1e-9 ||
        quote.ask < quote.intrinsic - 1e-9 ||
        !(quote.impliedVolatility > 0.03 && quote.impliedVolatility < 3) ||
        quote.openInterest < 0 ||
        quote.volume < 0 ||
        (quote.volume === 0) !== (quote.last === null),
    )
    expect(unsound).toEqual([])
  })

  it('have the greeks of the product, which computes them on its own, to nine decimals', () => {
    for (const { underlying, interestRate, dividendYield, expirations: own } of chains) {
      const spot = (underlying.bid + underlying.ask) / 2
      for (const { right, strike, expiration, impliedVolatility, ...quote } of own.flatMap(({ calls, puts }) => [
        ...calls,
        ...puts,
      ])) {
        const years = yearsUntil(expiration, NOW)
        const volatility = impliedVolatility
        const model = modelOption({ right, spot, strike, years, volatility, interestRate, dividendYield })
        for (const greek of ['delta', 'gamma', 'theta', 'vega', 'rho'] as const)
          expect(Math.abs(model[greek] - quote[greek])).toBeLessThan(1e-9)
      }
    }
  })

  it('leave no free money between strikes: calls fall, puts rise, by no more than the strikes differ', () => {
    const tolerance = 0.011
    const bad = expirations.flatMap(({ calls, puts }) => [
      ...steps(calls).filter(
        ([low, high]) => high.value > low.value + 1e-9 || low.value - high.value > high.strike - low.strike + tolerance,
      ),
      ...steps(puts).filter(
        ([low, high]) => low.value > high.value + 1e-9 || high.value - low.value > high.strike - low.strike + tolerance,
      ),
    ])
    expect(bad).toEqual([])
  })

  it('cost more the more time is left', () => {
    for (const { underlying, expirations: own } of chains) {
      const atMoney = own.map(({ calls }) =>
        calls.reduce((best, call) =>
          Math.abs(call.strike - underlying.last) < Math.abs(best.strike - underlying.last) ? call : best,
        ),
      )
      const straddles = own.map(
        ({ puts }, n) => atMoney[n]!.value + puts.find(({ strike }) => strike === atMoney[n]!.strike)!.value,
      )
      expect(straddles.at(-1)!).toBeGreaterThan(straddles[0]!)
    }
  })

  it('carry a smile: low strikes have more volatility than those at the money, as in real chains', () => {
    for (const { puts } of chains[0]!.expirations.filter(({ daysToExpiration }) => daysToExpiration > 10)) {
      const middle = puts[Math.floor(puts.length / 2)]!
      expect(puts[0]!.impliedVolatility).toBeGreaterThan(1.15 * middle.impliedVolatility)
    }
  })

  it('have most open interest near the money and more in monthly expirations', () => {
    const interest = (kind: string, near: boolean): number => {
      const found = quotes.filter(
        (quote) =>
          quote.kind === kind &&
          quote.daysToExpiration < 60 &&
          Math.abs(quote.delta) > 0.35 === near &&
          Math.abs(quote.delta) < 0.65,
      )
      return found.reduce((sum, quote) => sum + quote.openInterest, 0) / found.length
    }
    expect(interest('MONTHLY', true)).toBeGreaterThan(1.5 * interest('WEEKLY', true))
    expect(interest('WEEKLY', true)).toBeGreaterThan(1.5 * interest('WEEKLY', false))
  })
})

describe('a single contract', () => {
  it('is quoted as in the chain, and still when the chain no longer lists its strike', () => {
    const [chain] = chains
    const listed = chain!.expirations[3]!.puts[2]!
    expect(market.optionQuote(listed, NOW)).toEqual(listed)
    const far = market.optionQuote(
      { underlying: 'SPY', right: 'CALL', strike: 30, expiration: marketDay('2026-04-17') },
      NOW,
    )!
    expect(far.mark).toBeGreaterThan(intrinsicValue('CALL', chain!.underlying.last, 30) - 5)
    expect(far.code).toBe(optionCodeOf(far))
  })

  it('lives until the close of its last day', () => {
    const contract = { underlying: 'SPY', right: 'CALL', strike: 300, expiration: marketDay('2026-03-06') } as const
    const { closeMs } = sessionHours(contract.expiration)!
    const last = market.optionQuote(contract, (closeMs - 1) as EpochMs)!
    expect(last.value).toBeCloseTo(
      intrinsicValue(
        'CALL',
        (market.quoteAt('SPY', (closeMs - 1) as EpochMs)!.bid + market.quoteAt('SPY', (closeMs - 1) as EpochMs)!.ask) /
          2,
        300,
      ),
      2,
    )
    expect(market.optionQuote(contract, closeMs)).toBeNull()
    expect(market.optionExpirations(closeMs).map(({ day }) => day)).not.toContain('2026-03-06')
    expect(market.optionQuote({ ...contract, underlying: 'NOSUCH' }, NOW)).toBeNull()
    expect(market.optionChain('NOSUCH', NOW, TODAY, TODAY)).toBeNull()
  })
})
