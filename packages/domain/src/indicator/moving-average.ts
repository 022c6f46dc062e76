// Moving averages of the close. SMA and WMA are computed by trading-signals. Its EMA starts with the first close
// instead of the mean of the first closes, so the published EMA is implemented here.
import { SMA, WMA } from 'trading-signals'
import { exponentialWeight, noMean, stepMean, type RunningMean } from './mean.ts'
import { stepStream, updateStream, type IndicatorStream } from './stream.ts'

/** Simple moving average: the sum of the last `length` closes / `length`. Example, length 3: 1, 2, 6 give 3. */
export function simpleMovingAverage(length: number): IndicatorStream {
  const average = new SMA(length)
  return updateStream(({ close }, isReplaced) => [average.update(close, isReplaced) ?? undefined])
}

/**
 * Exponential moving average: first the simple average of `length` closes, then previous + 2 / (length + 1) x (close -
 * previous).
 * Example, length 3: 1, 2, 6, 7 give 3, then 3 + 0.5 x 4 = 5.
 */
export function exponentialMovingAverage(length: number): IndicatorStream {
  return stepStream<RunningMean>(noMean, (mean, { close }) => {
    const next = stepMean(mean, close, length, exponentialWeight(length))
    return [next, [next.value]]
  })
}

/**
 * Weighted moving average: closes weighted 1, 2, ... `length` from old to new, / the sum of the weights. Example,
 * length 3: (1 + 4 + 18) / 6 for 1, 2, 6.
 */
export function weightedMovingAverage(length: number): IndicatorStream {
  const average = new WMA(length)
  return updateStream(({ close }, isReplaced) => [average.update(close, isReplaced) ?? undefined])
}
