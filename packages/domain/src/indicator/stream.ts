// What every indicator is: a stream that takes bars one by one and answers its values for each. The charts and the server feed
// the same streams. Values are plain floating-point figures for looking at; nothing here decides about money.

/** One bar of prices in dollars and volume in shares; `timeMs` is where it begins. */
export interface IndicatorBar {
  readonly timeMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** One figure per line of the indicator; undefined while it has not seen enough bars, or where its formula divides by zero. */
export type IndicatorValues = readonly (number | undefined)[]

export interface IndicatorStream {
  /** Takes the next bar. */
  readonly add: (bar: IndicatorBar) => IndicatorValues
  /** Takes the last bar anew, as often as it changes while it is being traded. */
  readonly replace: (bar: IndicatorBar) => IndicatorValues
}

/** A stream from an immutable state: replacing the last bar steps again from the state before it. */
export function stepStream<State>(first: State, step: (state: State, bar: IndicatorBar) => readonly [State, IndicatorValues]): IndicatorStream {
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

/** A stream from an indicator of trading-signals, which replaces its last input by itself. */
export function updateStream(update: (bar: IndicatorBar, isReplaced: boolean) => IndicatorValues): IndicatorStream {
  return { add: (bar) => update(bar, false), replace: (bar) => update(bar, true) }
}

/** The values of a whole list of bars. */
export function computeIndicator(stream: IndicatorStream, bars: readonly IndicatorBar[]): IndicatorValues[] {
  return bars.map((bar) => stream.add(bar))
}
