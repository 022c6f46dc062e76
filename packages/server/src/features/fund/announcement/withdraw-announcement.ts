// Takes an announcement off the screens of the members. The record stays, with who withdrew it when and why.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../../kernel/audit.ts'
import { lockBooks, type BooksCall } from '../book/change-books.ts'
import { announcementKey } from './post-announcement.ts'

/** Withdraws an announcement; throws `announcementWithdrawn` the second time. What is not mailed yet is not sent. */
export async function withdrawAnnouncement(
  call: BooksCall,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const { services, trx, session, caller, accountId } = call
  const { clock } = services
  await lockBooks(call, 'RECORD')
  const found = await trx
    .selectFrom('fund_announcement')
    .select('withdrawn_at')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!found) throw new Refusal('notFound')
  if (found.withdrawn_at !== null) throw new Refusal('announcementWithdrawn')
  await trx
    .updateTable('fund_announcement')
    .set({ withdrawn_at: new Date(clock.nowMs()), withdrawn_by: session.userId, reason })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('fund_announcement_mail')
    .set({ state: 'failed', reason: 'The announcement was withdrawn.' })
    .where('announcement_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await trx
    .deleteFrom('notification')
    .where('kind', '=', 'ANNOUNCEMENT')
    .where('key', '=', announcementKey(id))
    .execute()
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'announcement.withdraw',
    objectType: 'fund',
    objectId: id,
    after: { accountId, reason },
    requestId: caller.requestId,
    address: caller.address,
  })
}
