// Columns, graphs and rows of a report as the calls return them, which is also the form that its graph is placed from.
import {
  isNumericColumn,
  type ReportColumn as WireColumn,
  type ReportColumnType,
  type ReportGraph,
} from '@clubfolio/contract'
import { combinationOf } from './column-combination.ts'
import type { DeclaredGraph } from './report-definition.ts'
import type { ReportColumnDefinition, ReportRow } from './report-table.ts'

export const toWireGraph = ({ kind, x, series, splitBy }: DeclaredGraph): ReportGraph => ({
  kind,
  x,
  series: [...series],
  splitBy: splitBy ?? null,
})

export const toWireColumn = ({
  field,
  header,
  description,
  type,
  canBeSort,
  isBigNumber,
  ...column
}: ReportColumnDefinition): WireColumn => ({
  nomenclatorConfigId: field,
  nomenclatorConfigNameKey: field,
  nomenclatorConfigDisplayName: header,
  nomenclatorConfigDescription: description ?? '',
  canBeSort,
  type,
  isBigNumber: isBigNumber ?? false,
  combinedBy: combinationOf({ type, ...column }),
})

/** Returns a row by the name keys of its columns, numbers as numbers. */
export const toWireRow = (
  columns: readonly Pick<ReportColumnDefinition, 'field' | 'type'>[],
  row: ReportRow,
): Record<string, string | number | null> =>
  Object.fromEntries(columns.map(({ field, type }, index) => [field, toValue(row[index] ?? null, type)]))

const toValue = (cell: string | null, type: ReportColumnType): string | number | null =>
  cell === null || !isNumericColumn(type) ? cell : Number(cell)
