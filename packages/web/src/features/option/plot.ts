// Scales and ticks of the pictures of the options desk, in the units of an SVG. Pure.

export interface Scale {
  readonly low: number
  readonly high: number
  /** The picture's coordinate of a value. */
  readonly at: (value: number) => number
  /** The value at a coordinate. */
  readonly from: (coordinate: number) => number
}

/** Returns a linear scale from `[low, high]` to `[start, end]`; a span of zero is widened by one. */
export function linearScale([low, high]: readonly [number, number], [start, end]: readonly [number, number]): Scale {
  const top = high === low ? low + 1 : high
  const factor = (end - start) / (top - low)
  return {
    low,
    high: top,
    at: (value) => start + (value - low) * factor,
    from: (coordinate) => low + (coordinate - start) / factor,
  }
}

const steps = [1, 2, 2.5, 5, 10]

/** Returns round values within a span, about `count` of them: `ticksOf(96, 109, 4)` is 100 and 105. */
export function ticksOf(low: number, high: number, count: number): number[] {
  const raw = (high - low) / count
  if (!(raw > 0)) return []
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = power * (steps.find((one) => one * power >= raw) ?? 10)
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => Number(((first + n) * step).toPrecision(12)))
}

/** Returns the points of a polyline as the text of an SVG attribute. */
export const linePoints = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
