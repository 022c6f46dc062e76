// What a report is: a declared value that its screen, its rows, its files and own reports are all made from.
import type { PermissionKey, ReportGraph, ReportInputType, SelectedItem, SortDirection } from '@clubfolio/contract'
import type { MarketDay } from '@clubfolio/domain'
import type { RawBuilder } from 'kysely'
import type { Services } from '../../services.ts'
import type { ReportDays } from './report-period.ts'
import type { ReportColumn } from './report-table.ts'

/** Who reads. A report takes its owner from here alone, and its SQL carries him. */
export interface ReportReader extends ReportDays {
  readonly services: Services
  readonly ownerId: string
  readonly permissions: readonly PermissionKey[]
}

export interface FilterOption {
  readonly id: string
  readonly value: string
}

export interface ReportFilterDefinition {
  readonly key: string
  readonly label: string
  readonly description: string
  readonly type: ReportInputType
  /** For SELECT and RADIO: what there is to choose from, for this reader. */
  readonly options?: (reader: ReportReader) => Promise<readonly FilterOption[]> | readonly FilterOption[]
  /** What it begins with; without one, the first option, or nothing. */
  readonly initial?: (reader: ReportReader, options: readonly FilterOption[]) => Promise<SelectedItem | null> | SelectedItem | null
  /** For DATE_RANGE: its today is the wall clock's, not the market's. */
  readonly isWallClock?: boolean
  /** The options are the reader's own objects, so a choice that another user saved stands for the reader's initial one. */
  readonly isOwn?: boolean
}

/** What was chosen, checked: an option of the filter, a period with its days in order, a price that is not negative. */
export interface ReportChoices {
  /** The option's id of a SELECT or RADIO, the decimal text of a price. */
  one(key: string): string
  /** First and last day, both included. */
  period(key: string): readonly [from: MarketDay, to: MarketDay]
}

export interface ReportOrder {
  readonly field: string
  readonly direction: SortDirection
}

export interface ReportDefinition {
  readonly key: string
  readonly name: string
  readonly category: 'Account' | 'Fund' | 'Market' | 'Administration' | 'Own reports'
  readonly description: string
  /** Keys that are needed beside VR. */
  readonly rights: readonly PermissionKey[]
  readonly filters: readonly ReportFilterDefinition[]
  readonly columns: readonly ReportColumn[]
  readonly orderBy: ReportOrder
  /** What orders rows that are equal in it. */
  readonly thenBy?: readonly ReportOrder[]
  readonly graph?: ReportGraph
  /** What the figures are from, in words; where there are none, why. */
  readonly basis: (reader: ReportReader, choices: ReportChoices) => Promise<string> | string
  /** A select statement that yields the columns under their field names; dollars and prices as numeric, not as cents. */
  readonly rows: (reader: ReportReader, choices: ReportChoices) => Promise<RawBuilder<unknown>> | RawBuilder<unknown>
}

/** Holds a definition to its form while its name stays literal. */
export const defineReport = (definition: ReportDefinition): ReportDefinition => definition
