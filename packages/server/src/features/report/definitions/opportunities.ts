// The opportunity seeker's candidates at a given capital and risk.
import { assetTypes, averageVolumeName, describeComputing } from '@clubfolio/contract'
import { sentenceCase } from '@clubfolio/domain'
import { findComputing } from '../../market/find-computing.ts'
import { findOpportunities } from '../../opportunity/find-opportunities.ts'
import { computedRows, type ComputedRow } from '../column-sql.ts'
import { marketBasis } from '../report-basis.ts'
import { defineColumns, defineReport } from '../report-definition.ts'
import { everyOption } from '../account-group.ts'
import { choiceFilter } from '../report-filters.ts'
import { instrumentColumn } from './account-columns.ts'
import { assetTypeFilter } from './market-filters.ts'

/** More than any market has; the report reads all candidates at once. */
const mostCandidates = 100_000

/** The values proposed by the specification, and some around them. */
const risks = ['0.1', '0.2', '0.5', '1', '1.33', '2', '3', '5']

const columns = defineColumns([
  { field: 'name', header: 'Name', type: 'TEXT', canBeSort: true },
  { field: 'assetType', header: 'Type', type: 'CODE', canBeSort: true },
  instrumentColumn,
  { field: 'resistance', header: 'Resistance', type: 'PRICE_DOLLAR', canBeSort: true },
  { field: 'support', header: 'Support', type: 'PRICE_DOLLAR', canBeSort: true },
  { field: 'buyPrice', header: 'Buy Price', type: 'PRICE_DOLLAR', canBeSort: true },
  { field: 'sellPrice', header: 'Sell Price', type: 'PRICE_DOLLAR', canBeSort: true },
  {
    field: 'volume',
    header: averageVolumeName,
    description: 'Mean of the last 20 sessions, split-adjusted.',
    type: 'INTEGER',
    canBeSort: true,
    isBigNumber: true,
  },
  { field: 'stocks', header: 'Stocks', type: 'QUANTITY', canBeSort: true },
  { field: 'inversion', header: 'Inversion', type: 'DOLLAR', canBeSort: true },
  {
    field: 'distance',
    header: 'Distance %',
    description: 'From the last close to the entry.',
    type: 'PERCENT',
    canBeSort: true,
  },
  {
    field: 'entryNow',
    header: 'Entry Now',
    description: 'What the session after the close has done to the entry; empty outside a session.',
    type: 'TEXT',
    canBeSort: true,
  },
  {
    field: 'trueLoss',
    header: 'True Loss',
    description: 'At the stop, which is 3 % beyond the level.',
    type: 'DOLLAR',
    canBeSort: true,
  },
])

export const opportunities = defineReport({
  key: 'opportunities',
  name: 'Opportunities',
  category: 'Market',
  description: 'Instruments between a published resistance and support, sized to a capital and a risk.',
  rights: ['VOS'],
  readers: 'everyone',
  filters: [
    choiceFilter('direction', 'Direction', { description: 'Long or short.', words: { long: 'Long', short: 'Short' } }),
    {
      key: 'capital',
      label: 'Capital',
      description: 'What there is to invest.',
      type: 'PRICE_DOLLAR',
      least: '0.01',
      initial: () => null,
    },
    {
      key: 'risk',
      label: 'Risk',
      description: 'Percent of the capital between resistance and support.',
      type: 'SELECT',
      options: () => risks.map((risk) => ({ id: risk, value: `${risk} %` })),
      initial: () => '1',
    },
    assetTypeFilter,
    choiceFilter('qec', 'QEC', {
      description: 'Only candidates that qualify at this capital, or all.',
      words: { ALL: 'All', QEC: 'Only those that qualify' },
    }),
  ],
  columns,
  orderBy: { field: 'distance', direction: 'ASC' },
  basis: async (reader) => {
    const [basis, computing] = [await marketBasis(reader), await findComputing(reader.services)]
    return computing === undefined ? basis : `${basis}. ${describeComputing(computing)}`
  },
  rows: async (reader, choices) => {
    const type = choices.one('assetType')
    const { result } = await findOpportunities(reader.services, {
      investmentType: choices.one('direction') === 'short' ? 'short' : 'long',
      capital: choices.one('capital'),
      risk: choices.one('risk'),
      start: 0,
      count: mostCandidates,
      assetTypes: assetTypes.filter((one) => type === everyOption.id || type === one),
      symbolOrAll: null,
      showOnlyQEC: choices.one('qec') === 'QEC',
      yearIPO: null,
      overtaken: 'show',
      direction: 'ASC',
    })
    return computedRows(
      columns,
      result.map((one): ComputedRow<typeof columns> => ({
        name: one.instrumentName,
        assetType: one.instrumentAssetType,
        instrumentCode: one.instrumentCode,
        resistance: one.resistance,
        support: one.support,
        buyPrice: one.buyPrice,
        sellPrice: one.sellPrice,
        volume: one.volume,
        stocks: one.cantStocks,
        inversion: one.inversionValue,
        distance: one.distance,
        entryNow: one.entryState === null ? null : sentenceCase(one.entryState),
        trueLoss: one.trueLoss,
      })),
    )
  },
})
