// The definition of a report: a declared value from which its screen, its rows, its files and own reports are derived.
import type { PermissionKey, ReportGraph, ReportInputType, SelectedItem, SortDirection } from '@clubfolio/contract'
import type { MarketDay } from '@clubfolio/domain'
import type { RawBuilder } from 'kysely'
import type { Services } from '../../services.ts'
import type { Issuer } from '../fund/book/read-issuer.ts'
import type { ReportDays } from './report-period.ts'
import type { ReportColumnDefinition } from './report-table.ts'

/** The reader. A report takes its owner only from here, and its SQL filters by that owner. */
export interface ReportReader extends ReportDays {
  readonly services: Services
  readonly ownerId: string
  readonly permissions: readonly PermissionKey[]
}

export interface FilterOption {
  readonly id: string
  readonly value: string
  /** What papers for members show instead: an account number without its first digits. */
  readonly masked?: string
}

export interface ReportFilterDefinition {
  readonly key: string
  readonly label: string
  readonly description: string
  readonly type: ReportInputType
  /** For SELECT and RADIO: the options for this reader. */
  readonly options?: (reader: ReportReader) => Promise<readonly FilterOption[]> | readonly FilterOption[]
  /** For a SELECT of thousands of options: one of them, so that a chosen one is checked without reading the others. */
  readonly findOption?: (reader: ReportReader, id: string) => Promise<FilterOption | undefined>
  /** The initial choice; without it, the first option, or nothing. */
  readonly initial?: (
    reader: ReportReader,
    options: readonly FilterOption[],
  ) => Promise<SelectedItem | null> | SelectedItem | null
  /** For PRICE_DOLLAR: the least amount that it takes; zero if it names none. */
  readonly least?: string
  /** For DATE_RANGE: its today is the wall clock's, not the market's. */
  readonly isWallClock?: boolean
  /**
   * The options are the reader's own objects, so a choice saved by another user is replaced by the reader's initial
   * one.
   */
  readonly isOwn?: boolean
}

/** The validated choices: an option of the filter, a period with its days in order, a price that is not negative. */
export interface ReportChoices {
  /** The option's id of a SELECT or RADIO, the decimal text of a price. */
  one(key: string): string
  /** First and last day, both included. */
  period(key: string): readonly [from: MarketDay, to: MarketDay]
}

export interface ReportOrder<Field extends string = string> {
  readonly field: Field
  readonly direction: SortDirection
}

/**
 * Rows that agree in `x` are one point of the graph, so series that do not add up, such as percentages or values at a
 * day, name the column that tells such rows apart.
 */
export interface DeclaredGraph<Field extends string = string> {
  readonly kind: ReportGraph['kind']
  readonly x: Field
  readonly series: readonly Field[]
  readonly splitBy?: Field | null
}

/**
 * Account owners have an account, or a key that lets them add one; fund readers also include people with a role in a
 * fund, fund keepers those who record in one; fund members are linked to a member with a part in a fund.
 */
export type ReportReaders = 'everyone' | 'account-owners' | 'fund-readers' | 'fund-keepers' | 'fund-members'

/** `Field` are the fields of its columns, the only ones that its order and its graph can name. */
export interface ReportDefinition<Key extends string = string, Field extends string = string> {
  readonly key: Key
  readonly name: string
  readonly category: 'Account' | 'Fund' | 'Market' | 'Administration' | 'Own reports'
  readonly description: string
  /** Keys that are required in addition to VR. */
  readonly rights: readonly PermissionKey[]
  /** Its files are handed to members, so they show the last digits of account numbers only. */
  readonly isForMembers?: boolean
  /** Whom it can answer for; for others it does not exist. */
  readonly readers: ReportReaders
  readonly filters: readonly ReportFilterDefinition[]
  /** What is fixed about its rows, in words; shown in files below the filters. */
  readonly conditions?: (currency: string) => readonly string[]
  readonly columns: readonly ReportColumnDefinition<Field>[]
  readonly orderBy: ReportOrder<NoInfer<Field>>
  /** Order of rows that are equal in `orderBy`. */
  readonly thenBy?: readonly ReportOrder<NoInfer<Field>>[]
  readonly graph?: DeclaredGraph<NoInfer<Field>>
  /** Source and date of the figures, in words; where there are none, why. */
  readonly basis: (reader: ReportReader, choices: ReportChoices) => Promise<string> | string
  /** The currency of its amounts; without it, that of the chosen accounts, or dollars. */
  readonly currency?: (reader: ReportReader, choices: ReportChoices) => Promise<string>
  /** Who issues it; without it, the owner of the chosen accounts, or the reader. */
  readonly issuer?: (reader: ReportReader, choices: ReportChoices) => Promise<Issuer>
  /**
   * A select statement that yields the columns under their field names; dollars and prices as numeric, not as cents.
   */
  readonly rows: (reader: ReportReader, choices: ReportChoices) => Promise<RawBuilder<unknown>> | RawBuilder<unknown>
}

/**
 * Checks a definition while its key and its fields stay literal, so that the catalogue's keys are a union and the
 * tables of tests that have a row per report do not compile without one.
 */
export const defineReport = <const Key extends string, const Field extends string>(
  definition: ReportDefinition<Key, Field>,
): ReportDefinition<Key, Field> => definition

/** Returns columns whose fields stay literal, for definitions whose rows are computed by another function. */
export const defineColumns = <const Field extends string>(
  columns: readonly ReportColumnDefinition<Field>[],
): readonly ReportColumnDefinition<Field>[] => columns
