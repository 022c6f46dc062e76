// Statistics of closed trades: how often and how much they win, by any grouping, and their results in R over time.
// Source: docs/rules/trading.md, "Journal".
import { type Cents, type EpochMs, type MarketDay, toCents } from '../kind.ts'
import { divideHalfEven } from '../money/fraction.ts'

/** The part of a closed trade that statistics need. */
export interface ClosedResult {
  readonly id: string
  readonly closedAt: EpochMs
  readonly closedDay: MarketDay
  /** After fees. */
  readonly netCents: Cents
  /** Null for a trade without a first stop. */
  readonly rHundredths: number | null
}

export interface TradeStatistics {
  readonly count: number
  readonly wins: number
  readonly losses: number
  readonly netCents: Cents
  /** wins / count x 100, two decimals; null without a trade. */
  readonly winPercent: number | null
  readonly averageWinCents: Cents | null
  /** Negative. */
  readonly averageLossCents: Cents | null
  /** Net of an average trade. */
  readonly expectancyCents: Cents | null
  /** Sum of the wins / sum of the losses, two decimals; null without a loss. */
  readonly profitFactor: number | null
  /** Trades with R. */
  readonly rCount: number
  readonly rHundredths: number
  /** R of an average trade that has one, in hundredths. */
  readonly expectancyRHundredths: number | null
}

const average = (sum: bigint, count: number): Cents | null =>
  count === 0 ? null : toCents(divideHalfEven(sum, BigInt(count)))
const hundredths = (part: bigint, whole: bigint, times: bigint): number =>
  Number(divideHalfEven(part * times * 100n, whole)) / 100

/**
 * Computes the statistics of closed trades. A trade that nets exactly zero neither wins nor loses and counts in the
 * rest. Example: +300.00, +100.00, -200.00 and 0.00 win 50 percent; average win 200.00, average loss -200.00,
 * expectancy 50.00, profit factor 2.00.
 */
export function tradeStatistics(trades: readonly Pick<ClosedResult, 'netCents' | 'rHundredths'>[]): TradeStatistics {
  let [wins, losses, won, lost, rCount, rSum] = [0, 0, 0n, 0n, 0, 0]
  for (const { netCents, rHundredths } of trades) {
    if (netCents > 0n) {
      wins++
      won += netCents
    } else if (netCents < 0n) {
      losses++
      lost += netCents
    }
    if (rHundredths === null) continue
    rCount++
    rSum += rHundredths
  }
  const count = trades.length
  return {
    count,
    wins,
    losses,
    netCents: toCents(won + lost),
    winPercent: count === 0 ? null : hundredths(BigInt(wins), BigInt(count), 100n),
    averageWinCents: average(won, wins),
    averageLossCents: average(lost, losses),
    expectancyCents: average(won + lost, count),
    profitFactor: lost === 0n ? null : hundredths(won, -lost, 1n),
    rCount,
    rHundredths: rSum,
    expectancyRHundredths: rCount === 0 ? null : Number(divideHalfEven(BigInt(rSum), BigInt(rCount))),
  }
}

/** How far a closed trade was in profit and in loss while it was open, before fees. */
export interface MeasuredResult {
  readonly netCents: Cents
  /** Null for a trade without bars. */
  readonly bestCents: Cents | null
  readonly worstCents: Cents | null
  /** Null for a trade without a risk too. */
  readonly bestRHundredths: number | null
  readonly worstRHundredths: number | null
}

export interface ExcursionStatistics {
  /** Trades that bars have measured. */
  readonly count: number
  /** The worst result of an average winner while it was open; never positive. */
  readonly averageWorstOfWinsCents: Cents | null
  readonly averageWorstOfWinsRHundredths: number | null
  /** The best result of an average loser while it was open; never negative. */
  readonly averageBestOfLossesCents: Cents | null
  readonly averageBestOfLossesRHundredths: number | null
  /** Sum of the winners' results / sum of their best results x 100, two decimals. */
  readonly bestKeptPercent: number | null
}

/**
 * Computes what bars say about closed trades. Example: winners of +100.00 (worst -40.00, best 200.00) and +300.00
 * (worst 0.00, best 300.00), and a loser of -50.00 (best 30.00): the average winner was at -20.00, the average
 * loser at 30.00, and the winners kept 400.00 of 500.00, 80 percent.
 */
