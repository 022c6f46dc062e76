// Handles the correct code at the new number: the number is changed, every session ends, and the e-mail address is
// notified.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { endSessions, type Session } from '../../kernel/session.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { triesPerCode } from '../security/challenge.ts'
import { phoneChangedMail } from '../security/mail-text.ts'
import { revokePending } from '../security/set-password.ts'

export async function confirmMyPhone(
  services: Services,
  caller: Caller,
  session: Session,
  code: string,
): Promise<void> {
  const { db, clock, mail, background } = services
  const outcome = await inTransaction(db, async (trx) => {
    const tried = await tryPhoneCode(services, trx, session.userId, code)
    if (tried.outcome !== 'right') return tried
    const { phone_number: before } = await trx
      .selectFrom('app_user')
      .select('phone_number')
      .where('id', '=', session.userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('app_user')
      .set({ phone_number: tried.phoneNumber, confirmed_phone: tried.phoneNumber, updated_at: new Date(clock.nowMs()) })
      .where('id', '=', session.userId)
      .execute()
    await endSessions(trx, clock, { userId: session.userId })
    await revokePending(trx, session.userId)
    await writeAudit(trx, clock, {
      actorId: session.userId,
      action: 'user.phone',
      objectType: 'user',
      objectId: session.userId,
      before: { phone: lastDigits(before) },
      after: { phone: lastDigits(tried.phoneNumber) },
      requestId: caller.requestId,
      address: caller.address,
    })
    return tried
  })
  if (outcome.outcome !== 'right') throw new Refusal(outcome.outcome === 'dead' ? 'codeDead' : 'wrongCode')
  background.start('mail about a changed phone number', () =>
    mail.send(phoneChangedMail(session.email, lastDigits(outcome.phoneNumber))),
  )
}

type Tried = { readonly outcome: 'wrong' | 'dead' } | { readonly outcome: 'right'; readonly phoneNumber: string }

/** Uses up one try; it is committed whatever the outcome. */
async function tryPhoneCode({ clock, secrets }: Services, trx: Trx, userId: string, code: string): Promise<Tried> {
  const pending = await trx
    .updateTable('phone_change')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date(clock.nowMs()))
    .where('tries', '<', triesPerCode)
    .returning(['id', 'code_hash', 'phone_number', 'tries'])
    .executeTakeFirst()
  if (!pending) return { outcome: 'dead' }
  if (!secrets.isFingerprint(pending.code_hash, code, pending.id))
    return { outcome: pending.tries >= triesPerCode ? 'dead' : 'wrong' }
  return { outcome: 'right', phoneNumber: pending.phone_number }
}

const lastDigits = (phoneNumber: string): string => phoneNumber.slice(-4)
