// Returns and risk of a fund, or of one of its holders.
import { findReturns } from '../../fund/performance/find-returns.ts'
import { fundBasis } from '../report-basis.ts'
import { defineReport } from '../report-definition.ts'
import { fundFilter } from '../report-filters.ts'
import { knownHolders, unallocated } from './member-capital-account.ts'
import { benchmarkFilter, returnColumns, returnConditions, returnRows } from './return-rows.ts'

const wholeFund = { id: 'FUND', value: 'Whole fund' }

export const returnsAndRisk = defineReport({
  key: 'returns-and-risk',
  name: 'Returns and risk',
  category: 'Fund',
  isForMembers: true,
  description: 'Returns by month and year, over twelve months, drawdowns, and the ratios of the daily returns.',
  rights: [],
  readers: 'fund-readers',
  filters: [
    fundFilter,
    {
      key: 'holder',
      label: 'Holder',
      description: 'The whole fund, one of your members, or the part of the fund that belongs to no one.',
      type: 'SELECT',
      isOwn: true,
      options: async (reader) => [wholeFund, ...(await knownHolders(reader))],
    },
    benchmarkFilter,
  ],
  conditions: returnConditions,
  columns: returnColumns,
  orderBy: { field: 'line', direction: 'ASC' },
  basis: (reader, choices) => fundBasis(reader, choices.one('account')),
  rows: async (reader, choices) => {
    const [accountId, holder] = [choices.one('account'), choices.one('holder')]
    const memberId = holder === unallocated.id ? accountId : holder
    const asked = { accountId, benchmark: choices.one('benchmark') }
    return returnRows(
      await findReturns(
        reader.services,
        { userId: reader.ownerId },
        holder === wholeFund.id ? asked : { ...asked, memberId },
      ),
    )
  },
})
