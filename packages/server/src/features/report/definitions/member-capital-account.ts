// The capital account statement of a member for a period, line by line.
import { readOwnersStatement } from '../../fund/statement/read-statement.ts'
import { readFund } from '../../fund/book/load-fund.ts'
import { defineReport, type ReportReader } from '../report-definition.ts'
import { fundFilter, periodFilter } from '../report-filters.ts'
import { mayWithMember, personAt } from '../../fund/right/fund-right.ts'
import { memberNameSql } from '../../fund/member/member-name.ts'
import {
  capitalAccountBasis,
  capitalAccountColumns,
  capitalAccountRows,
  noCapitalAccount,
  statedSpan,
} from './capital-account-rows.ts'

/** The choice of the part that belongs to no one. */
export const unallocated = { id: 'UNALLOCATED', value: 'Unallocated' }

/** Their own members, those of the funds in which they have a role, and unallocated. */
export const knownHolders = async ({ services, ownerId }: ReportReader) => {
  const rows = await services.db
    .selectFrom('member')
    .select(['id', memberNameSql().as('value')])
    .where(mayWithMember('READ', personAt(services.clock, ownerId)))
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute()
  return [...rows, unallocated]
}

const ownFund = ({ services, ownerId }: ReportReader, accountId: string) => readFund(services, ownerId, accountId)

export const memberCapitalAccount = defineReport({
  key: 'member-capital-account',
  name: 'Member capital account',
  category: 'Fund',
  isForMembers: true,
  description: 'Opening balance, dealings, results, expenses and closing balance of one member.',
  rights: [],
  readers: 'fund-readers',
  filters: [
    fundFilter,
    {
      key: 'member',
      label: 'Member',
      description: 'One of your members, or the part of the fund that belongs to no one.',
      type: 'SELECT',
      isOwn: true,
      options: knownHolders,
    },
    periodFilter(),
  ],
  columns: capitalAccountColumns,
  orderBy: { field: 'line', direction: 'ASC' },
  basis: async (reader, choices) =>
    capitalAccountBasis(reader, await ownFund(reader, choices.one('account')), choices.period('period')),
  rows: async (reader, choices) => {
    const [accountId, member] = [choices.one('account'), choices.one('member')]
    const span = await statedSpan(reader, await ownFund(reader, accountId), choices.period('period'))
    if (span === undefined) return noCapitalAccount
    return capitalAccountRows(
      await readOwnersStatement(
        reader.services,
        { userId: reader.ownerId },
        { accountId, memberId: member === unallocated.id ? accountId : member, ...span },
      ),
    )
  },
})
