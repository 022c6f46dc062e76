// The reader's own capital account in a fund that they take part in.
import { readAnyFund } from '../../fund/book/load-fund.ts'
import { statementAddressOf } from '../../fund/statement/my-participation.ts'
import { readStatement } from '../../fund/statement/read-statement.ts'
import { defineReport } from '../report-definition.ts'
import { periodFilter } from '../report-filters.ts'
import {
  capitalAccountBasis,
  capitalAccountColumns,
  capitalAccountRows,
  noCapitalAccount,
  statedSpan,
} from './capital-account-rows.ts'
import { chosenPart, fundOfPart, issuerOfPart, myPartFilter } from './my-part.ts'

export const myCapitalAccount = defineReport({
  key: 'my-capital-account',
  name: 'My capital account',
  category: 'Fund',
  description: 'Your opening balance, dealings, results, expenses and closing balance in a fund that you take part in.',
  rights: [],
  readers: 'fund-members',
  filters: [myPartFilter, periodFilter()],
  columns: capitalAccountColumns,
  orderBy: { field: 'line', direction: 'ASC' },
  currency: async (reader, choices) => (await fundOfPart(reader, choices)).account.currency,
  issuer: issuerOfPart,
  basis: async (reader, choices) =>
    capitalAccountBasis(reader, await fundOfPart(reader, choices), choices.period('period')),
  rows: async (reader, choices) => {
    const place = await chosenPart(reader, choices)
    const { account_id: accountId, member_id: memberId } = place
    const span = await statedSpan(reader, await readAnyFund(reader.services, accountId), choices.period('period'))
    if (span === undefined) return noCapitalAccount
    const statement = await readStatement(reader.services, statementAddressOf(place), { accountId, memberId, ...span })
    return capitalAccountRows(statement)
  },
})
