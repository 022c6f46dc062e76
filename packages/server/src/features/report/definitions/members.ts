// The members of a fund with how to reach them: for those who keep its books. Nobody else gets addresses and phones.
import { formatUnits } from '@clubfolio/domain'
import { sql } from 'kysely'
import { readFund } from '../../fund/book/load-fund.ts'
import { memberNameSql, sortedMemberNameSql } from '../../fund/member/member-name.ts'
import { isMemberOfFund } from '../../fund/right/fund-right.ts'
import { computedRows, type ComputedRow } from '../column-sql.ts'
import { fundBasis } from '../report-basis.ts'
import { defineColumns, defineReport, type ReportReader } from '../report-definition.ts'
import { keptFundFilter } from '../report-filters.ts'

const columns = defineColumns([
  { field: 'member', header: 'Member', type: 'TEXT', canBeSort: true },
  { field: 'email', header: 'E-mail', type: 'TEXT', canBeSort: true },
  { field: 'phone', header: 'Phone', type: 'TEXT', canBeSort: true },
  { field: 'since', header: 'Member Since', description: 'Day of the first record.', type: 'DATE', canBeSort: true },
  { field: 'units', header: 'Units', type: 'UNITS', canBeSort: true },
  { field: 'participationPercent', header: 'Participation %', type: 'PERCENT', canBeSort: true, isSummed: true },
  { field: 'status', header: 'Status', type: 'CODE', canBeSort: true },
])

export const members = defineReport({
  key: 'members',
  name: 'Members and contacts',
  category: 'Fund',
  isForMembers: true,
  description: 'Every member of a fund with e-mail, phone, first day and units. For its owner and treasurers.',
  rights: [],
  readers: 'fund-keepers',
  filters: [keptFundFilter],
  columns,
  orderBy: { field: 'member', direction: 'ASC' },
  basis: (reader, choices) => fundBasis(reader, choices.one('account')),
  rows: async (reader, choices) => {
    const fund = await readFund(reader.services, reader.ownerId, choices.one('account'), 'RECORD')
    const figureOf = new Map(fund.figures.map((figure) => [figure.holderId, figure]))
    const contacts = await readContacts(reader, fund.account)
    return computedRows(
      columns,
      contacts.map((one): ComputedRow<typeof columns> => {
        const figure = figureOf.get(one.id)
        return {
          member: one.name,
          email: one.email,
          phone: one.phone,
          since: one.since,
          units: figure ? formatUnits(figure.units) : '0',
          participationPercent: figure ? figure.percentHundredths / 100 : 0,
          status: one.status === 'ACTIVATED' ? 'ACTIVE' : 'INACTIVE',
        }
      }),
    )
  },
})

interface Contact {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string
  /** The first day of a record that counts; null before there is one. */
  readonly since: string | null
  readonly status: string
}

async function readContacts(
  { services }: ReportReader,
  { id: accountId, ownerId }: { readonly id: string; readonly ownerId: string },
): Promise<readonly Contact[]> {
  const { rows } = await sql<Contact>`
    select m.id, ${memberNameSql('m')} as name, m.email, m.phone, m.status, (
      select min(day)::text from (
        select e.day from fund_entry e where e.account_id = ${accountId}::uuid and e.member_id = m.id
          and not exists (select from fund_reversal r where r.account_id = e.account_id and r.record_id = e.id)
        union all
        select t.day from fund_transfer t where t.account_id = ${accountId}::uuid and t.to_member_id = m.id
          and not exists (select from fund_reversal r where r.account_id = t.account_id and r.record_id = t.id)
        union all
        select f.opening_day from fund_opening_share s join fund f on f.account_id = s.account_id
        where s.account_id = ${accountId}::uuid and s.member_id = m.id
      ) record) as since
    from member m
    where m.owner_id = ${ownerId}::uuid and ${isMemberOfFund(sql`${accountId}::uuid`, 'm')}
    order by ${sortedMemberNameSql('m')}, m.id`.execute(services.db)
  return rows
}
