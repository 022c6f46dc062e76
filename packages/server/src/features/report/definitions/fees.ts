// Trading costs.
import { sql } from 'kysely'
import { readingBasis } from '../report-basis.ts'
import { defineReport } from '../report-definition.ts'
import { accountFilter, chosenAccounts, periodFilter } from '../report-filters.ts'
import { accountColumn, instrumentColumn } from './account-columns.ts'

export const fees = defineReport({
  key: 'fees',
  name: 'Fees',
  category: 'Account',
  description: 'Commissions and other fees of transactions, and what part of the traded amount they were.',
  rights: [],
  readers: 'account-owners',
  filters: [accountFilter, periodFilter()],
  columns: [
    { field: 'day', header: 'Day', type: 'DATE', canBeSort: true },
    { field: 'type', header: 'Type', type: 'CODE', canBeSort: true },
    instrumentColumn,
    { field: 'quantity', header: 'Qty', type: 'QUANTITY', canBeSort: true },
    {
      field: 'amount',
      header: 'Amount',
      description: 'Before fees, without its sign.',
      type: 'DOLLAR',
      canBeSort: true,
      isSummed: true,
    },
    { field: 'fees', header: 'Fees', type: 'DOLLAR', canBeSort: true, isSummed: true },
    { field: 'percent', header: 'Fees %', description: 'Of the amount before fees.', type: 'PERCENT', canBeSort: true },
    { field: 'transactionId', header: 'Transaction ID', type: 'TEXT', canBeSort: false },
    accountColumn,
  ],
  orderBy: { field: 'day', direction: 'DESC' },
  basis: readingBasis,
  rows: (reader, choices) => {
    const [from, to] = choices.period('period')
    return sql`
      select t.trade_date as day, t.kind as type, t.symbol as "instrumentCode", t.quantity,
        abs(t.net_amount_cents + t.fee_cents) * 0.01 as amount, t.fee_cents * 0.01 as fees,
        t.fee_cents * 100.0 / nullif(abs(t.net_amount_cents + t.fee_cents), 0) as percent,
          t.broker_id as "transactionId", a.number as "accountNumber"
      from account_transaction t join account a on a.id = t.account_id
      where ${chosenAccounts(reader, choices)} and t.fee_cents <> 0 and t.trade_date between ${from}::date
        and ${to}::date`
  },
})
