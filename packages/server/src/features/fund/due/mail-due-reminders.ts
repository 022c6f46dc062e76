// Mails reminders of dues to members who have no user.
import { formatMoney } from '@clubfolio/domain'
import { sql } from 'kysely'
import { createLease } from '../../../kernel/lease.ts'
import type { Services } from '../../../services.ts'
import { sendMailRow, waitingMail } from '../../job/mail-row.ts'
import { isBackingOff, runRows } from '../../job/run-rows.ts'
import { readIssuer, signMail } from '../book/read-issuer.ts'
import { memberNameSql } from '../member/member-name.ts'

const lease = createLease({ table: 'fund_due_reminder', ...waitingMail })
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

  function sendOne(row: (typeof waiting)[number]): Promise<void> {
    return sendMailRow(services, lease, row.id, async () => ({
      to: row.recipient ?? '',
      subject: `Payment due on ${row.day}: ${row.description}`,
      text:
        `Dear ${row.name},\n\n${formatMoney(row.amount_cents, { currency: row.currency })} is due on ${row.day}: ` +
        `${row.description}.\n\nIf you have paid already, do nothing. If you did not expect this, ask the manager ` +
        `of the fund.${signMail(await readIssuer(services.db, row.owner_id, [row.account_id]))}`,
      reference: `due-${row.id}`,
    }))
  }
}
