// Dividends and interest.
import { sql } from 'kysely'
import { readingBasis } from '../report-basis.ts'
import { defineReport } from '../report-definition.ts'
import { accountFilter, chosenAccounts, periodFilter } from '../report-filters.ts'
import { accountColumn, instrumentColumn } from './account-columns.ts'

export const income = defineReport({
  key: 'income',
  name: 'Income',
  category: 'Account',
  description: 'Dividends and interest by day; what was paid, such as margin interest, is negative.',
  rights: [],
  readers: 'account-owners',
  filters: [accountFilter, periodFilter()],
  columns: [
    { field: 'day', header: 'Day', type: 'DATE', canBeSort: true },
    instrumentColumn,
    { field: 'description', header: 'Description', type: 'TEXT', canBeSort: true },
    { field: 'amount', header: 'Amount', type: 'DOLLAR', canBeSort: true, isSummed: true },
    { field: 'transactionId', header: 'Transaction ID', type: 'TEXT', canBeSort: false },
    accountColumn,
  ],
  orderBy: { field: 'day', direction: 'DESC' },
  graph: { kind: 'BAR', x: 'day', series: ['amount'] },
  basis: readingBasis,
  rows: (reader, choices) => {
    const [from, to] = choices.period('period')
    return sql`
      select t.trade_date as day, t.symbol as "instrumentCode", t.description, t.net_amount_cents * 0.01 as amount,
        t.broker_id as "transactionId", a.number as "accountNumber"
      from account_transaction t join account a on a.id = t.account_id
      where ${chosenAccounts(reader, choices)} and t.kind = 'DIVIDEND_OR_INTEREST'
        and t.trade_date between ${from}::date and ${to}::date`
  },
})
