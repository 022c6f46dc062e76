// Builds the derivations of the performance figures: the unit values, flows and prices that they are computed from.
import type { Derivation } from '@clubfolio/contract'
import { minObservations, fractionToNumber, negateCents, unitValueOf, type FundReplay } from '@clubfolio/domain'
import { exactAmount, internalRateText, percentText, type FigureWriter } from '../book/figure-text.ts'
import type { Benchmark, Performance } from './measure-performance.ts'

interface PerformanceSource {
  readonly replay: FundReplay
  readonly performance: Performance
  readonly words: FigureWriter
}

export function derivePerformance(
  figure: 'time-weighted' | 'internal-rate' | 'drawdown' | 'SPY' | 'QQQ',
  { replay, performance, words }: PerformanceSource,
): Derivation {
  const { asOf } = performance
  switch (figure) {
    case 'time-weighted':
      return { asOf, ...deriveTimeWeighted(replay, performance, words) }
    case 'internal-rate':
      return { asOf, ...deriveInternalRate(replay, performance, words) }
    case 'drawdown':
      return { asOf, ...deriveDrawdown(replay, performance, words) }
    case 'SPY':
    case 'QQQ':
      return {
        asOf,
        ...deriveBenchmark(
          figure,
          { performance, benchmark: performance.benchmarks.find((one) => one.symbol === figure) },
          words,
        ),
      }
  }
}

type Body = Omit<Derivation, 'asOf'>

function deriveTimeWeighted(replay: FundReplay, { timeWeighted }: Performance, { rate }: FigureWriter): Body {
  const line = replay.valuations
  return {
    title: `TWR since ${replay.records.opening.day}`,
    result: timeWeighted ? percentText(timeWeighted.total) : 'n/a',
    formula:
      'Unit value now / unit value at the opening - 1. Payments do not move the unit value, so they do not count ' +
      'as gain.',
    parts: [
      { label: 'Unit value at the opening', value: rate(line[0]?.rate ?? replay.rate) },
      { label: 'Unit value now', value: rate(replay.rate) },
      {
        label: 'A year',
        value: timeWeighted?.annualised === undefined ? 'shown from one year on' : percentText(timeWeighted.annualised),
      },
    ],
    columns: ['Close', 'Unit value', 'Since the opening'],
    rows: line.toReversed().map((one) => [one.day, rate(one.rate), sinceStart(line[0] ?? one, one)]),
  }
}

function sinceStart(
  first: { rate: { numerator: bigint; denominator: bigint } },
  one: { rate: { numerator: bigint; denominator: bigint } },
): string {
  const start = fractionToNumber(unitValueOf(first.rate))
  return start > 0 ? percentText(fractionToNumber(unitValueOf(one.rate)) / start - 1) : 'n/a'
}

function deriveInternalRate(
  replay: FundReplay,
  { flows, internalRate, asOf }: Performance,
  { money }: FigureWriter,
): Body {
  return {
    title: 'XIRR a year',
    result: internalRateText(internalRate),
    formula:
      'The yearly rate (days / 365) at which all flows and the value at the end add up to zero; of several, the ' +
      'one nearest to 0.',
    parts: [
      { label: `Value on ${asOf}`, value: money(replay.fundValueCents) },
      { label: 'Flows', value: String(flows.length) },
    ],
    columns: ['Day', 'Paid in'],
    rows: [
      [asOf, `${money(negateCents(replay.fundValueCents))} (value)`],
      ...flows.toReversed().map((flow) => [flow.day, money(flow.amountCents)]),
    ],
  }
}

function deriveDrawdown(replay: FundReplay, { risk }: Performance, words: FigureWriter): Body {
  return {
    title: 'Max drawdown',
    result: risk ? percentText(risk.maxDrawdown) : 'n/a',
    formula:
      `The deepest fall of the unit value from a peak before it. Shown from ${minObservations} daily returns on; ` +
      'payments cannot hide it.',
    parts: risk
      ? [
          { label: 'From the peak of', value: risk.drawdownFrom },
          { label: 'To the low of', value: risk.drawdownTo },
          { label: 'Volatility a year', value: percentText(risk.volatility) },
          {
            label: `Sharpe, risk-free rate ${percentText(risk.riskFreeRate)}`,
            value: risk.sharpe?.toFixed(2) ?? 'n/a',
          },
        ]
      : [{ label: 'Daily returns so far', value: String(Math.max(0, replay.valuations.length - 1)) }],
    columns: ['Close', 'Unit value', 'Below the peak'],
    rows: fallRows(replay, words).toReversed(),
  }
}

function fallRows(replay: FundReplay, { rate }: FigureWriter): string[][] {
  let peak = 0
  return replay.valuations.map((one) => {
    const value = fractionToNumber(unitValueOf(one.rate))
    peak = Math.max(peak, value)
    return [one.day, rate(one.rate), peak > 0 ? percentText(value / peak - 1) : 'n/a']
  })
}

/** Formats a price of an index, which is in dollars, with at least two and at most four decimals. */
const priceText = (price: number | undefined): string =>
  price === undefined ? '' : exactAmount(price.toFixed(4).replace(/0{1,2}$/, ''), 'USD')

interface BenchmarkSource {
  readonly performance: Performance
  readonly benchmark: Benchmark | undefined
}

function deriveBenchmark(
  symbol: string,
  { performance: { flows, asOf }, benchmark }: BenchmarkSource,
  { money }: FigureWriter,
): Body {
  const priceOn = (day: string) => benchmark?.closes.findLast((close) => close.day <= day)
  return {
    title: `Same cash in ${symbol}`,
    result: benchmark ? money(benchmark.replay.endValueCents) : 'n/a',
    formula:
      `Every flow of the fund buys or sells ${symbol} at the close of its day (the close before it, where the day ` +
      'has none), split-adjusted, without dividends and costs.',
    parts: benchmark
      ? [
          { label: `Close of ${priceOn(asOf)?.day ?? asOf}`, value: priceText(priceOn(asOf)?.close) },
          { label: 'XIRR of the same cash', value: internalRateText(benchmark.replay.internalRate) },
        ]
      : [{ label: 'Prices', value: `The active market has no prices of ${symbol} back to the first flow.` }],
    columns: ['Day', 'Flow', 'Close of', 'Price', 'Shares'],
    rows: benchmark
      ? flows.toReversed().map((flow) => {
          const price = priceOn(flow.day)
          return [
            flow.day,
            money(flow.amountCents),
            price?.day ?? '',
            priceText(price?.close),
            price ? (Number(flow.amountCents) / 100 / price.close).toFixed(4) : '',
          ]
        })
      : [],
  }
}
