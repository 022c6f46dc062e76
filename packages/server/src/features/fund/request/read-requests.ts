// Reads requests as member and owner see them, each with what was booked for it.
import type { FundRequest } from '@clubfolio/contract'
import { liveness, maskNumber, type FundRecords } from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import { memberNameSql } from '../member/member-name.ts'

/** Decided ones are listed up to this number. */
const mostDecided = 100

export interface RequestsOf {
  readonly accountId: string
  readonly records: FundRecords
  /** Only those of this member. */
  readonly memberId?: string
}

/** Returns the open requests, oldest first, then the decided ones, newest first. */
export async function readRequests(db: Db, { accountId, records, memberId }: RequestsOf): Promise<FundRequest[]> {
  const rows = await db
    .selectFrom('fund_request as r')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .leftJoin('bank_account as b', 'b.id', 'r.bank_account_id')
    .select([
      'r.id',
      'r.member_id',
      'r.kind',
      'r.amount_cents',
      'r.comment',
      'r.state',
      'r.made_at',
      'r.decided_at',
      'r.reason',
      'b.id as bank_id',
      'b.alias',
      'b.number_ending',
      memberNameSql('m').as('name'),
    ])
    .where('r.account_id', '=', accountId)
    .$if(memberId !== undefined, (query) => query.where('r.member_id', '=', memberId!))
    .orderBy('r.made_at')
    .orderBy('r.id')
    .execute()
  const open = rows.filter(({ state }) => state === 'OPEN')
  const decided = rows.filter(({ state }) => state !== 'OPEN').toReversed()
  const entries = await readEntries(db, accountId, records)
  return [...open, ...decided.slice(0, mostDecided)].map((row) => ({
    id: row.id,
    memberId: row.member_id,
    name: row.name,
    kind: row.kind,
    amount: row.amount_cents,
    bankAccount:
      row.bank_id === null
        ? null
        : { id: row.bank_id, alias: row.alias ?? '', number: maskNumber(row.number_ending ?? '') },
    comment: row.comment,
    state: row.state,
    madeAt: row.made_at.getTime(),
    decidedAt: row.decided_at?.getTime() ?? null,
    reason: row.reason,
    entry: entries.get(row.id) ?? null,
  }))
}

/** What was booked for each request and still counts; it is paid once it is matched with a movement. */
async function readEntries(
  db: Db,
  accountId: string,
  records: FundRecords,
): Promise<Map<string, NonNullable<FundRequest['entry']>>> {
  const rows = await db
    .selectFrom('fund_entry')
    .select(['id', 'request_id', 'day', 'amount_cents', 'is_active'])
    .where('account_id', '=', accountId)
    .where('request_id', 'is not', null)
    .execute()
  const isLive = liveness(records)
  const paid = new Set(
    records.matches
      .filter(({ id, movementIds }) => movementIds.length > 0 && isLive(id))
      .flatMap(({ itemIds }) => itemIds),
  )
  return new Map(
    rows
      .filter((row) => isLive(row.id, row.is_active))
      .map((row) => [row.request_id ?? '', { day: row.day, amount: row.amount_cents, isPaid: paid.has(row.id) }]),
  )
}
