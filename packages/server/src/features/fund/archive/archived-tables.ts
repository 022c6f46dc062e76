// Which rows make a fund, and in which order they are written so that each finds what it refers to. A table that
// belongs to a fund and is left out says why; `archived-tables.test.ts` finds one that is neither.
import { sql, type RawBuilder } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

/** The accounts and members that a fund's records name. */
export interface ArchivedPlace {
  readonly fundId: string
  /** Accounts that the books have facts of: the present one, and those that the fund has left. */
  readonly accountIds: readonly string[]
  readonly memberIds: readonly string[]
}

export interface ArchivedTable {
  readonly name: keyof Tables
  /** What its rows belong to. */
  readonly of: 'members' | 'accounts' | 'fund' | { readonly parent: keyof Tables; readonly column: string }
  /** Which of the rows `t` travel; all of them where it is absent. */
  readonly only?: RawBuilder<boolean>
  /** Makes the order of the rows the same each time. */
  readonly orderBy: string
  /** Columns that name a user. Users do not travel: the importer takes their place. */
  readonly users?: readonly string[]
  /** Columns that stay behind and are empty after an import. */
  readonly without?: readonly string[]
  /** Columns that name an account of the archive. */
  readonly accounts?: readonly string[]
  /** Columns that name a member of the archive. */
  readonly members?: readonly string[]
  /** Archives of earlier versions lack the table. */
  readonly isLater?: boolean
  /** Columns that name a record of the fund: only one from the archive is accepted. */
  readonly records?: readonly string[]
}

function belongs(of: ArchivedTable['of'], { fundId, accountIds, memberIds }: ArchivedPlace): RawBuilder<boolean> {
  if (of === 'members') return sql`t.id = any(${[...memberIds]}::uuid[])`
  if (of === 'accounts') return sql`t.account_id = any(${[...accountIds]}::uuid[])`
  if (of === 'fund') return sql`t.account_id = ${fundId}::uuid`
  return sql`exists (select from ${sql.table(of.parent)} p
    where p.id = ${sql.ref(`t.${of.column}`)} and p.account_id = ${fundId}::uuid ${isParentOver(of.parent)})`
}

/** Votes that are open stay behind: the key of a secret one never leaves the installation. */
const isParentOver = (parent: keyof Tables): RawBuilder<boolean> =>
  parent === 'fund_vote' ? sql`and p.state <> 'OPEN'` : sql``

/** Returns which rows `t` of a table travel with a fund. */
export const rowsOfFund = ({ of, only }: ArchivedTable, place: ArchivedPlace): RawBuilder<boolean> =>
  sql<boolean>`${belongs(of, place)} and ${only ?? sql<boolean>`true`}`

const isOver = sql<boolean>`t.state <> 'waiting'`
const own = ['account_id'] as const
const author = ['recorded_by'] as const

