// Directional movement (Wilder). Implemented here, because trading-signals counts the first bar as one without
// movement, counts both directions when they are equal, and gives wrong results when the last bar is replaced.
import { noMean, stepMean, type RunningMean } from './mean.ts'
import { stepStream, type IndicatorBar, type IndicatorStream } from './stream.ts'

interface State {
  readonly previous: IndicatorBar | undefined
  readonly up: RunningMean
  readonly down: RunningMean
  readonly range: RunningMean
  readonly index: RunningMean
}

/**
 * Directional movement `[ADX, +DI, -DI]`, each 0 to 100. Up-move = high - previous high, down-move = previous low -
 * low; only the larger counts, and only if positive. +DI and -DI are 100 x Wilder's mean of the up- and down-moves /
 * that of the true ranges; ADX is Wilder's mean of 100 x |+DI - -DI| / (+DI + -DI). +DI and -DI begin with bar `length`
 * + 1, ADX with bar 2 x `length`.
 */
export function directionalMovement(length: number): IndicatorStream {
  const first: State = { previous: undefined, up: noMean, down: noMean, range: noMean, index: noMean }
  const smooth = (mean: RunningMean, input: number) => stepMean(mean, input, length, 1 / length)
  return stepStream<State>(first, (state, bar) => {
    const { previous } = state
    if (previous === undefined) return [{ ...state, previous: bar }, [undefined, undefined, undefined]]
    const upMove = bar.high - previous.high
    const downMove = previous.low - bar.low
    const up = smooth(state.up, upMove > downMove && upMove > 0 ? upMove : 0)
    const down = smooth(state.down, downMove > upMove && downMove > 0 ? downMove : 0)
    const range = smooth(state.range, Math.max(bar.high, previous.close) - Math.min(bar.low, previous.close))
    if (up.value === undefined || down.value === undefined || range.value === undefined) {
      return [{ previous: bar, up, down, range, index: state.index }, [undefined, undefined, undefined]]
    }
    // Prices that never moved have no direction.
    const plus = range.value === 0 ? 0 : (100 * up.value) / range.value
    const minus = range.value === 0 ? 0 : (100 * down.value) / range.value
    const index = smooth(state.index, plus + minus === 0 ? 0 : (100 * Math.abs(plus - minus)) / (plus + minus))
    return [{ previous: bar, up, down, range, index }, [index.value, plus, minus]]
  })
}
