// The tables of an exported fund for people: comma-separated, amounts as plain decimals, names instead of ids, and the
// name of the person who recorded each line, which an import cannot keep.
import {
  csvText,
  formatCents,
  formatUnits,
  memberName,
  toCents,
  toUnitSteps,
  unallocatedHolderId,
} from '@clubfolio/domain'
import type { Trx } from '../../../kernel/transaction.ts'
import type { ZipFile } from '../../../kernel/write-zip.ts'
import { holderNames } from '../book/member-names.ts'
import type { FundState } from '../book/replay-cache.ts'

export interface TablesOrder {
  readonly state: FundState
  readonly fundId: string
}

type Lines = readonly (readonly string[])[]

const money = (amount: bigint | null): string => (amount === null ? '' : formatCents(toCents(amount)))

/** Adds `tables/*.csv`: holders, members, entries, transfers, expenses and closes. */
export async function writeTables(trx: Trx, { state, fundId }: TablesOrder, zip: ZipFile): Promise<void> {
  const nameOf = holderNames(state)
  const add = (name: string, lines: Lines) => zip.add(`tables/${name}.csv`, Buffer.from(csvText(lines)))
  await add('holders', [
    ['Holder', 'Units', 'Value', 'Paid in', 'Real', 'Floating'],
    ...state.figures.map((one) => [
      nameOf(one.holderId),
      formatUnits(one.units),
      money(one.valueCents),
      money(one.amountCents),
      money(one.realCents),
      money(one.floatingCents),
    ]),
  ])
  await add('members', await readMembers(trx, state))
  await add('entries', await readEntries(trx, fundId))
  await add('transfers', await readTransfers(trx, fundId, nameOf))
  await add('expenses', await readExpenses(trx, fundId))
  await add('closes', [
    ['Day', 'Account value', 'Real value', 'Quality'],
    ...state.records.closes
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
      .map((close) => [close.day, money(close.brokerValueCents), money(close.realValueCents), close.quality]),
  ])
}

async function readMembers(trx: Trx, { figures }: FundState): Promise<Lines> {
  const ids = figures.map(({ holderId }) => holderId).filter((id) => id !== unallocatedHolderId)
  const rows =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('member')
          .select(['first_name', 'last_name', 'email', 'phone', 'status'])
          .where('id', 'in', ids)
          .orderBy('last_name')
          .orderBy('first_name')
          .orderBy('id')
          .execute()
  return [
    ['Member', 'E-mail', 'Phone', 'Status'],
    ...rows.map((row) => [
      memberName({ firstName: row.first_name, lastName: row.last_name }),
      row.email,
      row.phone,
      row.status === 'ACTIVATED' ? 'Active' : 'Inactive',
    ]),
  ]
}

async function readEntries(trx: Trx, fundId: string): Promise<Lines> {
  const rows = await trx
    .selectFrom('fund_entry as e')
    .innerJoin('member as m', 'm.id', 'e.member_id')
    .innerJoin('app_user as u', 'u.id', 'e.recorded_by')
    .leftJoin('fund_reversal as r', (join) =>
      join.onRef('r.account_id', '=', 'e.account_id').onRef('r.record_id', '=', 'e.id'),
    )
    .select(['e.day', 'e.kind', 'e.amount_cents', 'e.is_active', 'e.description', 'e.recorded_at', 'r.reason'])
    .select(['m.first_name', 'm.last_name', 'r.recorded_at as reversed_at'])
    .select(['u.first_name as author_first', 'u.last_name as author_last'])
    .where('e.account_id', '=', fundId)
    .orderBy('e.day')
    .orderBy('e.id')
    .execute()
  return [
    ['Day', 'Member', 'Entry', 'Amount', 'Status', 'Description', 'Recorded', 'Recorded by', 'Reversed', 'Reason'],
    ...rows.map((row) => [
      row.day,
      memberName({ firstName: row.first_name, lastName: row.last_name }),
      row.kind === 'contribution' ? 'Contribution' : 'Retribution',
      money(row.amount_cents),
      row.is_active ? 'Active' : 'Inactive',
      row.description,
      row.recorded_at.toISOString(),
      `${row.author_first} ${row.author_last}`,
      row.reversed_at?.toISOString() ?? '',
      row.reason ?? '',
    ]),
  ]
}

async function readTransfers(trx: Trx, fundId: string, nameOf: (id: string) => string): Promise<Lines> {
  const rows = await trx
    .selectFrom('fund_transfer as t')
    .innerJoin('app_user as u', 'u.id', 't.recorded_by')
    .select(['t.day', 't.from_member_id', 't.to_member_id', 't.amount_cents', 't.units_steps', 't.description'])
    .select(['t.recorded_at', 'u.first_name', 'u.last_name'])
    .where('t.account_id', '=', fundId)
    .orderBy('t.day')
    .orderBy('t.id')
    .execute()
  return [
    ['Day', 'From', 'To', 'Amount', 'Units', 'Description', 'Recorded', 'Recorded by'],
    ...rows.map((row) => [
      row.day,
      nameOf(row.from_member_id ?? unallocatedHolderId),
      nameOf(row.to_member_id ?? unallocatedHolderId),
      money(row.amount_cents),
      row.units_steps === null ? '' : formatUnits(toUnitSteps(row.units_steps)),
      row.description,
      row.recorded_at.toISOString(),
      `${row.first_name} ${row.last_name}`,
    ]),
  ]
}

async function readExpenses(trx: Trx, fundId: string): Promise<Lines> {
  const rows = await trx
    .selectFrom('fund_expense as e')
    .innerJoin('app_user as u', 'u.id', 'e.recorded_by')
    .select(['e.day', 'e.amount_cents', 'e.description', 'e.recorded_at', 'u.first_name', 'u.last_name'])
    .where('e.account_id', '=', fundId)
    .orderBy('e.day')
    .orderBy('e.id')
    .execute()
  return [
    ['Day', 'Amount', 'Description', 'Recorded', 'Recorded by'],
    ...rows.map((row) => [
      row.day,
      money(row.amount_cents),
      row.description,
      row.recorded_at.toISOString(),
      `${row.first_name} ${row.last_name}`,
    ]),
  ]
}
