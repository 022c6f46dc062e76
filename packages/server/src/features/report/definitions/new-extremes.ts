// New highs and lows of the year, from the same figures as the dashboard.
import { averageVolumeName } from '@clubfolio/contract'
import { sql } from 'kysely'
import { chooseFigures, extremeRule } from '../../stock/list-figures.ts'
import { listBasis } from '../report-basis.ts'
import { defineReport } from '../report-definition.ts'
import { choiceFilter } from '../report-filters.ts'
import { instrumentColumn } from './account-columns.ts'
import { assetTypeFilter, chosenInstruments, figurePrefix, lowestPriceFilter, timingFilter } from './market-filters.ts'

export const newExtremes = defineReport({
  key: 'new-highs-and-lows',
  name: 'New highs and lows',
  category: 'Market',
  description: 'Instruments whose day, week, month or year reached the highest or lowest price of the year before it.',
  rights: [],
  readers: 'everyone',
  filters: [
    timingFilter,
    choiceFilter('side', 'Direction', { description: 'Which of them.', words: { HIGH: 'New highs', LOW: 'New lows' } }),
    assetTypeFilter,
    lowestPriceFilter,
  ],
  columns: [
    { field: 'rank', header: '#', description: 'The farthest beyond is 1.', type: 'INTEGER', canBeSort: true },
    instrumentColumn,
    { field: 'name', header: 'Name', type: 'TEXT', canBeSort: true },
    { field: 'assetType', header: 'Type', type: 'CODE', canBeSort: true },
    { field: 'price', header: 'Price', description: 'The new extreme.', type: 'PRICE_DOLLAR', canBeSort: true },
    { field: 'day', header: 'Reached', type: 'DATE', canBeSort: true },
    {
      field: 'beyond',
      header: 'Beyond %',
      description: 'How far it lies beyond the extreme before the period.',
      type: 'PERCENT',
      canBeSort: true,
    },
    { field: 'close', header: 'Last', type: 'PRICE_DOLLAR', canBeSort: true },
    {
      field: 'volume',
      header: averageVolumeName,
      description: 'Mean of the last 20 sessions, split-adjusted.',
      type: 'INTEGER',
      canBeSort: true,
      isBigNumber: true,
    },
  ],
  orderBy: { field: 'rank', direction: 'ASC' },
  basis: listBasis,
  rows: async (reader, choices) => {
    const figures = await chooseFigures(reader.services.db)
    const side = choices.one('side') === 'HIGH' ? 'high' : 'low'
    const { isIn, order } = extremeRule(figures, figurePrefix(choices), side)
    const column = (suffix: string) => sql.ref(`s.${figurePrefix(choices)}_${side}${suffix}`)
    return sql`
      select row_number() over (order by ${order}) as rank, s.code as "instrumentCode", i.name,
        i.asset_type as "assetType",
        ${column('')} as price, ${column('_day')} as day, ${column('_beyond')} as beyond, s.last_close as close,
          s.average_volume as volume
      from ${figures.table} s join instrument i on i.id = s.instrument_id
      where ${isIn} and ${chosenInstruments(choices)}`
  },
})
