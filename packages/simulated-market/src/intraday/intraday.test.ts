import { marketDay, marketDaySpan, sessionHours, sessionsBetween } from '@clubfolio/domain'
import type { EpochMs, MarketDay } from '@clubfolio/domain'
import { propertyRuns } from '@clubfolio/domain/testing/property-runs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSimulatedMarket } from '../simulated-market.ts'
import type { SimulatedMarket } from '../simulated-market.ts'
import type { MinuteBar } from './minute-bar.ts'
import { TICK_MS } from './tick.ts'

const days = sessionsBetween(marketDay('2024-01-02'), marketDay('2027-12-31'))
const seed = 'intraday'
const markets = {
  AROUND_THE_CLOCK: createSimulatedMarket({ seed, instrumentCount: 20 }),
  NEW_YORK: createSimulatedMarket({ seed, instrumentCount: 20, hours: 'NEW_YORK' }),
}
const codes = markets.NEW_YORK.instruments(marketDay('2024-01-02')).map(({ code }) => code)

const anyHours = fc.constantFrom('AROUND_THE_CLOCK', 'NEW_YORK')
const anyCode = fc.constantFrom(...codes)
const anyDay = fc.constantFrom(...days)
const RUNS = { numRuns: propertyRuns(150, 3_000), seed: 20_260_304 }

function aggregate(bars: readonly MinuteBar[]): {
  open: number
  high: number
  low: number
  close: number
  volume: number
} {
  return {
    open: bars[0]!.open,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    close: bars.at(-1)!.close,
    volume: bars.reduce((sum, { volume }) => sum + volume, 0),
  }
}

const dailyBar = (market: SimulatedMarket, code: string, day: MarketDay): object => market.dailyBars(code, day, day)[0]!

describe('minute bars', () => {
  it('add up to the daily bar exactly, in New York hours and around the clock', () => {
    fc.assert(
      fc.property(anyHours, anyCode, anyDay, (hours, code, day) => {
        const market = markets[hours]
        expect({ day, ...aggregate(market.minuteBars(code, day)) }).toEqual(dailyBar(market, code, day))
      }),
      RUNS,
    )
  })

  it('follow minute on minute over the whole market day, each sound in itself', () => {
    fc.assert(
      fc.property(anyHours, anyCode, anyDay, (hours, code, day) => {
        const bars = markets[hours].minuteBars(code, day)
        const fromMs = hours === 'NEW_YORK' ? sessionHours(day)!.openMs : marketDaySpan(day).fromMs
        expect(bars).toHaveLength((sessionHours(day)!.closeMs - fromMs) / 60_000)
        const unsound = bars.filter(
          (bar, m) =>
            bar.startMs !== fromMs + m * 60_000 ||
            bar.high < Math.max(bar.open, bar.close) ||
            bar.low > Math.min(bar.open, bar.close) ||
            bar.volume < 0 ||
            bar.open !== (bars[m - 1]?.close ?? bar.open),
        )
        expect(unsound).toEqual([])
      }),
      RUNS,
    )
  })

  it('number 390 on a full day in New York hours, 210 on a short one, none on a holiday', () => {
    expect(markets.NEW_YORK.minuteBars('SPY', marketDay('2026-03-04'))).toHaveLength(390)
    expect(markets.NEW_YORK.minuteBars('SPY', marketDay('2026-11-27'))).toHaveLength(210)
    expect(markets.NEW_YORK.minuteBars('SPY', marketDay('2026-07-03'))).toEqual([])
    expect(markets.NEW_YORK.minuteBars('NOSUCH', marketDay('2026-03-04'))).toEqual([])
  })
})

