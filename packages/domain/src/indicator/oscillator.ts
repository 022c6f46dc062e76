// Oscillators with fixed bounds or around zero, most of them computed by trading-signals. For flat prices, where some
// of them divide by zero, they have no value.
import { CCI, MFI, RSI, WilliamsR } from 'trading-signals'
import { stepStream, updateStream, type IndicatorBar, type IndicatorStream } from './stream.ts'

const finite = (value: number | null | undefined): number | undefined =>
  value !== null && Number.isFinite(value) ? value : undefined

/**
 * Relative strength index (Wilder), 0 to 100: 100 - 100 / (1 + average gain / average loss) of the closes, both
 * Wilder's averages over `length` changes; 100 if there were no losses.
 */
export function relativeStrengthIndex(length: number): IndicatorStream {
  const index = new RSI(length)
  return updateStream(({ close }, isReplaced) => [finite(index.update(close, isReplaced))])
}

interface Stochastic {
  /**
   * The last `length` bars, the last `slowing` relative positions of the close, and the last `smoothing` averages of
   * these; oldest first.
   */
  readonly bars: readonly IndicatorBar[]
  readonly places: readonly (number | undefined)[]
  readonly averages: readonly (number | undefined)[]
}

const lastOf = <Value>(values: readonly Value[], next: Value, most: number): readonly Value[] =>
  values.length < most ? [...values, next] : [...values.slice(values.length + 1 - most), next]

/** A loop, because this runs for every bar of a chart: arguments of Math.min made of a list take five times as long. */
function rangeOf(bars: readonly IndicatorBar[]): { readonly low: number; readonly high: number } {
  let low = Infinity
  let high = -Infinity
  for (const bar of bars) {
    if (bar.low < low) low = bar.low
    if (bar.high > high) high = bar.high
  }
  return { low, high }
}

const meanOfAll = (values: readonly (number | undefined)[], length: number): number | undefined =>
  values.length < length || values.includes(undefined)
    ? undefined
    : values.reduce((total: number, value) => total + (value ?? 0), 0) / length

/**
 * Stochastic oscillator `[%K, %D]`, 0 to 100: position of the close between the lowest low (0) and the highest high
 * (100) of `length` bars, averaged over `slowing` bars (%K), and %K averaged over `smoothing` bars (%D). %K begins with
 * bar `length` + `slowing` - 1. Implemented here, because trading-signals withholds %K until there is a %D.
 */
export function stochastic(length: number, slowing: number, smoothing: number): IndicatorStream {
  return stepStream<Stochastic>({ bars: [], places: [], averages: [] }, (state, bar) => {
    const bars = lastOf(state.bars, bar, length)
    if (bars.length < length) return [{ ...state, bars }, [undefined, undefined]]
    const { low, high } = rangeOf(bars)
    const places = lastOf(state.places, high === low ? undefined : (100 * (bar.close - low)) / (high - low), slowing)
    const slowed = meanOfAll(places, slowing)
    if (places.length < slowing) return [{ bars, places, averages: state.averages }, [undefined, undefined]]
    const averages = lastOf(state.averages, slowed, smoothing)
    return [{ bars, places, averages }, [slowed, meanOfAll(averages, smoothing)]]
  })
}

/**
 * Commodity channel index (Lambert): (typical price - its simple average over `length` bars) / (0.015 x the mean
 * absolute deviation from that average); typical price = (high + low + close) / 3.
 */
export function commodityChannelIndex(length: number): IndicatorStream {
  const index = new CCI(length)
  return updateStream((bar, isReplaced) => [finite(index.update(bar, isReplaced))])
}

/** Williams %R, -100 to 0: -100 x (highest high - close) / (highest high - lowest low) of the last `length` bars. */
export function williamsPercentRange(length: number): IndicatorStream {
  const range = new WilliamsR(length)
  return updateStream((bar, isReplaced) => [finite(range.update(bar, isReplaced))])
}

/**
 * Money flow index, 0 to 100: of the money (typical price x volume) of the last `length` bars whose typical price
 * changed, the percentage that flowed on rising bars; 50 if none flowed.
 */
export function moneyFlowIndex(length: number): IndicatorStream {
  const index = new MFI(length)
  return updateStream((bar, isReplaced) => [finite(index.update(bar, isReplaced))])
}
