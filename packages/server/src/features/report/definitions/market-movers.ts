// The largest gains and losses, from the same figures as the dashboard's Top Winners and Top Losers.
import { averageVolumeName } from '@clubfolio/contract'
import { sql } from 'kysely'
import { chooseFigures, moverRule } from '../../stock/list-figures.ts'
import { listBasis } from '../report-basis.ts'
import { defineReport } from '../report-definition.ts'
import { choiceFilter } from '../report-filters.ts'
import { instrumentColumn } from './account-columns.ts'
import { assetTypeFilter, chosenInstruments, figurePrefix, lowestPriceFilter, timingFilter } from './market-filters.ts'

export const marketMovers = defineReport({
  key: 'market-movers',
  name: 'Market movers',
  category: 'Market',
  description: 'Winners and losers of the market day, since the beginning of the day, week, month or year.',
  rights: [],
  readers: 'everyone',
  filters: [
    timingFilter,
    choiceFilter('side', 'Direction', {
      description: 'Which of them.',
      words: { WINNERS: 'Winners', LOSERS: 'Losers' },
    }),
    assetTypeFilter,
    lowestPriceFilter,
  ],
  columns: [
    { field: 'rank', header: '#', description: 'The largest move is 1.', type: 'INTEGER', canBeSort: true },
    instrumentColumn,
    { field: 'name', header: 'Name', type: 'TEXT', canBeSort: true },
    { field: 'assetType', header: 'Type', type: 'CODE', canBeSort: true },
    {
      field: 'open',
      header: 'Open',
      description: 'The first price of the period.',
      type: 'PRICE_DOLLAR',
      canBeSort: true,
    },
    { field: 'close', header: 'Last', type: 'PRICE_DOLLAR', canBeSort: true },
    { field: 'change', header: 'Change', type: 'PRICE_DOLLAR', canBeSort: true },
    {
      field: 'percent',
      header: 'Change %',
      description: 'From the first price of the day, week, month or year to the last one.',
      type: 'PERCENT',
      canBeSort: true,
    },
    {
      field: 'volume',
      header: averageVolumeName,
      description: 'Mean of the last 20 sessions, split-adjusted.',
      type: 'INTEGER',
      canBeSort: true,
      isBigNumber: true,
    },
    { field: 'day', header: 'Day', type: 'DATE', canBeSort: false },
  ],
  orderBy: { field: 'rank', direction: 'ASC' },
  basis: listBasis,
  rows: async (reader, choices) => {
    const figures = await chooseFigures(reader.services.db)
    const column = (suffix: string) => sql.ref(`s.${figurePrefix(choices)}_${suffix}`)
    const isWinners = choices.one('side') === 'WINNERS'
    const { isIn, order } = moverRule(figures, figurePrefix(choices), isWinners ? 'winners' : 'losers')
    return sql`
      select row_number() over (order by ${order}) as rank, s.code as "instrumentCode", i.name,
        i.asset_type as "assetType", ${column('open')} as open, s.last_close as close,
        round(s.last_close::numeric, 4) - round(${column('open')}::numeric, 4) as change,
          ${column('change')} * 100 as percent, s.average_volume as volume, s.last_day as day
      from ${figures.table} s join instrument i on i.id = s.instrument_id
      where ${isIn} and ${column('change')} ${isWinners ? sql`>` : sql`<`} 0 and ${chosenInstruments(choices)}`
  },
})
