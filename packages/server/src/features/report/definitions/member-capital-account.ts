// The capital account statement of a member for a period, line by line.
import { formatCents, negateCents } from '@clubfolio/domain'
import { accountMarketTime } from '../../account/market-time.ts'
import { readOwnersStatement } from '../../fund/statement/read-statement.ts'
import { readFund, requireAccount } from '../../fund/book/load-fund.ts'
import { computedRows, type ComputedRow } from '../column-sql.ts'
import { fundBasis } from '../report-basis.ts'
import { defineColumns, defineReport, type ReportReader } from '../report-definition.ts'
import { fundFilter, periodFilter } from '../report-filters.ts'
import { memberNameSql } from '../../fund/member/member-name.ts'

const columns = defineColumns([
  { field: 'line', header: '#', type: 'INTEGER', canBeSort: true },
  { field: 'day', header: 'Day', type: 'DATE', canBeSort: true },
  { field: 'what', header: 'What', type: 'TEXT', canBeSort: true },
  {
    field: 'amount',
    header: 'Amount',
    description: 'Signed for the member; from the opening balance to the closing balance everything adds up.',
    type: 'DOLLAR',
    canBeSort: true,
  },
  { field: 'units', header: 'Units', type: 'UNITS', canBeSort: true },
  { field: 'unitValue', header: 'Unit Value', type: 'UNIT_VALUE', canBeSort: true },
])

const unallocated = { id: 'UNALLOCATED', value: 'Unallocated' }

const ownMembers = async ({ services, ownerId }: ReportReader) => {
  const rows = await services.db
    .selectFrom('member')
    .select(['id', memberNameSql().as('value')])
    .where('owner_id', '=', ownerId)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute()
  return [...rows, unallocated]
}

const lastDay = async ({ services, ownerId }: ReportReader, accountId: string): Promise<string> =>
  (
    await accountMarketTime(
      services.db,
      services.clock,
      (await requireAccount(services.db, ownerId, accountId)).marketSource,
    )
  ).day

/**
 * Returns the part of a period during which the fund existed; undefined when it lies before the opening or in the
 * future.
 */
async function statedSpan(
  reader: ReportReader,
  accountId: string,
  [from, to]: readonly [string, string],
): Promise<{ from: string; to: string } | undefined> {
  const { records } = await readFund(reader.services, reader.ownerId, accountId)
  const last = await lastDay(reader, accountId)
  const first = records.opening.day
  if (to < first || from > last) return undefined
  return { from: from < first ? first : from, to: to > last ? last : to }
}

export const memberCapitalAccount = defineReport({
  key: 'member-capital-account',
  name: 'Member capital account',
  category: 'Fund',
  isForMembers: true,
  description: 'Opening balance, dealings, results, expenses and closing balance of one member.',
  rights: [],
  filters: [
    fundFilter,
    {
      key: 'member',
      label: 'Member',
      description: 'One of your members, or the part of the fund that belongs to no one.',
      type: 'SELECT',
      isOwn: true,
      options: ownMembers,
    },
    periodFilter(),
  ],
  columns,
  orderBy: { field: 'line', direction: 'ASC' },
  basis: async (reader, choices) => {
    const accountId = choices.one('account')
    const [, to] = choices.period('period')
    const last = await lastDay(reader, accountId)
    const words = await fundBasis(reader, accountId, to < last ? to : last)
    return to > last ? `${words}; ${last} is today, and nothing is stated after it` : words
  },
  rows: async (reader, choices) => {
    const [accountId, member] = [choices.one('account'), choices.one('member')]
    const span = await statedSpan(reader, accountId, choices.period('period'))
    if (span === undefined) return computedRows(columns, [])
    const { from, to } = span
    const statement = await readOwnersStatement(
      reader.services,
      { userId: reader.ownerId },
      { accountId, memberId: member === unallocated.id ? accountId : member, from, to },
    )
    const { opening, closing } = statement
    const rows: Omit<ComputedRow<typeof columns>, 'line'>[] = [
      {
        day: from,
        what: 'Opening balance',
        amount: formatCents(opening.value),
        units: opening.units,
        unitValue: opening.unitValue,
      },
      ...statement.lines.map(({ day, what, amount, units, unitValue }) => ({
        day,
        what,
        amount: formatCents(amount),
        units,
        unitValue,
      })),
      {
        day: to,
        what: 'Realised result before expenses',
        amount: formatCents(statement.realised),
        units: null,
        unitValue: null,
      },
      {
        day: to,
        what: 'Change in unrealised result',
        amount: formatCents(statement.unrealisedChange),
        units: null,
        unitValue: null,
      },
      { day: to, what: 'Expenses', amount: formatCents(negateCents(statement.expenses)), units: null, unitValue: null },
      {
        day: to,
        what: 'Closing balance',
        amount: formatCents(closing.value),
        units: closing.units,
        unitValue: closing.unitValue,
      },
    ]
    return computedRows(
      columns,
      rows.map((row, index): ComputedRow<typeof columns> => ({ line: index + 1, ...row })),
    )
  },
})
