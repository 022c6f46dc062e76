// Dividends, interest and related payments of a fund, by day, instrument and kind, and what is expected.
import { readFund } from '../../fund/book/load-fund.ts'
import { incomeOfFund } from '../../fund/income/find-income.ts'
import { fundBasis } from '../report-basis.ts'
import { defineReport } from '../report-definition.ts'
import { fundFilter, periodFilter } from '../report-filters.ts'
import { incomeColumns, incomeConditions, incomeRows } from './income-rows.ts'

export const fundIncome = defineReport({
  key: 'fund-income',
  name: 'Income by kind',
  category: 'Fund',
  isForMembers: true,
  description:
    'Dividends, interest, lending, tax withheld and fees kept back as the fund counts them, and what is expected.',
  rights: [],
  readers: 'fund-readers',
  filters: [fundFilter, periodFilter()],
  conditions: incomeConditions,
  columns: incomeColumns,
  orderBy: { field: 'day', direction: 'DESC' },
  basis: (reader, choices) => fundBasis(reader, choices.one('account')),
  rows: async (reader, choices) => {
    const [from, to] = choices.period('period')
    const fund = await readFund(reader.services, reader.ownerId, choices.one('account'))
    return incomeRows(await incomeOfFund(reader.services, fund, { from, to }))
  },
})
