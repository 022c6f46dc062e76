// Requests as the owner sees and declines them. Approving one is recording the entry that names it
// (`approve-request.ts`).
import { Refusal, type FundRequest } from '@clubfolio/contract'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import { resolveAlert } from '../../alert/write-alert.ts'
import { recordNotification } from '../../notification/record-notification.ts'
import { lockBooks, type BooksCall } from '../book/change-books.ts'
import { readFund } from '../book/load-fund.ts'
import { waitingKey } from './approve-request.ts'
import { readRequests } from './read-requests.ts'

export async function findRequests(services: Services, session: Session, accountId: string): Promise<FundRequest[]> {
  const { records } = await readFund(services, session.userId, accountId)
  return readRequests(services.db, { accountId, records })
}

/** Declines an open request and notifies the member with the reason. */
export async function declineRequest(
  call: BooksCall,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const { services, trx, session, caller, accountId } = call
  const { clock } = services
  const { account } = await lockBooks(call, 'RECORD')
  const request = await trx
    .selectFrom('fund_request')
    .select(['state', 'user_id'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw new Refusal('notFound')
  if (request.state !== 'OPEN') throw new Refusal('requestDecided')
  await trx
    .updateTable('fund_request')
    .set({ state: 'DECLINED', reason, decided_at: new Date(clock.nowMs()), decided_by: session.userId })
    .where('id', '=', id)
    .execute()
  await resolveAlert(trx, clock, { userId: account.ownerId, key: waitingKey(id) })
  await recordNotification(trx, clock, {
    userId: request.user_id,
    kind: 'REQUEST_DECIDED',
    key: `request ${id} decided`,
    title: 'Request declined',
    text: `Your request was declined: ${reason}`,
    link: `/my-funds?fund=${account.id}`,
  })
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'request.decline',
    objectType: 'fund-request',
    objectId: id,
    after: { reason },
    requestId: caller.requestId,
    address: caller.address,
  })
}
