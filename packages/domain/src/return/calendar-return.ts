// Returns by month, by year and over twelve months. Source: docs/returns.md, "Returns and risk".
import { toMarketDay, type MarketDay } from '../kind.ts'
import { lastSessionOf, rangeBaseDay } from './return-range.ts'
import { hasCollapsed, stretchesOf, type ReturnLine } from './return-line.ts'

export interface CalendarReturn {
  /** "2026-03" of a month, "2026" of a year. */
  readonly period: string
  /** 0.1 is 10 %; undefined ("n/a") where a value in between is zero or less. */
  readonly total: number | undefined
  /** The line does not cover all of it: it began, ended or paused within. */
  readonly isPartial: boolean
}

/**
 * Returns the return of each month with a close of its own, from the last close before it, or the beginning of the
 * line, to its last one.
 * Example: 10.00 on 2026-03-10, 11.00 at the last close of March and 9.90 at that of April: 10 %, partial, and -10 %.
 */
export const monthlyReturns = (line: ReturnLine): CalendarReturn[] => returnsBy('MONTH', line)

/** The same for years. */
export const yearlyReturns = (line: ReturnLine): CalendarReturn[] => returnsBy('YEAR', line)

function returnsBy(timing: 'MONTH' | 'YEAR', line: ReturnLine): CalendarReturn[] {
  const stretches = stretchesOf(line)
  const nameOf = (day: MarketDay) => day.slice(0, timing === 'MONTH' ? 7 : 4)
  const periods = stretches.flatMap((stretch) => stretch.slice(1).map(({ day }) => nameOf(day)))
  return [...new Set(periods)].map((period) => {
    const first = toMarketDay(timing === 'MONTH' ? `${period}-01` : `${period}-01-01`)
    const last = lastSessionOf(timing, first)
    const inside = stretches.flatMap((stretch) => partOf(stretch, first, last))
    const isWhole = inside.some((part) => part[0]!.day < first && part.at(-1)!.day >= last)
    return { period, total: growthOf(inside), isPartial: !isWhole }
  })
}

/** Returns the points of a stretch that measure a period: those in it, after the last one before it. */
function partOf(stretch: ReturnLine, first: MarketDay, last: MarketDay): ReturnLine[] {
  const base = stretch.findLastIndex(({ day }) => day < first)
  const part = stretch.slice(Math.max(0, base)).filter(({ day }) => day <= last)
  return part.length < 2 ? [] : [part]
}

function growthOf(parts: readonly ReturnLine[]): number | undefined {
  if (parts.some(hasCollapsed)) return undefined
  return parts.reduce((growth, part) => growth * (part.at(-1)!.value / part[0]!.value), 1) - 1
}

/**
 * Returns the return of the year up to the last close of each month, from the close of the same date a year before, as
 * the range `1Y` has it; only where the line reaches that far back.
 * Example: a line that begins on 2025-02-03 has its first one at the last close of February 2026.
 */
export function rollingYears(line: ReturnLine): { readonly day: MarketDay; readonly total: number | undefined }[] {
  const ends = line.filter(({ day }, index) => day.slice(0, 7) !== line[index + 1]?.day.slice(0, 7))
  return ends.flatMap(({ day, value }) => {
    const base = rangeBaseDay('1Y', day)
    const start = line.findLast((point) => base !== undefined && point.day <= base)
    if (start === undefined) return []
    const between = line.filter((point) => point.day >= start.day && point.day <= day)
    return [{ day, total: hasCollapsed(between) ? undefined : value / start.value - 1 }]
  })
}
