// Mails announcements to members who have no user.
import { sql } from 'kysely'
import { createLease } from '../../../kernel/lease.ts'
import type { Services } from '../../../services.ts'
import { sendMailRow, waitingMail } from '../../job/mail-row.ts'
import { isBackingOff, runRows } from '../../job/run-rows.ts'
import { readIssuer, signMail } from '../book/read-issuer.ts'
import { memberNameSql } from '../member/member-name.ts'

const lease = createLease({ table: 'fund_announcement_mail', ...waitingMail })
const atATime = 200

/** Sends the waiting mails and returns how many were tried. */
export async function mailAnnouncements(services: Services): Promise<number> {
  const waiting = await services.db
    .selectFrom('fund_announcement_mail as w')
    .innerJoin('fund_announcement as n', 'n.id', 'w.announcement_id')
    .innerJoin('account as a', 'a.id', 'n.account_id')
    .innerJoin('member as m', 'm.id', 'w.member_id')
    .select(['w.id', 'w.recipient', 'n.title', 'n.text', 'a.id as account_id', 'a.owner_id'])
    .select(memberNameSql('m').as('name'))
    .where('w.state', '=', 'waiting')
    .where('w.next_at', '<=', new Date(services.clock.nowMs()))
    .where((eb) => eb.not(isBackingOff('mail-announcement', sql`w.id::text`, services.clock)))
    .orderBy('w.next_at')
    .limit(atATime)
    .execute()
  await runRows(services, 'mail-announcement', waiting, {
    describe: ({ id, owner_id: ownerId, name }) => ({ id, ownerId, name: `Announcement to ${name}` }),
    work: sendOne,
  })
  return waiting.length

  function sendOne(row: (typeof waiting)[number]): Promise<void> {
    return sendMailRow(services, lease, row.id, async () => ({
      to: row.recipient,
      subject: row.title,
      text: `${row.text}${signMail(await readIssuer(services.db, row.owner_id, [row.account_id]))}`,
      reference: `announcement-${row.id}`,
    }))
  }
}
