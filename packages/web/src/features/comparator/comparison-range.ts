// The ranges that the dashboard's comparison offers. What their names mean is said in the domain.
import type { ReturnRange } from '@clubfolio/domain'

export const comparisonRanges = ['1M', '3M', 'YTD', '1Y', '3Y', 'All'] as const satisfies readonly ReturnRange[]
export type ComparisonRange = (typeof comparisonRanges)[number]

export const isComparisonRange = (value: unknown): value is ComparisonRange => comparisonRanges.some((range) => range === value)

/** The longest of them that is no whole history: what is read for any of the shorter ones. */
export const longestRange: ComparisonRange = '3Y'
