// Moving average convergence / divergence. Implemented here, because it is based on the published EMA, and
// trading-signals' EMA starts differently.
import { exponentialWeight, noMean, stepMean, type RunningMean } from './mean.ts'
import { stepStream, type IndicatorStream } from './stream.ts'

interface State {
  readonly fast: RunningMean
  readonly slow: RunningMean
  readonly signal: RunningMean
}

/**
 * MACD `[macd, signal, histogram]`: the exponential average of `fastLength` closes minus that of `slowLength` closes;
 * the exponential average of this difference over `signalLength` values; the difference of the two. The signal starts
 * with the plain mean of the first `signalLength` MACD values.
 */
export function macd(fastLength: number, slowLength: number, signalLength: number): IndicatorStream {
  return stepStream<State>({ fast: noMean, slow: noMean, signal: noMean }, (state, { close }) => {
    const fast = stepMean(state.fast, close, fastLength, exponentialWeight(fastLength))
    const slow = stepMean(state.slow, close, slowLength, exponentialWeight(slowLength))
    if (fast.value === undefined || slow.value === undefined)
      return [{ fast, slow, signal: state.signal }, [undefined, undefined, undefined]]
    const difference = fast.value - slow.value
    const signal = stepMean(state.signal, difference, signalLength, exponentialWeight(signalLength))
    return [
      { fast, slow, signal },
      [difference, signal.value, signal.value === undefined ? undefined : difference - signal.value],
    ]
  })
}
