// The brokerage's bookings.
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { readingBasis } from '../report-basis.ts'
import { defineReport, type ReportReader } from '../report-definition.ts'
import { everyOption } from '../account-group.ts'
import { accountFilter, chosenAccounts, codeOption, foundFilter, periodFilter } from '../report-filters.ts'
import { accountColumn, instrumentColumn } from './account-columns.ts'

/** The kinds of all accounts of the owner, each found by one step in the index. */
export const findKinds = async (db: Db, ownerId: string): Promise<string[]> => {
  const { rows } = await sql<{ kind: string }>`
    with recursive found (account_id, kind) as (
      select a.id, (select min(t.kind) from account_transaction t where t.account_id = a.id)
      from account a where a.owner_id = ${ownerId}::uuid
      union all
      select f.account_id, (select min(t.kind) from account_transaction t
        where t.account_id = f.account_id and t.kind > f.kind)
      from found f where f.kind is not null
    )
    select distinct kind from found where kind is not null order by kind`.execute(db)
  return rows.map(({ kind }) => kind)
}

const kindsOf = async ({ services, ownerId }: ReportReader) => (await findKinds(services.db, ownerId)).map(codeOption)

export const transactions = defineReport({
  key: 'transactions',
  name: 'Transactions',
  category: 'Account',
  description: 'Every transaction that the brokerage booked in a period, with its fees.',
  rights: [],
  readers: 'account-owners',
  filters: [accountFilter, periodFilter(), foundFilter('kind', 'Type', 'One kind of transaction, or all.', kindsOf)],
  columns: [
    {
      field: 'transactionDate',
      header: 'Trade Date',
      description:
        'The day that the brokerage gives it; where that gives none, the New York day on which it was booked.',
      type: 'DATE',
      canBeSort: true,
    },
    { field: 'transactionId', header: 'Transaction ID', type: 'TEXT', canBeSort: true },
    { field: 'type', header: 'Type', type: 'CODE', canBeSort: true },
    instrumentColumn,
    { field: 'quantity', header: 'Qty', type: 'QUANTITY', canBeSort: true },
    { field: 'price', header: 'Price', type: 'PRICE_DOLLAR', canBeSort: true },
    { field: 'fees', header: 'Fees', type: 'DOLLAR', canBeSort: true, isSummed: true },
    {
      field: 'netAmount',
      header: 'Net Amount',
      description: 'Signed from the side of the account, after fees.',
      type: 'DOLLAR',
      canBeSort: true,
      isSummed: true,
    },
    { field: 'description', header: 'Description', type: 'TEXT', canBeSort: false },
    { field: 'orderId', header: 'Order ID', type: 'TEXT', canBeSort: false },
    { field: 'bookedAt', header: 'Booked', type: 'DATE_TIME', canBeSort: true },
    accountColumn,
  ],
  orderBy: { field: 'transactionDate', direction: 'DESC' },
  thenBy: [{ field: 'bookedAt', direction: 'DESC' }],
  basis: readingBasis,
  rows: (reader, choices) => {
    const [from, to] = choices.period('period')
    const kind = choices.one('kind')
    return sql`
      select t.trade_date as "transactionDate", t.broker_id as "transactionId", t.kind as "type",
        t.symbol as "instrumentCode", t.quantity, t.price,
        t.fee_cents * 0.01 as fees, t.net_amount_cents * 0.01 as "netAmount", t.description, t.order_id as "orderId",
          t.occurred_at as "bookedAt", a.number as "accountNumber"
      from account_transaction t join account a on a.id = t.account_id
      where ${chosenAccounts(reader, choices)} and t.trade_date between ${from}::date and ${to}::date
        and ${kind === everyOption.id ? sql`true` : sql`t.kind = ${kind}`}`
  },
})
