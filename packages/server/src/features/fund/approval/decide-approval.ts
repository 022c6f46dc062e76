// Decides what waits: approved, it runs in the transaction of the approval; declined, withdrawn or expired, it never
// happens. The fund is locked first and the waiting record after it, so of two decisions at once the second finds it
// settled.
import { Refusal, type Approval } from '@clubfolio/contract'
import { sealedFor } from '../../../kernel/sealed-column.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import { lockSecondPerson } from '../book/second-person.ts'
import { mayInFund, personAt, type FundRight } from '../right/fund-right.ts'
import { wordsOfRefusal, type FundCall } from './may-wait.ts'
import { isOnePerson } from '../role/one-person.ts'
import { tellAuthor } from '../role/tell-approval.ts'
import { useCasesThatMayWait } from './use-cases.ts'

export interface ApprovalAddress {
  readonly accountId: string
  readonly id: string
}

type WaitingApproval = Awaited<ReturnType<typeof lockApproval>>

/** Lets it take effect. Throws `approvalUnfit` with the reason when the books refuse it now. */
export async function approve(call: FundCall, address: ApprovalAddress): Promise<{ message: string }> {
  const waiting = await lockApproval(call, address, 'APPROVE')
  await requireOther(call, waiting)
  const useCase = useCasesThatMayWait[waiting.kind]
  await requireAuthor(call, waiting, useCase.right)
  const message = await useCase
    .rerun(inNameOfAuthor(call, waiting), openBody(call, waiting))
    .catch((error: unknown) => {
      throw new Refusal('approvalUnfit', { because: wordsOfRefusal(error) })
    })
  await settle(call, waiting, { state: 'APPROVED', reason: null })
  return { message: `Approved. ${message}` }
}

export async function decline(
  call: FundCall,
  { reason, ...address }: ApprovalAddress & { readonly reason: string },
): Promise<{ message: string }> {
  const waiting = await lockApproval(call, address, 'APPROVE')
  await requireOther(call, waiting)
  await settle(call, waiting, { state: 'DECLINED', reason })
  return { message: 'Declined. The author receives the reason.' }
}

/** Takes back one's own; somebody else's is answered like a missing one. */
export async function withdraw(call: FundCall, address: ApprovalAddress): Promise<{ message: string }> {
  const waiting = await lockApproval(call, address, 'READ')
  if (waiting.author_id !== call.session.userId) throw new Refusal('notFound')
  await settle(call, waiting, { state: 'WITHDRAWN', reason: null })
  return { message: 'Withdrawn. Nothing was changed.' }
}

/** Returns what waits, locked. Throws `notFound` without the right, and why it can no longer be decided. */
export async function lockApproval(
  { trx, services: { clock }, session }: Pick<FundCall, 'trx' | 'services' | 'session'>,
  { accountId, id }: ApprovalAddress,
  right: FundRight,
) {
  await lockSecondPerson(trx, accountId)
  const waiting = await trx
    .selectFrom('fund_approval as p')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .selectAll('p')
    .where('p.id', '=', id)
    .where('p.account_id', '=', accountId)
    .where(mayInFund(right, personAt(clock, session.userId), 'a'))
    .forUpdate('p')
    .executeTakeFirst()
  if (!waiting) throw new Refusal('notFound')
  if (waiting.state === 'EXPIRED' || (waiting.state === 'WAITING' && waiting.expires_at.getTime() <= clock.nowMs()))
    throw new Refusal('approvalExpired')
  if (waiting.state !== 'WAITING') throw new Refusal('approvalSettled', { state: stateWords[waiting.state] })
  return waiting
}

const stateWords = { APPROVED: 'approved', DECLINED: 'declined', WITHDRAWN: 'withdrawn' } as const

/** The call as its author would make it, or as Clubfolio makes it by itself on the author's terms. */
export const inNameOfAuthor = (
  call: FundCall,
  { author_id: userId, is_by_itself: isByItself }: Pick<WaitingApproval, 'author_id' | 'is_by_itself'>,
): FundCall => ({ ...call, session: { userId }, isByItself })

/** Returns the stored body of what waits. */
export const openBody = (
  { services: { secrets } }: Pick<FundCall, 'services'>,
  { id, account_id: accountId, body_sealed: sealed }: Pick<WaitingApproval, 'id' | 'account_id' | 'body_sealed'>,
) => ({ accountId, wire: secrets.open(sealed, sealedFor('fund_approval', id, 'body')) })

async function requireOther({ trx, session }: FundCall, { author_id: authorId }: WaitingApproval): Promise<void> {
  if (session.userId === authorId) throw new Refusal('approvalOwn')
  if (await isOnePerson(trx, session.userId, authorId)) throw new Refusal('approvalSamePerson')
}

/** An author whose role has ended since no longer changes the fund, nor does one who was disabled. */
async function requireAuthor(
  { trx, services: { clock } }: FundCall,
  { account_id: accountId, author_id: authorId }: WaitingApproval,
  right: FundRight,
): Promise<void> {
  const author = await trx
    .selectFrom('app_user as u')
    .innerJoin('account', (join) => join.on('account.id', '=', accountId))
    .select(['u.first_name', 'u.last_name', 'u.status', mayInFund(right, personAt(clock, authorId)).as('may')])
    .where('u.id', '=', authorId)
    .executeTakeFirstOrThrow()
  if (!author.may || author.status !== 'ACTIVE')
    throw new Refusal('approvalAuthorGone', { author: `${author.first_name} ${author.last_name}` })
}

interface Decision {
  readonly state: Exclude<Approval['state'], 'WAITING' | 'EXPIRED'>
  readonly reason: string | null
}

async function settle(
  { trx, services, session, caller }: FundCall,
  { id, account_id: accountId, author_id: authorId, kind, title }: WaitingApproval,
  { state, reason }: Decision,
): Promise<void> {
  const { clock } = services
  await trx
    .updateTable('fund_approval')
    .set({ state, reason, decided_by: session.userId, decided_at: new Date(clock.nowMs()) })
    .where('id', '=', id)
    .execute()
  const news = { id, accountId, authorId, title }
  await tellAuthor(services, trx, {
    ...news,
    isSilent: state === 'WITHDRAWN',
    became: state === 'DECLINED' ? `declined. ${reason ?? ''}` : `${stateWords[state]}.`,
  })
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: { APPROVED: 'approval.approve', DECLINED: 'approval.decline', WITHDRAWN: 'approval.withdraw' }[state],
    objectType: 'fund',
    objectId: accountId,
    after: { approvalId: id, kind, title, authorId, reason },
    requestId: caller.requestId,
    address: caller.address,
  })
}
