// Answers of Yahoo Finance's chart call in the documented format, generated from bars as traded: prices there are
// divided by later splits and pass through 32-bit floats, days are identified by the instant of their open.
import { sessionHours, type MarketDay } from '@clubfolio/domain'

export interface TradedBar {
  readonly day: string
  readonly prices: readonly [open: number, high: number, low: number, close: number]
  readonly volume: number
}

export interface ChartSubject {
  readonly symbol: string
  readonly bars: readonly TradedBar[]
  readonly splits?: readonly { readonly day: string; readonly numerator: number; readonly denominator: number }[]
  /** As paid. */
  readonly dividends?: readonly { readonly day: string; readonly amount: number }[]
  readonly meta?: Readonly<Record<string, unknown>>
}

const openSeconds = (day: string): number => sessionHours(day as MarketDay)!.openMs / 1000

export function chartAnswer({ symbol, bars, splits = [], dividends = [], meta = {} }: ChartSubject): string {
  const laterSplits = (day: string) =>
    splits
      .filter((split) => split.day > day)
      .reduce((product, split) => product * (split.numerator / split.denominator), 1)
  const price = (bar: TradedBar, place: 0 | 1 | 2 | 3) => Math.fround(bar.prices[place] / laterSplits(bar.day))
  const period = { timezone: 'EST', start: 1614868200, end: 1614891600, gmtoffset: -18000 }
  const named = <T extends { readonly day: string }>(rows: readonly T[], value: (row: T) => object) =>
    Object.fromEntries(rows.map((row) => [String(openSeconds(row.day)), { ...value(row), date: openSeconds(row.day) }]))
  const result = {
    meta: {
      currency: 'USD',
      symbol,
      exchangeName: 'NMS',
      fullExchangeName: 'NasdaqGS',
      instrumentType: 'EQUITY',
      firstTradeDate: 345479400,
      regularMarketTime: 1614891602,
      gmtoffset: -18000,
      timezone: 'EST',
      exchangeTimezoneName: 'America/New_York',
      regularMarketPrice: 121,
      chartPreviousClose: 100,
      priceHint: 2,
      longName: `${symbol} Incorporated`,
      shortName: symbol,
      currentTradingPeriod: { pre: period, regular: period, post: period },
      dataGranularity: '1d',
      range: '',
      validRanges: ['1d', '5d', '1mo', 'max'],
      ...meta,
    },
    ...(bars.length > 0 && { timestamp: bars.map(({ day }) => openSeconds(day)) }),
    events: {
      ...(dividends.length > 0 && {
        dividends: named(dividends, ({ day, amount }) => ({ amount: amount / laterSplits(day) })),
      }),
      ...(splits.length > 0 && {
        splits: named(splits, ({ numerator, denominator }) => ({
          numerator,
          denominator,
          splitRatio: `${numerator}:${denominator}`,
        })),
      }),
    },
    indicators: {
      quote: [
        bars.length === 0
          ? {}
          : {
              open: bars.map((bar) => price(bar, 0)),
              high: bars.map((bar) => price(bar, 1)),
              low: bars.map((bar) => price(bar, 2)),
              close: bars.map((bar) => price(bar, 3)),
              volume: bars.map(({ day, volume }) => volume * laterSplits(day)),
            },
      ],
      adjclose: [{ adjclose: bars.map((bar) => price(bar, 3)) }],
    },
  }
  return JSON.stringify({ chart: { result: [result], error: null } })
}

export const notFoundAnswer = JSON.stringify({
  chart: { result: null, error: { code: 'Not Found', description: 'No data found, symbol may be delisted' } },
})
