// Split adjustment: converts the splits of an instrument into the factors by which earlier prices are divided.
// Dividends are not included; prices stay price, not total return. Factors are numbers because they scale charts and
// lists; decisions that depend on a price divide it as a decimal (`splitDivisor`).
import { Decimal } from 'decimal.js'

/**
 * A split effective on `day`: `ratio` new shares for one old (4 for four-for-one, 0.125 for one-for-eight), as decimal
 * text.
 */
export interface Split {
  readonly day: string
  readonly ratio: string
}

/** Bars from `fromDay` (inclusive) to `untilDay` (exclusive) are divided by `factor`, their volumes multiplied. */
export interface SplitSegment {
  readonly fromDay: string
  readonly untilDay: string
  readonly factor: number
}

/** Earlier than any bar. */
export const firstSegmentDay = '0001-01-01'

/**
 * Returns the segments before each split, oldest first; days from the last split on need none (factor 1). Formula:
 * factor of a day = product of the ratios of all splits after it; multiplied as decimals, because 1.122 x 0.333 must
 * not depend on the order. Splits may be in any order; two on one day multiply.
 * Example: 7-for-1 on 2014-06-09 and 4-for-1 on 2020-08-31 give 28 before 2014-06-09 and 4 between the two.
 * Source: docs/rules/market.md, "Storage".
 */
export function splitSegments(splits: readonly Split[]): SplitSegment[] {
  const byDay = splits.toSorted((a, b) => (a.day < b.day ? 1 : -1))
  const segments: SplitSegment[] = []
  let factor = new Decimal(1)
  byDay.forEach((split, index) => {
    factor = factor.times(split.ratio)
    const earlier = byDay[index + 1]
    if (earlier?.day === split.day) return
    segments.push({ fromDay: earlier?.day ?? firstSegmentDay, untilDay: split.day, factor: factor.toNumber() })
  })
  return segments.toReversed()
}

/**
 * Returns the factor of one bar: that of its day, or of the day through which its file had already adjusted it, if
 * later. Days are text or day numbers, as the segments have them. The same rule for statements is `splitFactorOf` in
 * the server.
 * Example: a bar of 2010 from a file adjusted through 2018 is divided only by splits after 2018.
 */
export function splitFactor<Day extends string | number>(
  segments: readonly { readonly untilDay: Day; readonly factor: number }[],
  day: Day,
  adjustedThrough: Day | null = null,
): number {
  const from = laterDay(day, adjustedThrough)
  return segments.find((segment) => from < segment.untilDay)?.factor ?? 1
}

/** Returns the day in whose shares a bar is: its own, or that through which its file had already adjusted it. */
export const laterDay = <Day extends string | number>(day: Day, adjustedThrough: Day | null): Day =>
  adjustedThrough !== null && adjustedThrough > day ? adjustedThrough : day

/**
 * Returns how many new shares one old share became after `since`, up to and including `until`. With 7-for-1 on
 * 2014-06-09 and 4-for-1 on 2020-08-31, one share of 2014-06-06 is 28 today and 7 at the end of 2019.
 */
export function splitRatio(splits: readonly Split[], since: string, until?: string): Decimal {
  let product = new Decimal(1)
  for (const { day, ratio } of splits)
    if (day > since && (until === undefined || day <= until)) product = product.times(ratio)
  return product
}
