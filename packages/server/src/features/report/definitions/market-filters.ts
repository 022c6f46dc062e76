// Filters and conditions that reports of the market share.
import { assetTypes, listTimings, type ListTiming } from '@clubfolio/contract'
import { sentenceCase } from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
import { periodOf } from '../../stock/list-figures.ts'
import type { ReportChoices, ReportFilterDefinition } from '../report-definition.ts'
import { everyOption } from '../account-group.ts'
import { choiceFilter } from '../report-filters.ts'

const timingWords: Readonly<Record<ListTiming, string>> = { DAILY: 'Day', WEEK: 'Week', MONTH: 'Month', YEAR: 'Year' }

/** Returns the prefix of the list figures' column names. */
export const figurePrefix = (choices: ReportChoices): (typeof periodOf)[ListTiming] =>
  periodOf[listTimings.find((timing) => timing === choices.one('timing')) ?? 'DAILY']

export const timingFilter = choiceFilter('timing', 'Period', {
  description: 'From the beginning of the day, week, month or year to the last price.',
  words: timingWords,
})

export const assetTypeFilter = choiceFilter('assetType', 'Instrument', {
  description: 'All instruments, or those of one type.',
  words: {
    [everyOption.id]: everyOption.value,
    ...Object.fromEntries(assetTypes.map((type) => [type, sentenceCase(type)])),
  },
  type: 'SELECT',
})

export const lowestPriceFilter: ReportFilterDefinition = {
  key: 'lowestPrice',
  label: 'Lowest price',
  description: 'Leave out instruments that cost less.',
  type: 'PRICE_DOLLAR',
  initial: () => '0',
}

/** Returns both choices as a condition on list figures `s` and instrument `i`. */
export const chosenInstruments = (choices: ReportChoices): RawBuilder<unknown> =>
  sql`(${choices.one('assetType')} = ${everyOption.id} or i.asset_type = ${choices.one('assetType')})
    and s.last_close >= ${choices.one('lowestPrice')}::float8`
