// Returns and risk of the reader's own part in a fund that they take part in.
import { measureReturns } from '../../fund/performance/find-returns.ts'
import { replayedBasis } from '../report-basis.ts'
import { defineReport } from '../report-definition.ts'
import { chosenPart, fundOfPart, issuerOfPart, myPartFilter } from './my-part.ts'
import { benchmarkFilter, returnColumns, returnConditions, returnRows } from './return-rows.ts'

export const myReturnsAndRisk = defineReport({
  key: 'my-returns-and-risk',
  name: 'My returns and risk',
  category: 'Fund',
  description: 'Returns and risk of your own part in a fund that you take part in.',
  rights: [],
  readers: 'fund-members',
  filters: [myPartFilter, benchmarkFilter],
  conditions: returnConditions,
  columns: returnColumns,
  orderBy: { field: 'line', direction: 'ASC' },
  currency: async (reader, choices) => (await fundOfPart(reader, choices)).account.currency,
  issuer: issuerOfPart,
  basis: async (reader, choices) => replayedBasis(await fundOfPart(reader, choices)),
  rows: async (reader, choices) => {
    const { member_id: holderId } = await chosenPart(reader, choices)
    const { replay } = await fundOfPart(reader, choices)
    return returnRows(await measureReturns(reader.services, { replay, holderId, benchmark: choices.one('benchmark') }))
  },
})
