// Notifies the members on the roll of a vote, by the ways they chose.
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { recordNotification } from '../../notification/record-notification.ts'
import { fundName } from '../role/tell-approval.ts'

/** Returns the active users of the members on the roll, or of those who have not voted yet. */
export async function findVoterUsers(
  db: Db | Trx,
  voteId: string,
  { isWithoutBallot = false }: { readonly isWithoutBallot?: boolean } = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.id from fund_vote_voter v join member m on m.id = v.member_id join app_user u on u.id = m.user_id
    where v.vote_id = ${voteId}::uuid and u.status = 'ACTIVE'
      and not (${isWithoutBallot}::boolean and (
        exists (select from fund_ballot b where b.vote_id = v.vote_id and b.member_id = v.member_id)
        or exists (select from fund_secret_ballot b where b.vote_id = v.vote_id and b.member_id = v.member_id)))
    order by u.id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface NewsOfVote {
  readonly accountId: string
  readonly userIds: readonly string[]
  /** The occasion: each user is notified of it once. */
  readonly key: string
  readonly title: string
  readonly text: string
}

export async function tellVoters(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  { accountId, userIds, key, title, text }: NewsOfVote,
): Promise<void> {
  const fund = await fundName(trx, accountId)
  for (const userId of userIds)
    await recordNotification(trx, clock, {
      userId,
      kind: 'VOTE',
      key,
      title,
      text: `${fund}: ${text}`,
      link: `/my-funds?fund=${accountId}`,
    })
}
