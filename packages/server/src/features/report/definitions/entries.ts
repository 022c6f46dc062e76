// Money that members paid in and took out.
import { sql } from 'kysely'
import { recordBasis } from '../report-basis.ts'
import { defineReport } from '../report-definition.ts'
import { everyOption } from '../account-group.ts'
import { chosenFunds, choiceFilter, fundsFilter, periodFilter } from '../report-filters.ts'
import { accountColumn } from './account-columns.ts'
import { distinctMemberNameSql } from '../../fund/member/member-name.ts'

export const entries = defineReport({
  key: 'contributions-and-retributions',
  name: 'Contributions and retributions',
  category: 'Fund',
  isForMembers: true,
  description: 'Entries of all members by day, those out of force included.',
  rights: [],
  readers: 'fund-readers',
  filters: [
    fundsFilter,
    periodFilter(),
    choiceFilter('kind', 'Type', {
      description: 'Money in, money out, or both.',
      words: { [everyOption.id]: 'Both', contribution: 'Contributions', retribution: 'Retributions' },
    }),
  ],
  columns: [
    { field: 'day', header: 'Day', type: 'DATE', canBeSort: true },
    { field: 'member', header: 'Member', type: 'TEXT', canBeSort: true },
    { field: 'kind', header: 'Type', type: 'CODE', canBeSort: true },
    { field: 'amount', header: 'Amount', type: 'DOLLAR', canBeSort: true },
    {
      field: 'status',
      header: 'Status',
      description: 'Active entries count; inactive and reversed ones do not.',
      type: 'CODE',
      canBeSort: true,
    },
    {
      field: 'counted',
      header: 'Counted',
      description: 'Contributions in force, less retributions in force.',
      type: 'DOLLAR',
      canBeSort: true,
      isSummed: true,
    },
    { field: 'description', header: 'Description', type: 'TEXT', canBeSort: false },
    { field: 'backDated', header: 'Back-dated', type: 'CODE', canBeSort: true },
    { field: 'recordedAt', header: 'Recorded', type: 'DATE_TIME', canBeSort: true },
    accountColumn,
  ],
  orderBy: { field: 'day', direction: 'DESC' },
  basis: recordBasis,
  rows: (reader, choices) => {
    const [from, to] = choices.period('period')
    const kind = choices.one('kind')
    return sql`
      select e.day, e.member, upper(e.kind) as kind, e.amount_cents * 0.01 as amount, e.status,
        case when e.status <> 'ACTIVE' then 0 when e.kind = 'contribution' then e.amount_cents
          else -e.amount_cents end * 0.01 as counted,
        e.description, case when e.is_back_dated then 'YES'
          else 'NO' end as "backDated", e.recorded_at as "recordedAt", e.number as "accountNumber"
      from (
        select f.*, case when a.owner_id = ${reader.ownerId}::uuid then a.number
          else '•••• ' || right(a.number, 4) end as number, ${distinctMemberNameSql('m')} as member,
          case
            when exists (select from fund_reversal r
              where r.account_id = f.account_id and r.record_id = f.id) then 'REVERSED'
            when coalesce((select s.is_active from fund_status_change s
              where s.account_id = f.account_id and s.entry_id = f.id order by s.sequence desc
              limit 1), f.is_active) then 'ACTIVE'
            else 'INACTIVE'
          end as status
        from fund_entry f join account a on a.id = f.account_id
          join member m on m.id = f.member_id and m.owner_id = a.owner_id
        where ${chosenFunds(reader, choices)} and f.day between ${from}::date and ${to}::date
          and ${kind === everyOption.id ? sql`true` : sql`f.kind = ${kind}`}
      ) e`
  },
})
