// Changes the phone number: the password again, then a code to the new number under the same rules as every code. The
// old number stays until the code is entered.
import { Refusal } from '@clubfolio/contract'
import type { Caller } from '../../kernel/handler.ts'
import { newId } from '../../kernel/id.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { codeLifeMs, countCodeForNumber, newCode, resendAfterMs } from '../security/challenge.ts'
import { recheckPassword } from '../security/recheck-password.ts'
import { codeText } from '../security/send-code.ts'

export interface PhoneStep {
  readonly expiresInSeconds: number
  readonly resendInSeconds: number
}

export interface ChangeMyPhoneOptions {
  readonly session: Session
  readonly phoneNumber: string
  readonly password: string
}

export async function changeMyPhone(
  services: Services,
  caller: Caller,
  { session, phoneNumber, password }: ChangeMyPhoneOptions,
): Promise<PhoneStep> {
  const { db, clock, secrets, sms, log } = services
  await recheckPassword(services, caller, session.userId, password)
  const code = await inTransaction(db, async (trx) => {
    const nowMs = clock.nowMs()
    const last = await trx
      .selectFrom('phone_change')
      .select('last_sent_at')
      .where('user_id', '=', session.userId)
      .forUpdate()
      .executeTakeFirst()
    const waitMs = last ? last.last_sent_at.getTime() + resendAfterMs - nowMs : 0
    if (waitMs > 0) throw new Refusal('resendTooSoon', { seconds: Math.ceil(waitMs / 1000) })
    await countCodeForNumber(trx, clock, phoneNumber)
    const id = newId(clock)
    const code = newCode()
    const values = {
      id,
      phone_number: phoneNumber,
      code_hash: secrets.fingerprint(code, id),
      last_sent_at: new Date(nowMs),
      expires_at: new Date(nowMs + codeLifeMs),
      tries: 0,
    }
    await trx
      .insertInto('phone_change')
      .values({ user_id: session.userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute()
    return code
  })
  try {
    await sms.send(phoneNumber, codeText(code))
  } catch (error) {
    log.error({ err: error }, 'text message not sent')
    throw new Refusal('messageNotSent')
  }
  return { expiresInSeconds: codeLifeMs / 1000, resendInSeconds: resendAfterMs / 1000 }
}
