// How a graph combines the numbers of a column where several rows are one point.
import { aggregationsOf, combinationOfField, isNumericColumn, type ReportCombination } from '@clubfolio/contract'
import type { ReportColumnDefinition } from './report-table.ts'

/** Returns what the column declares, or else the sum where one makes sense; null for a column without numbers. */
export const combinationOf = ({
  type,
  isSummed = false,
  combinedBy,
}: Pick<ReportColumnDefinition, 'type' | 'isSummed' | 'combinedBy'>): ReportCombination | null =>
  isNumericColumn(type) ? (combinedBy ?? combinationOfField(aggregationsOf(type, isSummed))) : null
