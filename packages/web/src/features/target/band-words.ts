// Where a class is beside its band, in words and as percents of the account's value. Pure.
import type { Allocation, AllocationClass } from '@clubfolio/contract'

export type BandPlace = 'within' | 'above' | 'below'

export const bandPlaceWords = { within: 'In band', above: 'Above', below: 'Below' } as const

/** Undefined without a plan. */
export function bandPlaceOf({
  isWithinBand,
  drift,
}: Pick<AllocationClass, 'isWithinBand' | 'drift'>): BandPlace | undefined {
  if (isWithinBand === null) return undefined
  return isWithinBand ? 'within' : (drift ?? 0n) > 0n ? 'above' : 'below'
}

export interface BandRange {
  readonly low: number
  readonly high: number
}

/**
 * Returns the band in percent of the account's value. The narrower width counts: a target of 10 with 5 points and 25
 * percent of the target is 7.5 to 12.5. Undefined without a target.
 */
export function bandRangeOf(target: number | null, band: Allocation['band']): BandRange | undefined {
  if (target === null || band === null) return undefined
  const widths = [band.points, band.relative === null ? null : (band.relative * target) / 100]
  const width = Math.min(...widths.filter((one) => one !== null))
  return { low: Math.max(0, target - width), high: target + width }
}

/** Returns the percent at the right end of all bars: the largest of what they show. */
export function barScaleOf({ classes, band }: Pick<Allocation, 'classes' | 'band'>): number {
  const ends = classes.flatMap(({ part, target }) => [part ?? 0, bandRangeOf(target, band)?.high ?? 0])
  return Math.max(1, Math.min(100, Math.max(...ends)), ...classes.map(({ part }) => part ?? 0))
}
