// Indicators as streams: each takes bars one by one and returns its values for each. The charts and the server use the
// same streams. Values are floating-point figures for display; no decision about money depends on them.

/** One bar of prices in dollars and volume in shares; `timeMs` is its start. */
export interface IndicatorBar {
  readonly timeMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/**
 * One value per line of the indicator; undefined until enough bars have been added, or where its formula divides by
 * zero.
 */
export type IndicatorValues = readonly (number | undefined)[]

export interface IndicatorStream {
  /** Adds the next bar. */
  readonly add: (bar: IndicatorBar) => IndicatorValues
  /** Replaces the last bar, as often as it changes while it is still forming. */
  readonly replace: (bar: IndicatorBar) => IndicatorValues
}

/** Creates a stream from an immutable state. Replacing the last bar steps again from the state before it. */
export function stepStream<State>(
  first: State,
  step: (state: State, bar: IndicatorBar) => readonly [State, IndicatorValues],
): IndicatorStream {
  let before = first
  let after = first
  const take = (bar: IndicatorBar) => {
    const [state, values] = step(before, bar)
    after = state
    return values
  }
  return {
    add: (bar) => {
      before = after
      return take(bar)
    },
    replace: take,
  }
}

/** Creates a stream from a trading-signals indicator, which can replace its last input itself. */
export function updateStream(update: (bar: IndicatorBar, isReplaced: boolean) => IndicatorValues): IndicatorStream {
  return { add: (bar) => update(bar, false), replace: (bar) => update(bar, true) }
}

/** Returns the values for a complete list of bars. */
export function computeIndicator(stream: IndicatorStream, bars: readonly IndicatorBar[]): IndicatorValues[] {
  return bars.map((bar) => stream.add(bar))
}