describe('quotes', () => {
  const anyInstant = fc.record({
    hours: anyHours,
    code: anyCode,
    day: anyDay,
    part: fc.double({ min: 0, max: 0.999999, noNaN: true }),
  })
  const instantOf = (hours: 'AROUND_THE_CLOCK' | 'NEW_YORK', day: MarketDay, part: number): EpochMs => {
    const fromMs = hours === 'NEW_YORK' ? sessionHours(day)!.openMs : marketDaySpan(day).fromMs
    return Math.floor(fromMs + part * (sessionHours(day)!.closeMs - fromMs)) as EpochMs
  }

  it('stay inside the final bar and are sound at any moment', () => {
    fc.assert(
      fc.property(anyInstant, ({ hours, code, day, part }) => {
        const quote = markets[hours].quoteAt(code, instantOf(hours, day, part))!
        const [bar] = markets[hours].dailyBars(code, day, day)
        expect(quote.marketDay).toBe(day)
        expect(quote.isOpen).toBe(true)
        expect(quote.bid).toBeLessThan(quote.ask)
        expect(quote.bid).toBeLessThanOrEqual(quote.last)
        expect(quote.ask).toBeGreaterThanOrEqual(quote.last)
        const isFlat = bar!.high === bar!.low
        for (const price of [
          quote.last,
          quote.high,
          quote.low,
          quote.open,
          isFlat ? quote.last : quote.bid,
          isFlat ? quote.last : quote.ask,
        ]) {
          expect(price).toBeLessThanOrEqual(bar!.high)
          expect(price).toBeGreaterThanOrEqual(bar!.low)
        }
        expect(quote.high).toBeGreaterThanOrEqual(quote.last)
        expect(quote.low).toBeLessThanOrEqual(quote.last)
        expect(quote.volume).toBeLessThanOrEqual(bar!.volume)
        expect(quote.tradeMs).toBeLessThanOrEqual(quote.atMs)
        expect(quote.atMs - quote.tradeMs).toBeLessThan(TICK_MS)
      }),
      { ...RUNS, numRuns: propertyRuns(600, 10_000) },
    )
  })

  it('show the same forming day as the minutes so far', () => {
    fc.assert(
      fc.property(anyInstant, ({ hours, code, day, part }) => {
        const at = instantOf(hours, day, part)
        const soFar = markets[hours].minuteBars(code, day, (at + 1) as EpochMs)
        expect({ day, ...aggregate(soFar) }).toEqual(markets[hours].formingBar(code, at))
      }),
      RUNS,
    )
  })

  it('form a day whose ticks, high and low never go back, and end as the daily bar', () => {
    fc.assert(
      fc.property(anyHours, anyCode, anyDay, (hours, code, day) => {
        const market = markets[hours]
        const parts = [0, 0.1, 0.35, 0.5, 0.8, 0.97, 0.999999]
        const quotes = parts.map((part) => market.quoteAt(code, instantOf(hours, day, part))!)
        for (let n = 1; n < quotes.length; n += 1) {
          expect(quotes[n]!.high).toBeGreaterThanOrEqual(quotes[n - 1]!.high)
          expect(quotes[n]!.low).toBeLessThanOrEqual(quotes[n - 1]!.low)
          expect(quotes[n]!.volume).toBeGreaterThanOrEqual(quotes[n - 1]!.volume)
        }
        const lastMoment = (sessionHours(day)!.closeMs - 1) as EpochMs
        expect(market.formingBar(code, lastMoment)).toEqual(dailyBar(market, code, day))
      }),
      RUNS,
    )
  })

  it('tick every two seconds at night and on Sunday too, unless New York hours are asked for', () => {
    const sunday = Date.parse('2026-03-08T03:00:00Z')
    const prices = new Set<number>()
    const trades = new Set<number>()
    for (let n = 0; n < 1_800; n += 1) {
      const quote = markets.AROUND_THE_CLOCK.quoteAt('SPY', (sunday + n * TICK_MS) as EpochMs)!
      expect(quote.marketDay).toBe('2026-03-09')
      prices.add(quote.last)
      trades.add(quote.tradeMs)
    }
    expect(trades.size).toBe(1_800)
    expect(prices.size).toBeGreaterThan(5)

    const closed = markets.NEW_YORK.quoteAt('SPY', sunday as EpochMs)!
    expect(closed).toMatchObject({ isOpen: false, marketDay: '2026-03-06' })
    expect(closed.last).toBe(
      markets.NEW_YORK.dailyBars('SPY', marketDay('2026-03-06'), marketDay('2026-03-06'))[0]!.close,
    )
    expect(markets.NEW_YORK.formingBar('SPY', sunday as EpochMs)).toBeNull()
  })

  it('belong to the next session from the close on', () => {
    const close = Date.parse('2026-03-04T21:00:00Z')
    const market = markets.AROUND_THE_CLOCK
    expect(market.quoteAt('SPY', (close - 1) as EpochMs)!.marketDay).toBe('2026-03-04')
    const first = market.quoteAt('SPY', close as EpochMs)!
    const [today, tomorrow] = market.dailyBars('SPY', marketDay('2026-03-04'), marketDay('2026-03-05'))
    expect(first).toMatchObject({
      marketDay: '2026-03-05',
      previousClose: today!.close,
      open: tomorrow!.open,
      last: tomorrow!.open,
    })
  })

  it('carry the previous close in the shares after a split, so that a split is no fall', () => {
    const market = createSimulatedMarket({ seed: 'daily bars', instrumentCount: 120 })
    const splits = market
      .instruments(marketDay('2026-03-04'))
      .flatMap(({ code }) =>
        market
          .corporateActions(code, marketDay('2015-01-02'), marketDay('2026-03-04'))
          .map((action) => ({ code, action })),
      )
      .filter(({ action }) => action.kind === 'SPLIT')
    expect(splits.length).toBeGreaterThan(3)
    for (const { code, action } of splits) {
      const quote = market.quoteAt(code, sessionHours(action.day)!.openMs)!
      expect(Math.abs(quote.last / quote.previousClose - 1)).toBeLessThan(0.35)
    }
  })

  it('answer null for what is unknown or not listed yet', () => {
    expect(markets.NEW_YORK.quoteAt('NOSUCH', Date.parse('2026-03-04T15:00:00Z') as EpochMs)).toBeNull()
    const newcomer = markets.NEW_YORK.instruments(marketDay('2026-12-31')).find(
      ({ ipoDate }) => ipoDate >= '2026-01-01',
    )!
    expect(markets.NEW_YORK.quoteAt(newcomer.code, Date.parse('2025-06-02T15:00:00Z') as EpochMs)).toBeNull()
    expect(markets.NEW_YORK.quoteAt(newcomer.code, sessionHours(newcomer.ipoDate)!.openMs)).not.toBeNull()
  })
})

