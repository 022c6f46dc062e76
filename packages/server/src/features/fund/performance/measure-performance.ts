// A fund's performance: time-weighted and money-weighted return, drawdown, and the same cash in SPY and QQQ as far as
// the active market has their prices. Everything is computed from a replay (docs/rules/fund.md, "Performance figures").
import {
  daysBefore,
  fundFlows,
  internalRate,
  replayBenchmark,
  riskFigures,
  timeWeightedReturn,
  type BenchmarkClose,
  type BenchmarkReplay,
  type CashFlow,
  type FundReplay,
  type InternalRate,
  type MarketDay,
  type RiskFigures,
  type TimeWeightedReturn,
  toMarketDay,
} from '@clubfolio/domain'
import type { Services } from '../../../services.ts'
import { createMarketCache } from '../../market/market-cache.ts'
import { findBars } from '../../stock/find-bars.ts'

export const benchmarkSymbols = ['SPY', 'QQQ'] as const
export type BenchmarkSymbol = (typeof benchmarkSymbols)[number]

/** Shown next to the Sharpe ratio; the actual rate is not known here. */
export const riskFreeRate = 0

export interface Benchmark {
  readonly symbol: BenchmarkSymbol
  readonly replay: BenchmarkReplay
  readonly closes: readonly BenchmarkClose[]
}

export interface Performance {
  readonly asOf: MarketDay
  readonly flows: readonly CashFlow[]
  readonly timeWeighted: TimeWeightedReturn | undefined
  readonly internalRate: InternalRate
  readonly risk: RiskFigures | undefined
  readonly benchmarks: readonly Benchmark[]
}

/** Returns the day of the figures on the screen: the last close, or a later dealing. */
export function asOfDay(replay: FundReplay): MarketDay {
  const close = replay.valuations.at(-1)?.day ?? replay.records.opening.day
  const dealing = replay.dealings.at(-1)?.day ?? close
  return dealing > close ? dealing : close
}

export async function measurePerformance(services: Services, replay: FundReplay): Promise<Performance> {
  const own = ownPerformance(replay)
  const { asOf, flows } = own
  const closes = await readBenchmarks(services, replay.records.opening.day, asOf)
  const known = ownBenchmarks.get(replay)
  if (known?.closes === closes) return { ...own, benchmarks: known.benchmarks }
  const benchmarks = benchmarkSymbols.flatMap((symbol) => {
    const its = closes[symbol]
    const same = its && replayBenchmark(flows, its, asOf)
    return same && its ? [{ symbol, replay: same, closes: its }] : []
  })
  ownBenchmarks.set(replay, { closes, benchmarks })
  return { ...own, benchmarks }
}

/** What follows from a replay and the closes of the benchmarks, until others are read. */
const ownBenchmarks = new WeakMap<
  FundReplay,
  { readonly closes: BenchmarksCloses; readonly benchmarks: readonly Benchmark[] }
>()

/** A replay never changes, and is kept under the version of its books (decision 0007): so are its own figures. */
const ownFigures = new WeakMap<FundReplay, Omit<Performance, 'benchmarks'>>()

function ownPerformance(replay: FundReplay): Omit<Performance, 'benchmarks'> {
  const known = ownFigures.get(replay)
  if (known) return known
  const asOf = asOfDay(replay)
  const flows = fundFlows(replay)
  const figures = {
    asOf,
    flows,
    timeWeighted: timeWeightedReturn(replay.valuations, replay.records.opening.day, asOf),
    internalRate: internalRate(flows, replay.fundValueCents, asOf),
    risk: riskFigures(replay.valuations, riskFreeRate),
  }
  ownFigures.set(replay, figures)
  return figures
}

type BenchmarksCloses = Readonly<Partial<Record<BenchmarkSymbol, readonly BenchmarkClose[]>>>

/** About 10 MB of each process. */
const mostKeptCloses = 200_000

const keptCloses = createMarketCache<BenchmarksCloses>(mostKeptCloses, (closes) =>
  Object.values(closes).reduce((sum, { length }) => sum + length, 1),
)

/**
 * Returns split-adjusted closes, starting shortly before the first day, so that a flow on a holiday finds the close
 * before it. They are kept until the market changes, and equal answers are one object.
 */
export async function readBenchmarks(services: Services, from: MarketDay, to: MarketDay): Promise<BenchmarksCloses> {
  const span = `${from} ${to}`
  const found = await keptCloses.findAll(
    services.market,
    [span],
    async () => new Map([[span, await findBenchmarks(services, from, to)]]),
  )
  return found.get(span)!
}

async function findBenchmarks(services: Services, from: MarketDay, to: MarketDay): Promise<BenchmarksCloses> {
  const start = daysBefore(from, 10)
  const found = await Promise.all(
    benchmarkSymbols.map(async (symbol) => [symbol, await readBenchmarkCloses(services, symbol, start, to)] as const),
  )
  return Object.fromEntries(found.filter(([, closes]) => closes.length > 0))
}

/** Returns the split-adjusted closes of an instrument of the active market; none of one that it does not list. */
export async function readBenchmarkCloses(
  services: Services,
  symbol: string,
  from: MarketDay,
  to: MarketDay,
): Promise<BenchmarkClose[]> {
  const bars = await findBars(services, { symbol, start: from, end: to, timing: '_D' })
  return bars.map((bar) => ({
    day: toMarketDay(new Date(bar.datetime).toISOString().slice(0, 10)),
    close: bar.close,
  }))
}
