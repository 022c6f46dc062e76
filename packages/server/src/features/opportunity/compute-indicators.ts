// The indicators of the screener, on the split-adjusted closes of the window. They are for display, so floats suffice.
import { levelWindow, stepsPerDollar, type LevelBar, type Split } from '@clubfolio/domain'
import { computeIndicator, findIndicator } from '@clubfolio/domain/indicator'

export interface IndicatorFigures {
  readonly rsi14: number | null
  readonly sma20: number | null
  readonly sma50: number | null
  readonly sma200: number | null
}

/** Returns RSI(14) and simple averages of 20, 50 and 200 closes on the last day; null where there are too few bars. */
export function computeIndicators(bars: readonly LevelBar[], splits: readonly Split[]): IndicatorFigures {
  const window = levelWindow(bars, splits).map(({ close }, index) => {
    const price = close / stepsPerDollar
    return { timeMs: index, open: price, high: price, low: price, close: price, volume: 0 }
  })
  const last = (key: 'rsi' | 'sma', length: number) =>
    computeIndicator(
      findIndicator(key)!.create([length], () => ''),
      window,
    ).at(-1)?.[0] ?? null
  return { rsi14: last('rsi', 14), sma20: last('sma', 20), sma50: last('sma', 50), sma200: last('sma', 200) }
}
