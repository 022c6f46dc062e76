// Posts an announcement to the active members of a fund. A member with a user is notified by the ways they chose;
// another one gets a mail, if they have an address. Source: docs/rules/fund.md, "Announcements".
import type { BodyOf } from '@clubfolio/contract'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import { newId } from '../../../kernel/id.ts'
import { recordNotification } from '../../notification/record-notification.ts'
import { lockBooks, type BooksCall } from '../book/change-books.ts'
import { readIssuer, signMail } from '../book/read-issuer.ts'
import { findPlacesOfFund } from '../statement/my-participation.ts'

/** The key of the notification that an announcement makes. */
export const announcementKey = (id: string): string => `announcement ${id}`

export async function postAnnouncement(
  call: BooksCall,
  { title, text, ...rest }: Omit<BodyOf<'fund', 'postAnnouncement'>, 'accountId'>,
): Promise<string> {
  noFieldLeft(rest)
  const { services, trx, session, caller, accountId } = call
  const { clock } = services
  const { account } = await lockBooks(call, 'RECORD')
  const members = (await findPlacesOfFund(trx, accountId)).filter((place) => place.is_active)
  const id = newId(clock)
  const now = new Date(clock.nowMs())
  await trx
    .insertInto('fund_announcement')
    .values({
      account_id: accountId,
      id,
      title,
      text,
      members: members.length,
      posted_at: now,
      posted_by: session.userId,
      withdrawn_at: null,
      withdrawn_by: null,
      reason: null,
    })
    .execute()
  const mailText = `${text}${signMail(await readIssuer(trx, account.ownerId, [accountId]))}`
  for (const { member_id: memberId, user_id: userId, email } of members)
    if (userId !== null)
      await recordNotification(trx, clock, {
        userId,
        kind: 'ANNOUNCEMENT',
        key: announcementKey(id),
        title,
        text,
        mailText,
        link: `/my-funds?fund=${accountId}`,
      })
    else if (email !== '')
      await trx
        .insertInto('fund_announcement_mail')
        .values({
          id: newId(clock),
          announcement_id: id,
          member_id: memberId,
          recipient: email,
          state: 'waiting',
          reason: null,
          next_at: now,
        })
        .execute()
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'announcement.post',
    objectType: 'fund',
    objectId: id,
    after: { accountId, title, members: members.length },
    requestId: caller.requestId,
    address: caller.address,
  })
  return id
}
