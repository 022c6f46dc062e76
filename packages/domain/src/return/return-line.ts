// The growth of a fund or of a holder from close to close: what all returns and risk figures are computed from.
// Statistics are plain numbers; the exact books end where a line begins.
import type { MarketDay } from '../kind.ts'

export interface ReturnPoint {
  readonly day: MarketDay
  /** Growth is this value divided by that of an earlier point. */
  readonly value: number
  /** Nothing was held before it: between it and the point before it is no return. */
  readonly isStart?: boolean
}

/** Oldest first. */
export type ReturnLine = readonly ReturnPoint[]

export interface DailyReturn {
  readonly from: MarketDay
  readonly day: MarketDay
  /** 0.01 is 1 %. */
  readonly change: number
}

/** Returns the return of each point but the first of each stretch. */
export function returnsOf(line: ReturnLine): DailyReturn[] {
  return line.flatMap((point, index) => {
    const before = line[index - 1]
    return before === undefined || point.isStart === true
      ? []
      : [{ from: before.day, day: point.day, change: point.value / before.value - 1 }]
  })
}

/** Returns the points of each time in which something was held. */
export function stretchesOf(line: ReturnLine): ReturnPoint[][] {
  const stretches: ReturnPoint[][] = []
  for (const point of line) {
    const current = stretches.at(-1)
    if (current === undefined || point.isStart === true) stretches.push([point])
    else current.push(point)
  }
  return stretches
}

/** Returns whether a value of zero or less lies in it: from there on there is no return. */
export const hasCollapsed = (line: ReturnLine): boolean => line.some(({ value }) => value <= 0)
