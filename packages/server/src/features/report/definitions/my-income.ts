// Income of the reader's own part in a fund that they take part in, and what is expected.
import { toHolderId } from '../../fund/book/load-fund.ts'
import { incomeOfHolder } from '../../fund/income/find-income.ts'
import { replayedBasis } from '../report-basis.ts'
import { defineReport } from '../report-definition.ts'
import { periodFilter } from '../report-filters.ts'
import { incomeColumns, incomeConditions, incomeRows } from './income-rows.ts'
import { chosenPart, fundOfPart, issuerOfPart, myPartFilter } from './my-part.ts'

export const myIncome = defineReport({
  key: 'my-income',
  name: 'My income',
  category: 'Fund',
  description: 'Your own part of the income of a fund that you take part in, and of what is expected.',
  rights: [],
  readers: 'fund-members',
  filters: [myPartFilter, periodFilter()],
  conditions: incomeConditions,
  columns: incomeColumns,
  orderBy: { field: 'day', direction: 'DESC' },
  currency: async (reader, choices) => (await fundOfPart(reader, choices)).account.currency,
  issuer: issuerOfPart,
  basis: async (reader, choices) => replayedBasis(await fundOfPart(reader, choices)),
  rows: async (reader, choices) => {
    const [from, to] = choices.period('period')
    const { account_id: accountId, member_id: memberId } = await chosenPart(reader, choices)
    const holderId = toHolderId(accountId, memberId)
    return incomeRows(
      await incomeOfHolder(reader.services, await fundOfPart(reader, choices), { holderId, span: { from, to } }),
    )
  },
})
