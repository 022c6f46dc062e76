// Mails reminders of dues to members who have no user. A row is claimed for a limited time, so that several workers, or
// one that dies, send it once as far as a mail server allows.
import { formatMoney } from '@clubfolio/domain'
import { sql } from 'kysely'
import { MessageFailure } from '../../../adapters/message/message-failure.ts'
import { createLease } from '../../../kernel/lease.ts'
import type { Services } from '../../../services.ts'
import { isBackingOff, runRows } from '../../job/run-rows.ts'
import { readIssuer, signMail } from '../book/read-issuer.ts'
import { memberNameSql } from '../member/member-name.ts'

const lease = createLease({
  table: 'fund_due_reminder',
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

/** Sends the waiting reminders and returns how many were tried. */
export async function mailDueReminders(services: Services): Promise<number> {
  const waiting = await services.db
    .selectFrom('fund_due_reminder as r')
    .innerJoin('fund_due_plan as p', 'p.id', 'r.plan_id')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .select([
      'r.id',
      'r.day',
      'r.recipient',
      'p.description',
      'p.amount_cents',
      'a.id as account_id',
      'a.owner_id',
      'a.currency',
      memberNameSql('m').as('name'),
    ])
    .where('r.state', '=', 'waiting')
    .where('r.next_at', '<=', new Date(services.clock.nowMs()))
    .where((eb) => eb.not(isBackingOff('mail-due-reminder', sql`r.id::text`, services.clock)))
    .orderBy('r.next_at')
    .limit(atATime)
    .execute()
  await runRows(services, 'mail-due-reminder', waiting, {
    describe: ({ id, owner_id: ownerId, name, day }) => ({ id, ownerId, name: `Reminder of ${name} for ${day}` }),
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
        to: row.recipient ?? '',
        subject: `Payment due on ${row.day}: ${row.description}`,
        text:
          `Dear ${row.name},\n\n${formatMoney(row.amount_cents, { currency: row.currency })} is due on ${row.day}: ` +
          `${row.description}.\n\nIf you have paid already, do nothing. If you did not expect this, ask the manager ` +
          `of the fund.${signMail(issuer)}`,
        reference: `due-${row.id}`,
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
