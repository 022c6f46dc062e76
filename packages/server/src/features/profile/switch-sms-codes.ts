// Allows or refuses codes by text message at sign-in, after the password was given again. Refusing them also ends the
// pending sign-ins and the other sessions that a text message opened: none of them was proved in the stronger way.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { recheckPassword } from '../security/recheck-password.ts'
import { lockMethods } from '../sign-in-method/lock-methods.ts'
import { methodChangedMail } from '../sign-in-method/method-mail.ts'
import { hasStrongMethod } from '../sign-in-method/read-methods.ts'

export interface SwitchSmsCodesOptions {
  readonly session: Session
  readonly isOn: boolean
  readonly password: string
}

export async function switchSmsCodes(
  services: Services,
  caller: Caller,
  { session, isOn, password }: SwitchSmsCodesOptions,
): Promise<void> {
  const { db, clock, mail, background, config } = services
  const { userId } = session
  await recheckPassword(services, caller, userId, password)
  await inTransaction(db, async (trx) => {
    const before = await lockMethods(trx, userId)
    if (!isOn && !hasStrongMethod(before)) throw new Refusal('strongMethodFirst')
    if (!isOn && before.recoveryCodesLeft === 0) throw new Refusal('recoveryCodesFirst')
    await trx.updateTable('app_user').set({ takes_sms: isOn }).where('id', '=', userId).execute()
    if (!isOn) await endSmsSignIns(trx, clock.nowMs(), session)
    await writeAudit(trx, clock, {
      actorId: userId,
      action: 'sign-in-method.sms',
      objectType: 'user',
      objectId: userId,
      before: { isSmsOn: before.isSmsOn },
      after: { isSmsOn: isOn },
      requestId: caller.requestId,
      address: caller.address,
    })
  })
  background.start('mail about text messages at sign-in', () =>
    mail.send(
      methodChangedMail(
        session.email,
        isOn
          ? 'Codes by text message were switched on for your Clubfolio user just now.'
          : 'Codes by text message were switched off for your Clubfolio user just now. Only your other sign-in ' +
              'methods and your recovery codes open it from now on.',
        config.origin,
      ),
    ),
  )
}

async function endSmsSignIns(trx: Trx, nowMs: number, session: Session): Promise<void> {
  await trx.deleteFrom('sign_in_challenge').where('user_id', '=', session.userId).execute()
  await trx
    .updateTable('session')
    .set({ ended_at: new Date(nowMs) })
    .where('user_id', '=', session.userId)
    .where('id', '!=', session.id)
    .where('factor', '=', 'SMS')
    .where('ended_at', 'is', null)
    .execute()
}
