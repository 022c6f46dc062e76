// The official closes of an account, day by day.
import { sql } from 'kysely'
import { closeBasis } from '../report-basis.ts'
import { defineReport } from '../report-definition.ts'
import { accountFilter, chosenAccounts, periodFilter } from '../report-filters.ts'
import { accountColumn } from './account-columns.ts'

export const walletHistory = defineReport({
  key: 'wallet-history',
  name: 'Wallet history',
  category: 'Account',
  description: 'Value, cash and result of each session at its official close.',
  rights: [],
  readers: 'account-owners',
  filters: [accountFilter, periodFilter()],
  columns: [
    { field: 'day', header: 'Day', type: 'DATE', canBeSort: true },
    {
      field: 'floatValue',
      header: 'Float Value',
      description: 'What the brokerage says the account is worth.',
      type: 'DOLLAR',
      canBeSort: true,
    },
    {
      field: 'realValue',
      header: 'Real Value',
      description: 'Without the open profit of the positions.',
      type: 'DOLLAR',
      canBeSort: true,
    },
    { field: 'cash', header: 'Cash', type: 'DOLLAR', canBeSort: true },
    {
      field: 'moved',
      header: 'Paid in and out',
      description: 'Since the close before.',
      type: 'DOLLAR',
      canBeSort: true,
      isSummed: true,
    },
    {
      field: 'result',
      header: 'Result',
      description: 'Change since the close before, without what was paid in and out.',
      type: 'DOLLAR',
      canBeSort: true,
      isSummed: true,
    },
    {
      field: 'quality',
      header: 'Close',
      description: 'Read on the day, rebuilt from transactions, or not reconciled.',
      type: 'CODE',
      canBeSort: true,
    },
    accountColumn,
  ],
  orderBy: { field: 'day', direction: 'DESC' },
  graph: { kind: 'LINE', x: 'day', series: ['floatValue', 'realValue'], splitBy: 'accountNumber' },
  basis: closeBasis,
  rows: (reader, choices) => {
    const [from, to] = choices.period('period')
    return sql`
      select w.day, w.broker_value_cents * 0.01 as "floatValue", w.real_value_cents * 0.01 as "realValue",
        w.cash_cents * 0.01 as cash, w.moved * 0.01 as moved,
        (w.broker_value_cents - w.before_cents - w.moved) * 0.01 as result,
        case when not w.is_reconciled then 'UNRECONCILED' when w.is_rebuilt then 'REBUILT'
          else 'OFFICIAL' end as quality, w.number as "accountNumber"
      from (
        select c.*, a.number,
          lag(c.broker_value_cents) over (partition by c.account_id order by c.day) as before_cents,
          coalesce((select sum(m.amount_cents) from account_movement m
            where m.account_id = c.account_id and m.day <= c.day
            and m.day > (select max(p.day) from account_close p
              where p.account_id = c.account_id and p.day < c.day)), 0) as moved
        from account_close c join account a on a.id = c.account_id
        where ${chosenAccounts(reader, choices)}
      ) w
      where w.day between ${from}::date and ${to}::date`
  },
})
