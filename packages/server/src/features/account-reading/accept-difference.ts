// Lets the owner accept the brokerage's figure for one difference, so that our record agrees with it. The account's
// value and the fund's books do not change: both use the brokerage's values anyway.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { newId } from '../../kernel/id.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { alertDifferences } from './alert-differences.ts'
import { renewFileAccount } from '../file-account/own-file-account.ts'
import { latestDifferences } from './reconcile-account.ts'

export interface DifferenceToAccept {
  readonly accountId: string
  readonly differenceId: string
}

export interface AcceptDifferenceOptions {
  readonly ownerId: string
  readonly differenceToAccept: DifferenceToAccept
  readonly caller: Caller
}

/** Throws `notFound`, or `differenceOver` when the figure has changed or agrees again. */
export async function acceptDifference(
  { clock }: Services,
  trx: Trx,
  { ownerId, differenceToAccept: { accountId, differenceId }, caller }: AcceptDifferenceOptions,
): Promise<void> {
  const account = await trx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!account) throw new Refusal('notFound')
  const state = (await latestDifferences(trx, accountId)).find(({ id }) => id === differenceId)
  if (!state?.isOpen) throw new Refusal('differenceOver')
  const { symbol, ours, theirs } = state
  const missing = theirs.minus(ours)
  const at = new Date(clock.nowMs())
  await trx
    .insertInto('account_baseline')
    .values({
      id: newId(clock),
      account_id: accountId,
      kind: 'accepted',
      symbol,
      cash_cents: symbol === null ? BigInt(missing.times(100).toFixed(0)) : null,
      quantity: symbol === null ? null : missing.toFixed(),
      created_by: ownerId,
      created_at: at,
    })
    .execute()
  await trx
    .insertInto('account_difference')
    .values({
      id: newId(clock),
      account_id: accountId,
      day: state.day,
      symbol,
      ours: theirs.toFixed(),
      theirs: theirs.toFixed(),
      since_day: state.since,
      explanation: 'The owner accepted the figure of the brokerage.',
      found_at: at,
    })
    .execute()
  // What an account from files holds follows from our own record, which has changed.
  await renewFileAccount(trx, clock, accountId)
  await alertDifferences(trx, clock, accountId)
  await writeAudit(trx, clock, {
    actorId: ownerId,
    action: 'account.accept-difference',
    objectType: 'account',
    objectId: accountId,
    before: { symbol, figure: ours.toFixed() },
    after: { symbol, figure: theirs.toFixed() },
    requestId: caller.requestId,
    address: caller.address,
  })
}
