// Keeps the ballots of a vote. Those of a secret vote are sealed with a key of that vote, which is itself sealed with
// the key of the installation; both are deleted when the vote ends, and neither is in a backup. A sealed ballot has the
// same length whatever was chosen, carries no time, and reaches the database sealed, so that no log of its statements
// has the choice (docs/decisions/0089-secret-ballots.md).
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { newToken } from '../../../kernel/id.ts'
import { sealedFor } from '../../../kernel/sealed-column.ts'
import { createSecretBox, type SecretBox } from '../../../kernel/secret.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'

export interface StoredBallot {
  readonly memberId: string
  readonly choiceId: string
}

/** Makes the key of a secret vote, in the transaction that opens it. */
export async function makeVoteKey({ secrets }: Pick<Services, 'secrets'>, trx: Trx, voteId: string): Promise<void> {
  const sealed = secrets.seal(newToken(), sealedFor('fund_vote_key', voteId, 'key'))
  await trx.insertInto('fund_vote_key').values({ id: voteId, key_sealed: sealed }).execute()
}

/** Returns what seals and opens ballots; undefined where the key is gone: after a restore, or once the vote ended. */
async function findVoteBox(
  { secrets }: Pick<Services, 'secrets'>,
  db: Db | Trx,
  voteId: string,
): Promise<SecretBox | undefined> {
  const row = await db.selectFrom('fund_vote_key').select('key_sealed').where('id', '=', voteId).executeTakeFirst()
  return row && createSecretBox([secrets.open(row.key_sealed, sealedFor('fund_vote_key', voteId, 'key'))])
}

const boundTo = (voteId: string, memberId: string): string => `fund_secret_ballot:${voteId}:${memberId}`

export interface BallotPlace {
  readonly voteId: string
  readonly memberId: string
  readonly isSecret: boolean
}

/** Stores a member's choice in place of an earlier one. Returns false where the key of a secret vote is gone. */
export async function putBallot(
  services: Pick<Services, 'secrets' | 'clock'>,
  trx: Trx,
  { voteId, memberId, choiceId, isSecret }: BallotPlace & StoredBallot,
): Promise<boolean> {
  if (!isSecret) {
    const row = { choice_id: choiceId, cast_at: new Date(services.clock.nowMs()), recorded_by: null }
    await trx
      .insertInto('fund_ballot')
      .values({ vote_id: voteId, member_id: memberId, ...row })
      .onConflict((conflict) => conflict.columns(['vote_id', 'member_id']).doUpdateSet(row))
      .execute()
    return true
  }
  const box = await findVoteBox(services, trx, voteId)
  if (!box) return false
  const row = { sealed_choice: box.seal(choiceId, boundTo(voteId, memberId)) }
  await trx
    .insertInto('fund_secret_ballot')
    .values({ vote_id: voteId, member_id: memberId, ...row })
    .onConflict((conflict) => conflict.columns(['vote_id', 'member_id']).doUpdateSet(row))
    .execute()
  return true
}

export interface RecordedBallot extends StoredBallot {
  readonly voteId: string
  /** The user who records it for the member. */
  readonly recordedBy: string
}

/**
 * Stores a choice in a named vote for a member, in place of one that was recorded before. Returns false where the
 * member has voted, which stays.
 */
export async function putRecordedBallot(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  { voteId, memberId, choiceId, recordedBy }: RecordedBallot,
): Promise<boolean> {
  const row = { choice_id: choiceId, cast_at: new Date(clock.nowMs()), recorded_by: recordedBy }
  const stored = await trx
    .insertInto('fund_ballot')
    .values({ vote_id: voteId, member_id: memberId, ...row })
    .onConflict((conflict) =>
      conflict.columns(['vote_id', 'member_id']).doUpdateSet(row).where('fund_ballot.recorded_by', 'is not', null),
    )
    .returning('member_id')
    .executeTakeFirst()
  return stored !== undefined
}

/** Returns who recorded the member's ballot; undefined without one, or where the member cast it. */
export async function findRecorder(
  db: Db | Trx,
  { voteId, memberId }: Pick<BallotPlace, 'voteId' | 'memberId'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('fund_ballot as b')
    .innerJoin('app_user as u', 'u.id', 'b.recorded_by')
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('name'))
    .where('b.vote_id', '=', voteId)
    .where('b.member_id', '=', memberId)
    .executeTakeFirst()
  return row?.name
}

/** Returns the ballots of a vote, or only one member's; undefined where the key of a secret vote is gone. */
export async function readBallots(
  services: Pick<Services, 'secrets'>,
  db: Db | Trx,
  { voteId, isSecret, memberId }: Pick<BallotPlace, 'voteId' | 'isSecret'> & { readonly memberId?: string },
): Promise<StoredBallot[] | undefined> {
  if (!isSecret) {
    const rows = await db
      .selectFrom('fund_ballot')
      .select(['member_id', 'choice_id'])
      .where('vote_id', '=', voteId)
      .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId!))
      .orderBy('member_id')
      .execute()
    return rows.map((row) => ({ memberId: row.member_id, choiceId: row.choice_id }))
  }
  const box = await findVoteBox(services, db, voteId)
  if (!box) return undefined
  const rows = await db
    .selectFrom('fund_secret_ballot')
    .select(['member_id', 'sealed_choice'])
    .where('vote_id', '=', voteId)
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId!))
    .orderBy('member_id')
    .execute()
  return rows.map((row) => ({
    memberId: row.member_id,
    choiceId: box.open(row.sealed_choice, boundTo(voteId, row.member_id)),
  }))
}

/** Deletes the ballots of a secret vote and the key that opens them. */
export async function destroySecretBallots(trx: Trx, voteId: string): Promise<void> {
  await trx.deleteFrom('fund_secret_ballot').where('vote_id', '=', voteId).execute()
  await trx.deleteFrom('fund_vote_key').where('id', '=', voteId).execute()
}