describe('ticks', () => {
  it('between two instants are the last prices that quotes would have shown, over night and week-end too', () => {
    for (const hours of ['AROUND_THE_CLOCK', 'NEW_YORK'] as const) {
      const market = markets[hours]
      const from = Date.parse('2026-03-06T20:58:30Z') as EpochMs
      const until = Date.parse('2026-03-06T21:01:30Z') as EpochMs
      const ticks = [...market.ticksBetween('QQQ', from, until)]
      expect(ticks).toHaveLength(hours === 'NEW_YORK' ? 44 : 90)
      expect(ticks.map(({ tradeMs }) => market.quoteAt('QQQ', tradeMs)!.last)).toEqual(ticks.map(({ price }) => price))
      expect(ticks.every(({ tradeMs }) => tradeMs > from && tradeMs <= until)).toBe(true)
    }
  })

  it('of a whole day touch its high and low', () => {
    const span = marketDaySpan(marketDay('2026-03-04'))
    const prices = [
      ...markets.AROUND_THE_CLOCK.ticksBetween('SPY', (span.fromMs - 1) as EpochMs, (span.untilMs - 1) as EpochMs),
    ].map(({ price }) => price)
    const [bar] = markets.AROUND_THE_CLOCK.dailyBars('SPY', marketDay('2026-03-04'), marketDay('2026-03-04'))
    expect([prices[0], Math.max(...prices), Math.min(...prices), prices.at(-1)]).toEqual([
      bar!.open,
      bar!.high,
      bar!.low,
      bar!.close,
    ])
  })
})