export function excursionStatistics(trades: readonly MeasuredResult[]): ExcursionStatistics {
  const measured = trades.filter(({ bestCents, worstCents }) => bestCents !== null && worstCents !== null)
  const wins = measured.filter(({ netCents }) => netCents > 0n)
  const losses = measured.filter(({ netCents }) => netCents < 0n)
  const sum = (of: readonly MeasuredResult[], amount: (trade: MeasuredResult) => bigint | null): bigint =>
    of.reduce((total, trade) => total + (amount(trade) ?? 0n), 0n)
  const averageR = (values: readonly (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null)
    if (known.length === 0) return null
    return Number(divideHalfEven(BigInt(known.reduce((total, value) => total + value, 0)), BigInt(known.length)))
  }
  const bestOfWins = sum(wins, ({ bestCents }) => bestCents)
  return {
    count: measured.length,
    averageWorstOfWinsCents: average(
      sum(wins, ({ worstCents }) => worstCents),
      wins.length,
    ),
    averageWorstOfWinsRHundredths: averageR(wins.map(({ worstRHundredths }) => worstRHundredths)),
    averageBestOfLossesCents: average(
      sum(losses, ({ bestCents }) => bestCents),
      losses.length,
    ),
    averageBestOfLossesRHundredths: averageR(losses.map(({ bestRHundredths }) => bestRHundredths)),
    bestKeptPercent:
      bestOfWins === 0n
        ? null
        : hundredths(
            sum(wins, ({ netCents }) => netCents),
            bestOfWins,
            100n,
          ),
  }
}

export interface RCurve {
  /** After each closed trade that has R, in the order of closing. */
  readonly points: readonly { readonly id: string; readonly at: EpochMs; readonly rHundredths: number }[]
  /** The deepest fall from a high, which starts at zero; never negative. */
  readonly drawdownHundredths: number
  /** How far the last point lies below the high. */
  readonly openDrawdownHundredths: number
}

/**
 * Adds up R in the order of closing. Example: +2.00, -1.00, -1.50, +3.00 is a curve of 2.00, 1.00, -0.50, 2.50 with a
 * drawdown of 2.50 R.
 */
export function rCurve(trades: readonly Pick<ClosedResult, 'id' | 'closedAt' | 'rHundredths'>[]): RCurve {
  const ordered = trades
    .filter(({ rHundredths }) => rHundredths !== null)
    .sort((a, b) => a.closedAt - b.closedAt || (a.id < b.id ? -1 : 1))
  let [sum, high, drawdown] = [0, 0, 0]
  const points = ordered.map(({ id, closedAt, rHundredths }) => {
    sum += rHundredths ?? 0
    high = Math.max(high, sum)
    drawdown = Math.max(drawdown, high - sum)
    return { id, at: closedAt, rHundredths: sum }
  })
  return { points, drawdownHundredths: drawdown, openDrawdownHundredths: high - sum }
}

export interface RBucket {
  /** Inclusive; null for everything below the first step. */
  readonly fromHundredths: number | null
  /** Exclusive; null for everything from the last step on. */
  readonly untilHundredths: number | null
  readonly count: number
}

/** From -3 R to 5 R in halves, and what lies beyond. */
const firstStep = -300
const lastStep = 500
const stepWidth = 50

/** Counts trades by their R in steps of half an R: -1.00 lies in the step from -1.00 to below -0.50. */
export function rDistribution(trades: readonly Pick<ClosedResult, 'rHundredths'>[]): RBucket[] {
  const steps = (lastStep - firstStep) / stepWidth
  const counts = Array.from({ length: steps + 2 }, () => 0)
  for (const { rHundredths } of trades) {
    if (rHundredths === null) continue
    const step = Math.floor((rHundredths - firstStep) / stepWidth)
    counts[Math.max(0, Math.min(steps + 1, step + 1))]!++
  }
  return counts.map((count, index) => ({
    fromHundredths: index === 0 ? null : firstStep + (index - 1) * stepWidth,
    untilHundredths: index === steps + 1 ? null : firstStep + index * stepWidth,
    count,
  }))
}

export interface DayResult {
  readonly day: MarketDay
  readonly count: number
  readonly wins: number
  readonly netCents: Cents
  readonly rHundredths: number
}

/** Returns the days on which trades were closed, in order, with what they netted. */
export function resultsByDay(trades: readonly ClosedResult[]): DayResult[] {
  const days = new Map<MarketDay, DayResult>()
  for (const { closedDay: day, netCents, rHundredths } of trades) {
    const known = days.get(day) ?? { day, count: 0, wins: 0, netCents: toCents(0n), rHundredths: 0 }
    days.set(day, {
      day,
      count: known.count + 1,
      wins: known.wins + (netCents > 0n ? 1 : 0),
      netCents: toCents(known.netCents + netCents),
      rHundredths: known.rHundredths + (rHundredths ?? 0),
    })
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** Groups trades by a key; a trade may have several keys, such as its tags, or none. In order of the keys. */
export function groupTrades<Trade>(
  trades: readonly Trade[],
  keysOf: (trade: Trade) => readonly string[],
): { readonly key: string; readonly trades: readonly Trade[] }[] {
  const groups = new Map<string, Trade[]>()
  for (const trade of trades)
    for (const key of keysOf(trade)) {
      const group = groups.get(key)
      if (group) group.push(trade)
      else groups.set(key, [trade])
    }
  return [...groups].map(([key, members]) => ({ key, trades: members })).sort((a, b) => (a.key < b.key ? -1 : 1))
}
