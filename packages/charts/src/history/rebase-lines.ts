// Lines of gains in percent that start again at zero where a range begins. A line says what it gained since its own first point; what it
// gained since a later one follows from the two, because gains multiply.

import { secondOf, valueAt, type LinePoint, type LineSeries } from './line-point.ts'

/** The gain between two instants in percent, each with its last value; undefined before the first point and after a total loss. */
export function gainBetween(growth: readonly LinePoint[], fromMs: number, toMs: number): number | undefined {
  const from = valueAt(growth, fromMs)
  const to = valueAt(growth, toMs)
  return from === undefined || to === undefined ? undefined : gainSince(from, to)
}

/** 10 percent, then 32: 20 percent since. */
function gainSince(from: number, to: number): number | undefined {
  return from <= -100 ? undefined : ((1 + to / 100) / (1 + from / 100) - 1) * 100
}

/** The line that begins last: before it there is no common day. */
export function lastToBegin(series: readonly LineSeries[]): LineSeries | undefined {
  const begun = series.filter(({ points }) => points.length > 0)
  return begun.reduce<LineSeries | undefined>((last, line) => (last === undefined || startOf(line) > startOf(last) ? line : last), undefined)
}

const startOf = ({ points }: LineSeries): number => points[0]?.timeMs ?? Infinity

/** The lines without what was before their first common instant. */
export function cutToCommon(series: readonly LineSeries[]): LineSeries[] {
  const last = lastToBegin(series)
  const fromMs = last === undefined ? -Infinity : startOf(last)
  return series.map((line) => {
    const inside = line.points.filter(({ timeMs }) => timeMs >= fromMs)
    const start = inside[0]?.timeMs === fromMs ? undefined : valueAt(line.points, fromMs)
    return { ...line, points: start === undefined ? inside : [{ timeMs: fromMs, value: start }, ...inside] }
  })
}

/**
 * Every line in percent of its value at one instant. It begins there with zero, also where it has no point of its own at that instant, and has
 * nothing before; a line that was lost by then has no points.
 */
export function rebaseLines(series: readonly LineSeries[], baseMs: number): LineSeries[] {
  return series.map((line) => {
    const base = valueAt(line.points, baseMs)
    if (base === undefined || base <= -100) return { ...line, points: [] }
    const later = line.points.filter(({ timeMs }) => secondOf(timeMs) > secondOf(baseMs))
    const points = later.flatMap(({ timeMs, value }) => {
      const gain = gainSince(base, value)
      return gain === undefined ? [] : [{ timeMs, value: gain }]
    })
    return { ...line, points: [{ timeMs: baseMs, value: 0 }, ...points] }
  })
}
