// Validates a caller's choices against the options of the filters. Every filter needs a choice before a report is read
// (docs/rules/trading.md, "Static reports").
import { type FilledFilter, Refusal, relativePeriods, type SelectedItem } from '@clubfolio/contract'
import { formatMoney, newYorkDateAt, parseCents, previousSession, toMarketDay } from '@clubfolio/domain'
import { isReportDay } from './report-day.ts'
import type {
  FilterOption,
  ReportChoices,
  ReportDefinition,
  ReportFilterDefinition,
  ReportReader,
} from './report-definition.ts'
import { isRelativePeriod, resolvePeriod, type ReportDays } from './report-period.ts'

/** A filter for one reader: its options and its initial choice. */
export interface OpenFilter {
  readonly definition: ReportFilterDefinition
  readonly options: readonly FilterOption[]
  readonly initial: SelectedItem | null
}

/** With `filled`, a long list of options is only read where the choice is not in it. */
export const openFilters = (
  { filters }: ReportDefinition,
  reader: ReportReader,
  filled: readonly FilledFilter[] = [],
): Promise<OpenFilter[]> =>
  Promise.all(
    filters.map(async (definition) => {
      const options = await optionsOf(definition, reader, filled)
      const initial = definition.initial ? await definition.initial(reader, options) : (options[0]?.id ?? null)
      return {
        definition,
        options,
        initial:
          typeof initial === 'string' && isRelativePeriod(initial)
            ? resolvePeriod(initial, daysOf(definition, reader))
            : initial,
      }
    }),
  )

async function optionsOf(
  definition: ReportFilterDefinition,
  reader: ReportReader,
  filled: readonly FilledFilter[],
): Promise<readonly FilterOption[]> {
  if (definition.type === 'DATE_RANGE') return periodOptions
  if (definition.findOption !== undefined) {
    const item = filled.find((one) => isSameFilter(one, definition))?.selectedItem
    const found = typeof item === 'string' ? await definition.findOption(reader, item) : undefined
    if (found !== undefined) return [found]
  }
  return (await definition.options?.(reader)) ?? []
}

const periodOptions: readonly FilterOption[] = Object.entries(relativePeriods).map(([id, value]) => ({ id, value }))

/** Returns the days that a filter's periods are counted from. */
function daysOf({ isWallClock }: ReportFilterDefinition, reader: ReportReader): ReportDays {
  if (!isWallClock) return reader
  const today = newYorkDateAt(reader.services.clock.nowMs())
  return { today, lastSession: previousSession(today) }
}

export interface Chosen {
  readonly choices: ReportChoices
  /** One line per filter: `Account: 10000001`. */
  readonly words: readonly string[]
  /** The same for papers of members: `Account: •••• 0001`. */
  readonly maskedWords: readonly string[]
}

/** Throws `reportFilters`, `reportFilterUnknown` or `reportPeriod`. */
export function chooseFilters(
  filters: readonly OpenFilter[],
  filled: readonly FilledFilter[],
  reader: ReportReader,
): Chosen {
  const chosen = new Map<string, SelectedItem>()
  const itemOf = (definition: ReportFilterDefinition) =>
    filled.find((one) => isSameFilter(one, definition))?.selectedItem ?? null
  const open = filters.filter(({ definition }) => itemOf(definition) === null)
  if (open.length > 0)
    throw new Refusal('reportFilters', { filters: open.map(({ definition }) => definition.label).join(', ') })
  for (const { definition } of filters) {
    const item = itemOf(definition)!
    chosen.set(
      definition.key,
      definition.type === 'DATE_RANGE' && typeof item === 'string' && isRelativePeriod(item)
        ? resolvePeriod(item, daysOf(definition, reader))
        : item,
    )
  }
  const describe = (isMasked: boolean) =>
    filters.map((filter) => {
      const item = chosen.get(filter.definition.key)!
      return `${filter.definition.label}: ${describeChoice(filter, item, isMasked)}`
    })
  const words = describe(false)
  return {
    choices: {
      one: (key) => {
        const item = chosen.get(key)
        if (typeof item !== 'string') throw new Error(`The filter ${key} has no single choice.`)
        return item
      },
      period: (key) => {
        const item = chosen.get(key)
        if (item === undefined || typeof item === 'string') throw new Error(`The filter ${key} has no period.`)
        return [toMarketDay(item[0]), toMarketDay(item[1])]
      },
    },
    words,
    maskedWords: describe(true),
  }
}

export function isSameFilter(
  { nomenclatorConfigNameKey, nomenclatorConfigId, nomenclatorConfigDisplayName }: FilledFilter,
  { key, label }: ReportFilterDefinition,
): boolean {
  return (
    (nomenclatorConfigNameKey ?? nomenclatorConfigId) === key ||
    (!nomenclatorConfigNameKey && !nomenclatorConfigId && nomenclatorConfigDisplayName === label)
  )
}

/** Returns true when the choice is valid for the filter: an option, days in order or a relative period, a price. */
export function isChoice(
  { type, least = '0' }: ReportFilterDefinition,
  options: readonly FilterOption[],
  item: SelectedItem,
): boolean {
  switch (type) {
    case 'DATE_RANGE':
      return typeof item === 'string' ? isRelativePeriod(item) : item.every(isReportDay) && item[0] <= item[1]
    case 'PRICE_DOLLAR':
      return typeof item === 'string' && /^\d{1,10}(\.\d{1,2})?$/.test(item) && parseCents(item)! >= parseCents(least)!
    case 'SELECT':
    case 'RADIO':
      return options.some(({ id }) => id === item)
  }
}

/** The largest amount of a filter, as its pattern has it. */
const mostDollars = '9999999999.99'
/** A longer list is not named in full. */
const mostNamed = 6

/** Returns what a filter takes, in words: its amounts, or its choices. */
function limitsOf({ type, least = '0' }: ReportFilterDefinition, options: readonly FilterOption[]): string {
  if (type === 'PRICE_DOLLAR')
    return `an amount from ${formatMoney(least)} to ${formatMoney(mostDollars)} with at most 2 decimals`
  const names = options.slice(0, mostNamed).map(({ value }) => value)
  const rest = options.length > mostNamed ? ` or one of ${options.length - mostNamed} more` : ''
  return `one of its choices: ${names.length === 0 ? 'there are none yet' : names.join(', ')}${rest}`
}

/** Returns the choice in words. Throws when it is invalid. */
function describeChoice({ definition, options }: OpenFilter, item: SelectedItem, isMasked: boolean): string {
  if (!isChoice(definition, options, item))
    throw definition.type === 'DATE_RANGE'
      ? new Refusal('reportPeriod', { filter: definition.label })
      : new Refusal('reportFilterUnknown', { filter: definition.label, limits: limitsOf(definition, options) })
  if (typeof item !== 'string') return `${item[0]} to ${item[1]}`
  if (definition.type === 'PRICE_DOLLAR') return formatMoney(item)
  const option = options.find(({ id }) => id === item)
  return (isMasked ? option?.masked : undefined) ?? option?.value ?? item
}
