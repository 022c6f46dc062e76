// Mails announcements to members who have no user. A row is claimed for a limited time, so that several workers, or one
// that dies, send it once as far as a mail server allows.
import { sql } from 'kysely'
import { MessageFailure } from '../../../adapters/message/message-failure.ts'
import { createLease } from '../../../kernel/lease.ts'
import type { Services } from '../../../services.ts'
import { isBackingOff, runRows } from '../../job/run-rows.ts'
import { readIssuer, signMail } from '../book/read-issuer.ts'
import { memberNameSql } from '../member/member-name.ts'

const lease = createLease({
  table: 'fund_announcement_mail',
  key: ['id'],
  owner: { by: 'COUNT', column: 'attempts' },
  until: 'next_at',
  isClearedOnRelease: false,
  leaseMs: 2 * 60_000,
  held: sql<boolean>`state = 'waiting'`,
})
const againMs = 60_000
const mostAttempts = 8
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

  async function sendOne(row: (typeof waiting)[number]): Promise<void> {
    const [claimed] = await lease.claim(services, {
      due: sql<boolean>`id = ${row.id} and state = 'waiting'`,
      orderBy: sql`id`,
      limit: 1,
    })
    if (!claimed) return
    const issuer = await readIssuer(services.db, row.owner_id, [row.account_id])
    try {
      await services.mail.send({
        to: row.recipient,
        subject: row.title,
        text: `${row.text}${signMail(issuer)}`,
        reference: `announcement-${row.id}`,
      })
    } catch (error) {
      if (!(error instanceof MessageFailure)) throw error
      const isFinal = error.kind === 'refused' || claimed.attempts >= mostAttempts
      await lease.change(
        services.db,
        claimed,
        isFinal
          ? { state: 'failed', reason: error.message }
          : {
              reason: error.message,
              next_at: new Date(services.clock.nowMs() + againMs * 2 ** (claimed.attempts - 1)),
            },
      )
      return
    }
    await lease.change(services.db, claimed, { state: 'sent', reason: null })
  }
}
