// Parabolic stop and reverse (Wilder). Implemented here, because trading-signals moves the stop by a cent at some
// reversals and chooses the first direction by midpoints.
import { stepStream, type IndicatorBar, type IndicatorStream } from './stream.ts'

interface Trend {
  readonly isUp: boolean
  /** The stop of the last bar. */
  readonly stop: number
  /** The highest high of a rising trend, the lowest low of a falling one. */
  readonly extreme: number
  readonly factor: number
}

interface State {
  readonly previous: IndicatorBar | undefined
  readonly beforePrevious: IndicatorBar | undefined
  readonly trend: Trend | undefined
}

/**
 * The stop of each bar, in dollars: previous stop + factor x (extreme - previous stop), in a rising trend not above the
 * lows of the two preceding bars, in a falling one not below their highs. The factor starts at `step` and grows by it
 * with every new extreme, up to `limit`. A bar that reaches the stop reverses the trend; its stop is the old extreme.
 * The first trend rises unless the second bar fell further below the first than it rose above it. Values begin with the
 * second bar.
 */
export function parabolicStop(step: number, limit: number): IndicatorStream {
  return stepStream<State>(
    { previous: undefined, beforePrevious: undefined, trend: undefined },
    ({ previous, beforePrevious, trend }, bar) => {
      if (previous === undefined) return [{ previous: bar, beforePrevious: undefined, trend: undefined }, [undefined]]
      const next =
        trend === undefined
          ? firstTrend(previous, bar, step)
          : nextTrend(trend, previous, { beforePrevious: beforePrevious ?? previous, bar, step, limit })
      return [{ previous: bar, beforePrevious: previous, trend: next }, [next.stop]]
    },
  )
}

function firstTrend(previous: IndicatorBar, bar: IndicatorBar, step: number): Trend {
  const isUp = previous.low - bar.low <= Math.max(0, bar.high - previous.high)
  return isUp
    ? { isUp, stop: previous.low, extreme: bar.high, factor: step }
    : { isUp, stop: previous.high, extreme: bar.low, factor: step }
}

interface NextTrendOptions {
  readonly beforePrevious: IndicatorBar
  readonly bar: IndicatorBar
  readonly step: number
  readonly limit: number
}

function nextTrend(
  trend: Trend,
  previous: IndicatorBar,
  { beforePrevious, bar, step, limit }: NextTrendOptions,
): Trend {
  const moved = trend.stop + trend.factor * (trend.extreme - trend.stop)
  const stop = trend.isUp
    ? Math.min(moved, previous.low, beforePrevious.low)
    : Math.max(moved, previous.high, beforePrevious.high)
  const isReached = trend.isUp ? bar.low <= stop : bar.high >= stop
  if (isReached)
    return { isUp: !trend.isUp, stop: trend.extreme, extreme: trend.isUp ? bar.low : bar.high, factor: step }
  const isFarther = trend.isUp ? bar.high > trend.extreme : bar.low < trend.extreme
  if (!isFarther) return { ...trend, stop }
  return {
    isUp: trend.isUp,
    stop,
    extreme: trend.isUp ? bar.high : bar.low,
    factor: Math.min(limit, trend.factor + step),
  }
}
