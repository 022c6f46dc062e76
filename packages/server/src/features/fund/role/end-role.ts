// Ends a role, or takes back an invitation to one. The right is gone with the commit.
import { Refusal } from '@clubfolio/contract'
import { finishChange, lockBooks, type BooksCall } from '../book/change-books.ts'
import { readSecondPerson } from '../book/second-person.ts'
import { isOnePerson } from './one-person.ts'
import { findDeciders } from './tell-approval.ts'

export interface EndedRole {
  /** Null for an invitation that was not accepted. */
  readonly userId: string | null
}

/** Throws `notFound` for a role that was ended or belongs to another fund, and `lastApprover`. */
export async function endRole(call: BooksCall, id: string): Promise<EndedRole> {
  const { trx, services, session, accountId } = call
  const fund = await lockBooks(call)
  const role = await trx
    .selectFrom('fund_role')
    .select(['user_id', 'role', 'email'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!role) throw new Refusal('notFound')
  await trx
    .updateTable('fund_role')
    .set({ ended_at: new Date(services.clock.nowMs()), ended_by: session.userId, token_hash: null })
    .where('id', '=', id)
    .execute()
  if (role.user_id !== null && role.role === 'APPROVER') await requireApproverLeft(call, fund.account.ownerId)
  await finishChange(call, fund, { action: 'role.end', before: { id, email: role.email, role: role.role } })
  return { userId: role.user_id }
}

/** While a second person is asked for, somebody besides the owner has to be there. */
async function requireApproverLeft({ trx, services, accountId }: BooksCall, ownerId: string): Promise<void> {
  if ((await readSecondPerson(trx, accountId)) === null) return
  if (!(await hasOtherDecider(trx, services.clock, { accountId, userId: ownerId }))) throw new Refusal('lastApprover')
}

/** Returns whether somebody other than this person may decide in the fund. */
export async function hasOtherDecider(
  trx: BooksCall['trx'],
  clock: BooksCall['services']['clock'],
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
): Promise<boolean> {
  for (const decider of await findDeciders(trx, clock, accountId))
    if (!(await isOnePerson(trx, decider, userId))) return true
  return false
}
