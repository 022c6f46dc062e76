// Values over time for lines and areas, and the clean form that the drawing library requires.

import type { ChartTheme } from '../theme.ts'

export interface LinePoint {
  readonly timeMs: number
  readonly value: number
}

export interface LineSeries {
  readonly id: string
  readonly name: string
  readonly points: readonly LinePoint[]
  /** Which of the colours it has, whatever its position; without it the position decides. */
  readonly colorPlace?: number | undefined
  /**
   * For values affected by payments: the gain in percent since the first point, without payments. While it is empty, no
   * change is shown.
   */
  readonly growth?: readonly LinePoint[]
  /** Payments that moved the value, marked on the line. */
  readonly payments?: readonly LinePayment[]
}

/** A payment into what the line shows, positive, or out of it. */
export interface LinePayment {
  readonly timeMs: number
  readonly amount: number
}

/**
 * The third series takes the fourth colour: the third is the colour of profit, which the figures next to the chart use.
 */
const colorOrder = [0, 1, 3, 2] as const

/** Returns the place of a series among the colours: its own, else its position. */
export const colorPlaceOf = ({ colorPlace }: Pick<LineSeries, 'colorPlace'>, index: number): number =>
  colorPlace ?? index

/** Returns the colour at a place; the fifth is for lines only, and a sixth line reuses the first colour with dashes. */
export function seriesColor(theme: ChartTheme, place: number): string {
  const order = [...colorOrder.map((index) => theme.series[index]), theme.fifthLine]
  return order[place % order.length] ?? theme.fifthLine
}

/** Returns whether a line at this place repeats the colour of another one. */
export const isColorRepeated = (place: number): boolean => place > colorOrder.length

/** Converts milliseconds to the library's seconds. */
export function secondOf(timeMs: number): number {
  return Math.floor(timeMs / 1_000)
}

/** Returns points in ascending time, one per second (the last one given wins), without values that are not numbers. */
export function cleanPoints(points: readonly LinePoint[]): LinePoint[] {
  const bySecond = new Map<number, LinePoint>()
  for (const point of points) {
    if (!Number.isFinite(point.value) || !Number.isFinite(point.timeMs)) continue
    bySecond.set(secondOf(point.timeMs), point)
  }
  return [...bySecond.values()].sort((a, b) => a.timeMs - b.timeMs)
}

/** Returns all times at which any of these clean series has a value, in whole seconds as milliseconds, ascending. */
export function joinTimes(series: readonly (readonly LinePoint[])[]): number[] {
  const seconds = new Set<number>()
  for (const points of series) for (const { timeMs } of points) seconds.add(secondOf(timeMs))
  return [...seconds].sort((a, b) => a - b).map((second) => second * 1_000)
}

/** Returns whether a logarithmic scale is possible: only while every value is above zero. */
export function allowsLogScale(points: readonly LinePoint[]): boolean {
  return points.every(({ value }) => value > 0)
}

/** Returns the last value at or before `timeMs`; undefined before the first. */
export function valueAt(points: readonly LinePoint[], timeMs: number): number | undefined {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (secondOf(points[middle]?.timeMs ?? Infinity) <= secondOf(timeMs)) low = middle + 1
    else high = middle
  }
  return points[low - 1]?.value
}

/**
 * Returns whether `next` are the same lines with another last value or more values after it: then every part that is in
 * view is still there.
 * @example isContinuation([{ id: 'SPY', name: 'SPY', points: [] }], []) // false
 */
export const isContinuation = (before: readonly LineSeries[], next: readonly LineSeries[]): boolean =>
  before.length > 0 &&
  before.length === next.length &&
  before.every(({ id, points }, index) => {
    const later = next[index]
    if (later?.id !== id || points.length === 0 || later.points.length < points.length) return false
    return points.slice(0, -1).every(({ timeMs }, place) => later.points[place]?.timeMs === timeMs)
  })
