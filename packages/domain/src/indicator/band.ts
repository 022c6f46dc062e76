// Bands around the price. Bollinger and Donchian are computed by trading-signals; Keltner is implemented here, based on
// the published EMA.
import { ATR, BollingerBands, DonchianChannels } from 'trading-signals'
import { exponentialWeight, noMean, stepMean } from './mean.ts'
import { updateStream, type IndicatorStream } from './stream.ts'

/**
 * Bollinger bands `[upper, middle, lower]`: the simple average of `length` closes, and `deviations` population standard
 * deviations above and below. Example, length 2, 2 deviations: 1 and 3 give 4, 2, 0.
 */
export function bollingerBands(length: number, deviations: number): IndicatorStream {
  const bands = new BollingerBands(length, deviations)
  return updateStream(({ close }, isReplaced) => {
    const result = bands.update(close, isReplaced)
    return [result?.upper, result?.middle, result?.lower]
  })
}

/**
 * Donchian channel `[upper, middle, lower]`: the highest high and lowest low of the last `length` bars, including this
 * one, and their midpoint.
 */
export function donchianChannel(length: number): IndicatorStream {
  const channel = new DonchianChannels(length)
  return updateStream((bar, isReplaced) => {
    const result = channel.update(bar, isReplaced)
    return [result?.upper, result?.middle, result?.lower]
  })
}

/**
 * Keltner channel `[upper, middle, lower]`: the exponential average of `length` closes, and `multiple` average true
 * ranges (Wilder, over `rangeLength` bars) above and below.
 */
export function keltnerChannel(length: number, multiple: number, rangeLength: number): IndicatorStream {
  const range = new ATR(rangeLength)
  let before = noMean
  let after = noMean
  return updateStream((bar, isReplaced) => {
    if (!isReplaced) before = after
    after = stepMean(before, bar.close, length, exponentialWeight(length))
    const width = range.update(bar, isReplaced)
    if (after.value === undefined || width === null) return [undefined, undefined, undefined]
    return [after.value + multiple * width, after.value, after.value - multiple * width]
  })
}
