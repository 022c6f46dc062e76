// What a caller chose, held against what there is to choose. Every filter needs a choice before a report is read
// (specification 2, section 5: 'Please, select filters').
import { type FilledFilter, Refusal, type SelectedItem } from '@clubfolio/contract'
import { isCalendarDay } from './calendar-day.ts'
import type { FilterOption, ReportChoices, ReportDefinition, ReportFilterDefinition, ReportReader } from './report-definition.ts'
import type { MarketDay } from '@clubfolio/domain'

/** A filter as it stands for one reader: its options and what it begins with. */
export interface OpenFilter {
  readonly definition: ReportFilterDefinition
  readonly options: readonly FilterOption[]
  readonly initial: SelectedItem | null
}

export const openFilters = ({ filters }: ReportDefinition, reader: ReportReader): Promise<OpenFilter[]> =>
  Promise.all(
    filters.map(async (definition) => {
      const options = (await definition.options?.(reader)) ?? []
      const initial = definition.initial ? await definition.initial(reader, options) : (options[0]?.id ?? null)
      return { definition, options, initial }
    }),
  )

export interface Chosen {
  readonly choices: ReportChoices
  /** One line per filter: `Account: 10000001`. */
  readonly words: readonly string[]
}

/** Throws `reportFilters`, `reportFilterUnknown` or `reportPeriod`. */
export function chooseFilters(filters: readonly OpenFilter[], filled: readonly FilledFilter[]): Chosen {
  const chosen = new Map<string, SelectedItem>()
  for (const { definition } of filters) {
    const item = filled.find((one) => isSame(one, definition))?.selectedItem ?? null
    if (item === null) throw new Refusal('reportFilters')
    chosen.set(definition.key, item)
  }
  const words = filters.map((filter) => `${filter.definition.label}: ${checkChoice(filter, chosen.get(filter.definition.key)!)}`)
  return {
    choices: {
      one: (key) => chosen.get(key) as string,
      period: (key) => chosen.get(key) as unknown as readonly [MarketDay, MarketDay],
    },
    words,
  }
}

function isSame({ nomenclatorConfigNameKey, nomenclatorConfigId, nomenclatorConfigDisplayName }: FilledFilter, { key, label }: ReportFilterDefinition): boolean {
  return (nomenclatorConfigNameKey ?? nomenclatorConfigId) === key || (!nomenclatorConfigNameKey && !nomenclatorConfigId && nomenclatorConfigDisplayName === label)
}

/** The choice in words, when it is one. */
function checkChoice({ definition, options }: OpenFilter, item: SelectedItem): string {
  switch (definition.type) {
    case 'DATE_RANGE': {
      if (typeof item === 'string' || !item.every(isCalendarDay) || item[0] > item[1]) throw new Refusal('reportPeriod')
      return `${item[0]} to ${item[1]}`
    }
    case 'PRICE_DOLLAR':
      if (typeof item !== 'string' || !/^\d{1,10}(\.\d{1,2})?$/.test(item)) throw new Refusal('reportFilterUnknown', { filter: definition.label })
      return `$${item}`
    case 'SELECT':
    case 'RADIO': {
      const option = options.find(({ id }) => id === item)
      if (!option) throw new Refusal('reportFilterUnknown', { filter: definition.label })
      return option.value
    }
  }
}