export const archivedTables: readonly ArchivedTable[] = [
  { name: 'member', of: 'members', orderBy: 'id', users: ['owner_id'], without: ['user_id'] },
  { name: 'account_close', of: 'accounts', orderBy: 'account_id, day', accounts: own },
  {
    name: 'account_close_line',
    of: 'accounts',
    orderBy: 'account_id, day, kind, symbol',
    accounts: own,
    isLater: true,
  },
  { name: 'account_close_revision', of: 'accounts', orderBy: 'account_id, id', accounts: own },
  { name: 'account_transaction', of: 'accounts', orderBy: 'account_id, occurred_at, broker_id', accounts: own },
  { name: 'account_movement', of: 'accounts', orderBy: 'account_id, id', accounts: own },
  { name: 'account_baseline', of: 'accounts', orderBy: 'account_id, id', accounts: own, users: ['created_by'] },
  { name: 'account_position', of: 'accounts', orderBy: 'account_id, symbol', accounts: own },
  {
    name: 'fund',
    of: 'fund',
    orderBy: 'account_id',
    accounts: own,
    // Approvers do not travel, so nobody could approve what waits, not even the end of the waiting.
    without: ['second_person_from_cents'],
  },
  { name: 'fund_opening_share', of: 'fund', orderBy: 'member_id', accounts: own, members: ['member_id'] },
  {
    name: 'fund_distribution',
    of: 'fund',
    orderBy: 'id',
    accounts: own,
    users: author,
  },
  { name: 'fund_due_plan', of: 'fund', orderBy: 'id', accounts: own, members: ['member_id'], users: author },
  {
    name: 'fund_due_reminder',
    of: { parent: 'fund_due_plan', column: 'plan_id' },
    only: isOver,
    orderBy: 'id',
    members: ['member_id'],
    records: ['plan_id'],
  },
  {
    name: 'fund_request',
    of: 'fund',
    orderBy: 'id',
    accounts: own,
    members: ['member_id'],
    users: ['user_id', 'decided_by'],
    without: ['bank_account_id'],
  },
  {
    name: 'fund_entry',
    of: 'fund',
    orderBy: 'id',
    accounts: own,
    members: ['member_id'],
    users: author,
    without: ['bank_account_id'],
    records: ['distribution_id', 'due_plan_id', 'request_id'],
  },
  { name: 'fund_status_change', of: 'fund', orderBy: 'entry_id, sequence', accounts: own, users: author },
  { name: 'fund_expense', of: 'fund', orderBy: 'id', accounts: own, users: author },
  {
    name: 'fund_transfer',
    of: 'fund',
    orderBy: 'id',
    accounts: own,
    members: ['from_member_id', 'to_member_id'],
    users: author,
  },
  { name: 'fund_match', of: 'fund', orderBy: 'id', accounts: own, users: author },
  { name: 'fund_reversal', of: 'fund', orderBy: 'record_id', accounts: own, users: author },
  {
    name: 'fund_fee_policy',
    of: 'fund',
    orderBy: 'id',
    accounts: own,
    members: ['receiver_member_id'],
    users: author,
  },
  { name: 'fund_fee_charge', of: 'fund', orderBy: 'id', accounts: own, users: author },
  {
    name: 'fund_fee_line',
    of: 'fund',
    orderBy: 'charge_id, member_id, kind',
    accounts: own,
    members: ['member_id', 'receiver_member_id'],
    records: ['charge_id'],
  },
  { name: 'fund_fee_proposal', of: 'fund', orderBy: 'end_day', accounts: own },
  { name: 'fund_period', of: 'fund', orderBy: 'until_day', accounts: own, users: ['closed_by'] },
  { name: 'fund_close', of: 'fund', orderBy: 'day', accounts: own },
  { name: 'fund_movement', of: 'accounts', orderBy: 'account_id, movement_id', accounts: own },
  {
    name: 'fund_move',
    of: 'fund',
    orderBy: 'id',
    accounts: ['account_id', 'from_account_id', 'to_account_id'],
    users: author,
  },
  { name: 'fund_arrival', of: 'fund', orderBy: 'move_id', accounts: own, users: author, records: ['move_id'] },
  {
    name: 'fund_statement_mail',
    of: 'fund',
    only: isOver,
    orderBy: 'id',
    accounts: own,
    members: ['member_id'],
    users: ['requested_by'],
    // Statements are in the archive as files. An allocation is of a closed year, which prints it again.
    without: ['content', 'allocation'],
  },
  {
    name: 'fund_document',
    of: 'fund',
    // One that took another's place comes first.
    orderBy: 'uploaded_at desc, id desc',
    accounts: own,
    users: ['uploaded_by', 'removed_by'],
    records: ['replaced_by'],
  },
  {
    name: 'fund_announcement',
    of: 'fund',
    orderBy: 'id',
    accounts: own,
    users: ['posted_by', 'withdrawn_by'],
  },
  {
    name: 'fund_announcement_read',
    of: { parent: 'fund_announcement', column: 'announcement_id' },
    orderBy: 'announcement_id, member_id',
    members: ['member_id'],
    records: ['announcement_id'],
  },
  {
    name: 'fund_vote',
    of: 'fund',
    only: sql<boolean>`t.state <> 'OPEN'`,
    orderBy: 'id',
    accounts: own,
    users: ['opened_by', 'ended_by'],
  },
  {
    name: 'fund_vote_choice',
    of: { parent: 'fund_vote', column: 'vote_id' },
    orderBy: 'vote_id, position',
    records: ['vote_id'],
  },
  {
    name: 'fund_vote_voter',
    of: { parent: 'fund_vote', column: 'vote_id' },
    orderBy: 'vote_id, member_id',
    members: ['member_id'],
    records: ['vote_id'],
  },
  {
    name: 'fund_ballot',
    of: { parent: 'fund_vote', column: 'vote_id' },
    orderBy: 'vote_id, member_id',
    members: ['member_id'],
    users: ['recorded_by'],
    records: ['vote_id', 'choice_id'],
  },
  { name: 'fund_result', of: 'fund', orderBy: 'day, kind', accounts: own },
  { name: 'fund_result_period', of: 'fund', orderBy: 'account_id', accounts: own },
  { name: 'fund_statement_run', of: 'fund', orderBy: 'from_day, to_day', accounts: own },
]

/** Tables that name a fund or its account and are no part of an archive, by the reason. */
export const leftOutTables: Readonly<Record<string, readonly string[]>> = {
  'people and rights of this installation': ['member_invitation', 'fund_role', 'bank_account'],
  'a change that waits here is decided here; a decided one is in the records': ['fund_approval'],
  'a vote that is open ends where it was opened': ['fund_secret_ballot', 'fund_vote_key'],
  'a picture is only shown when it was made here from what was uploaded': ['fund_logo'],
  'its files are in the archive as files': ['fund_document_part'],
  'work in progress of this installation': [
    'fund_check',
    'fund_fee_look',
    'fund_funding',
    'fund_announcement_mail',
    'fund_pack',
    'fund_pack_part',
    'fund_statement_schedule',
    'fund_version',
  ],
}
