// Lines of gains in percent, rebased to zero at the start of a range. A line holds the gain since its own first point;
// because gains multiply, the gain since a later point follows from two of its values.

import { secondOf, valueAt, type LinePoint, type LineSeries } from './line-point.ts'

/**
 * Returns the gain between two instants in percent, using the last value at each; undefined before the first point and
 * after a total loss.
 */
export function gainBetween(growth: readonly LinePoint[], fromMs: number, toMs: number): number | undefined {
  const from = valueAt(growth, fromMs)
  const to = valueAt(growth, toMs)
  return from === undefined || to === undefined ? undefined : gainSince(from, to)
}

/** Returns the gain between two cumulative gains: from 10 percent to 32 percent is 20 percent. */
function gainSince(from: number, to: number): number | undefined {
  return from <= -100 ? undefined : ((1 + to / 100) / (1 + from / 100) - 1) * 100
}

/** Returns the line that starts last: before its start there is no common day. */
export function lastToBegin(series: readonly LineSeries[]): LineSeries | undefined {
  const begun = series.filter(({ points }) => points.length > 0)
  return begun.reduce<LineSeries | undefined>(
    (last, line) => (last === undefined || startOf(line) > startOf(last) ? line : last),
    undefined,
  )
}

/**
 * Returns the first instant that all lines have, and the line that begins there; undefined while all of them begin at
 * the same one, so nothing is cut off.
 */
export function commonStart(
  series: readonly LineSeries[],
): { readonly timeMs: number; readonly name: string } | undefined {
  const last = lastToBegin(series)
  if (last === undefined || series.every((line) => startOf(line) >= startOf(last))) return undefined
  return { timeMs: startOf(last), name: last.name }
}

const startOf = ({ points }: LineSeries): number => points[0]?.timeMs ?? Infinity

/** Returns the lines without the part before their first common instant. */
export function cutToCommon(series: readonly LineSeries[]): LineSeries[] {
  const last = lastToBegin(series)
  const fromMs = last === undefined ? -Infinity : startOf(last)
  return series.map((line) => {
    const inside = line.points.filter(({ timeMs }) => timeMs >= fromMs)
    const start = inside[0]?.timeMs === fromMs ? undefined : valueAt(line.points, fromMs)
    return { ...line, points: start === undefined ? inside : [{ timeMs: fromMs, value: start }, ...inside] }
  })
}

/** Returns every line of sums of money as what was added since one instant, at which each of them is zero. */
export function rebaseSums(series: readonly LineSeries[], baseMs: number): LineSeries[] {
  return series.map((line) => {
    const base = valueAt(line.points, baseMs) ?? 0
    const later = line.points.filter(({ timeMs }) => secondOf(timeMs) > secondOf(baseMs))
    return {
      ...line,
      points: [
        { timeMs: baseMs, value: 0 },
        // Cents: sums of money must not grow digits by subtraction.
        ...later.map(({ timeMs, value }) => ({ timeMs, value: Math.round((value - base) * 100) / 100 })),
      ],
    }
  })
}

/**
 * Returns every line in percent of its value at one instant. Each line starts there at zero, even without a point at
 * that instant, and has no earlier points; a line with a total loss by then has no points.
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
