// What is chosen in the filters of a report: what it begins with, what the address says, and what is sent.
// Source: specification 2, section 5 (every filter item must have selectedItem).
import type { FilledFilter, ReportFilter } from '@clubfolio/contract'
import { isWholeRange, type DayRange } from '../../ui/day-range.ts'
import { isUnreadNumber } from '../../ui/plain-number.ts'

/** An option's id, a price as decimal text, a period that moves with the day, or two days of which one may still be open. */
export type ReportChoice = string | DayRange | null

/** By the filters' name keys. */
export type ReportChoices = Readonly<Record<string, ReportChoice>>

const isChosen = (choice: ReportChoice | undefined): choice is string | readonly [string, string] =>
  choice !== null && choice !== undefined && (typeof choice === 'string' ? choice !== '' && !isUnreadNumber(choice) : isWholeRange(choice))

/** Filters that begin with the account in view where they ask for an account and offer it. */
export function startAtAccount(filters: readonly ReportFilter[], accountId: string | undefined): readonly ReportFilter[] {
  const offers = ({ nomenclatorConfigNameKey: key, nomenclatorConfigConfig: options }: ReportFilter) => key === 'account' && options.some(({ id }) => id === accountId)
  return filters.map((filter) => (accountId !== undefined && offers(filter) ? { ...filter, selectedItem: accountId } : filter))
}

/** What the report begins with. */
export function initialChoices(filters: readonly ReportFilter[]): ReportChoices {
  return Object.fromEntries(filters.map(({ nomenclatorConfigNameKey: key, selectedItem }) => [key, selectedItem]))
}

/** True when nothing is left to choose. */
export function areChosen(filters: readonly ReportFilter[], choices: ReportChoices): boolean {
  return filters.every(({ nomenclatorConfigNameKey: key }) => isChosen(choices[key]))
}

/** The filters as they are sent. */
export function filledFiltersOf(filters: readonly ReportFilter[], choices: ReportChoices): FilledFilter[] {
  return filters.map(({ nomenclatorConfigNameKey, nomenclatorConfigDisplayName }) => {
    const choice = choices[nomenclatorConfigNameKey]
    return { nomenclatorConfigNameKey, nomenclatorConfigDisplayName, selectedItem: isChosen(choice) ? choice : null }
  })
}

/** Choices as one text of the address: `account=ALL&period=2026-01-01..2026-03-04`. */
export function writeChoices(filters: readonly ReportFilter[], choices: ReportChoices): string {
  const entries = filters.flatMap(({ nomenclatorConfigNameKey: key }): [string, string][] => {
    const choice = choices[key]
    return isChosen(choice) ? [[key, typeof choice === 'string' ? choice : `${choice[0]}..${choice[1]}`]] : []
  })
  return new URLSearchParams(entries).toString()
}

const daysPattern = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/

/** What the address says, on top of what the report begins with; words that no filter knows are left out. */
export function readChoices(filters: readonly ReportFilter[], text: string): ReportChoices {
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

/** The choices that a saved filter holds. */
export function choicesOf(filled: readonly FilledFilter[]): ReportChoices {
  return Object.fromEntries(filled.flatMap(({ nomenclatorConfigNameKey: key, selectedItem }) => (key ? [[key, selectedItem ?? null]] : [])))
}

/** The choices in words, one line per filter: "Account: PA-1", "Period: 2026-01-01 – 2026-03-04". */
export function describeChoices(filters: readonly ReportFilter[], choices: ReportChoices): string[] {
  return filters.map(({ nomenclatorConfigNameKey: key, nomenclatorConfigDisplayName: label, nomenclatorConfigConfig: options }) => {
    const choice = choices[key]
    if (!isChosen(choice)) return `${label}: --`
    return `${label}: ${typeof choice === 'string' ? (options.find(({ id }) => id === choice)?.value ?? choice) : `${choice[0]} – ${choice[1]}`}`
  })
}
