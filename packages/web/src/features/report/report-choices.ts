// The choices in a report's filters: their defaults, their encoding in the address, and the filters to send.
// Source: docs/rules/trading.md, "Static reports".
import type { FilledFilter, ReportFilter } from '@clubfolio/contract'
import { isCompleteRange, type DayRange } from '../../ui/day-range.ts'
import { formatMoney } from '../../ui/format/money.ts'
import { isInvalidNumber } from '../../ui/plain-number.ts'

/**
 * An option's id, a price as decimal text, a period that moves with the current day, or two days of which one may still
 * be missing.
 */
export type ReportChoice = string | DayRange | null

/** Keyed by the filters' name keys. */
export type FilterChoices = Readonly<Record<string, ReportChoice>>

const isChosen = (choice: ReportChoice | undefined): choice is string | readonly [string, string] =>
  choice !== null &&
  choice !== undefined &&
  (typeof choice === 'string' ? choice !== '' && !isInvalidNumber(choice) : isCompleteRange(choice))

/** Makes the account in view the default of account filters that offer it. */
export function startAtAccount(
  filters: readonly ReportFilter[],
  accountId: string | undefined,
): readonly ReportFilter[] {
  const offers = ({ nomenclatorConfigNameKey: key, nomenclatorConfigConfig: options }: ReportFilter) =>
    key === 'account' && options.some(({ id }) => id === accountId)
  return filters.map((filter) =>
    accountId !== undefined && offers(filter) ? { ...filter, selectedItem: accountId } : filter,
  )
}

/** Returns the default choices of the report. */
export function initialChoices(filters: readonly ReportFilter[]): FilterChoices {
  return Object.fromEntries(filters.map(({ nomenclatorConfigNameKey: key, selectedItem }) => [key, selectedItem]))
}

/** Returns what to show at a filter without a choice; undefined for one that has it. */
export const choiceFault = (choice: ReportChoice | undefined): string | undefined =>
  isChosen(choice) ? undefined : 'Choose a value for this filter.'

/** Returns true when every filter has a choice. */
export function areChosen(filters: readonly ReportFilter[], choices: FilterChoices): boolean {
  return filters.every(({ nomenclatorConfigNameKey: key }) => isChosen(choices[key]))
}

/** Returns the filters to send. */
export function filledFiltersOf(filters: readonly ReportFilter[], choices: FilterChoices): FilledFilter[] {
  return filters.map(({ nomenclatorConfigNameKey, nomenclatorConfigDisplayName }) => {
    const choice = choices[nomenclatorConfigNameKey]
    return { nomenclatorConfigNameKey, nomenclatorConfigDisplayName, selectedItem: isChosen(choice) ? choice : null }
  })
}

/** Returns the chosen days or period of a filter for days; undefined for other filters and without a choice. */
export function chosenPeriod(
  { nomenclatorConfigNameKey: key, inputTypeNameKey }: ReportFilter,
  choices: FilterChoices,
): string | readonly [string, string] | undefined {
  const choice = choices[key]
  return inputTypeNameKey === 'DATE_RANGE' && isChosen(choice) ? choice : undefined
}

/** Encodes choices for the address: `account=ALL&period=2026-01-01..2026-03-04`. */
export function writeChoices(filters: readonly ReportFilter[], choices: FilterChoices): string {
  const entries = filters.flatMap(({ nomenclatorConfigNameKey: key }): [string, string][] => {
    const choice = choices[key]
    return isChosen(choice) ? [[key, typeof choice === 'string' ? choice : `${choice[0]}..${choice[1]}`]] : []
  })
  return new URLSearchParams(entries).toString()
}

const daysPattern = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/

/** Decodes the choices in the address on top of the defaults; values of unknown filters are ignored. */
export function readChoices(filters: readonly ReportFilter[], text: string): FilterChoices {
  const told = new URLSearchParams(text)
  return Object.fromEntries(
    filters.map(({ nomenclatorConfigNameKey: key, inputTypeNameKey, selectedItem }) => {
      const word = told.get(key)
      if (word === null) return [key, selectedItem]
      const days = inputTypeNameKey === 'DATE_RANGE' ? daysPattern.exec(word) : null
      return [key, days ? [days[1]!, days[2]!] : word]
    }),
  )
}

/** Returns the choices of a saved filter. */
export function choicesOf(filled: readonly FilledFilter[]): FilterChoices {
  return Object.fromEntries(
    filled.flatMap(({ nomenclatorConfigNameKey: key, selectedItem }) => (key ? [[key, selectedItem ?? null]] : [])),
  )
}

/** Describes the choices, one line per filter: "Account: PA-1", "Capital: $250,000.00". */
export function describeChoices(filters: readonly ReportFilter[], choices: FilterChoices): string[] {
  return filters.map(
    ({
      nomenclatorConfigNameKey: key,
      nomenclatorConfigDisplayName: label,
      nomenclatorConfigConfig: options,
      inputTypeNameKey: type,
    }) => {
      const choice = choices[key]
      if (!isChosen(choice)) return `${label}: --`
      if (typeof choice !== 'string') return `${label}: ${choice[0]} – ${choice[1]}`
      if (type === 'PRICE_DOLLAR') return `${label}: ${formatMoney(choice)}`
      return `${label}: ${options.find(({ id }) => id === choice)?.value ?? choice}`
    },
  )
}
