// The ranges that the dashboard's comparison offers. The domain defines what their names mean.
import type { ReturnRange } from '@clubfolio/domain'

export const comparisonRanges = ['1M', '3M', 'YTD', '1Y', '3Y', 'All'] as const satisfies readonly ReturnRange[]
export type ComparisonRange = (typeof comparisonRanges)[number]

export const isComparisonRange = (value: unknown): value is ComparisonRange =>
  comparisonRanges.some((range) => range === value)

/** The longest range short of the whole history: one fetch of it covers all shorter ones. */
export const longestRange: ComparisonRange = '3Y'
