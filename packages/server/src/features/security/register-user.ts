// Registration: a new person is pending until the first right code; the owner of a known e-mail gets a mail and no code
// is sent. Both cases answer alike, hash one password, and send their messages after the response. Source:
// docs/rules/access.md, "Registration".
import { Refusal, type BodyOf, type PendingSignIn } from '@clubfolio/contract'
import { toColumns, type ColumnNames } from '../../db/to-columns.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { newId } from '../../kernel/id.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { issueCode, startAttempt } from './challenge.ts'
import { limitRequests, mayMail } from './limit-requests.ts'
import { knownEmailMail } from './mail-text.ts'
import { readNewUserGroup } from './new-user-group.ts'
import { hashPassword, requireUncommonPassword } from './password.ts'
import { startDecoy } from './registration-decoy.ts'
import { pendingSignIn, sendCodeInBackground } from './send-code.ts'

/** A club of thirty registers from one room, each person with one more attempt (docs/decisions/0048). */
const registrationsPerAddressAndHour = 60
const mailsPerHour = 2

export type Registration = BodyOf<'security', 'createUser'>

const registrationColumns = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phoneNumber: 'phone_number',
} as const satisfies ColumnNames<Omit<Registration, 'password' | 'reCaptchaCode'>, 'app_user'>

export async function registerUser(
  services: Services,
  caller: Caller,
  registration: Registration,
): Promise<PendingSignIn> {
  const { db, clock, mail, background, config } = services
  const { email, phoneNumber } = registration
  await limitRequests(services, caller, 'registrations', registrationsPerAddressAndHour)
  // Before the captcha, so that a password that must be changed does not use up its answer.
  requireUncommonPassword(registration.password)
  const outcome = await services.captcha.check(registration.reCaptchaCode, caller.address)
  if (outcome !== 'right') throw new Refusal(outcome === 'wrong' ? 'captchaWrong' : 'captchaUnavailable')
  const passwordHash = await hashPassword(registration.password)

  const attemptHash = startAttempt(caller)
  const code = await inTransaction(db, async (trx) => {
    const userId = await claimEmail(services, trx, registration, passwordHash)
    if (userId === undefined) {
      await startDecoy(trx, clock, { email, phoneNumber, sends: 0, attemptHash })
      return undefined
    }
    await writeAudit(trx, clock, {
      actorId: userId,
      action: 'user.register',
      objectType: 'user',
      objectId: userId,
      requestId: caller.requestId,
      address: caller.address,
    })
    return issueCode(services, trx, { id: userId, phone_number: phoneNumber }, { sends: 0, attemptHash })
  })
  if (code !== undefined) return sendCodeInBackground(services, phoneNumber, email, code)
  background.start('mail to the owner of a known address', async () => {
    if (await mayMail(services, 'registration mails', email, mailsPerHour))
      await mail.send(knownEmailMail(email, config.origin))
  })
  return pendingSignIn(email)
}

/**
 * Returns the new user's id, or undefined when the e-mail is taken. A user who registered and never entered a code does
 * not count yet: the same e-mail may be registered again (with the right number this time), from scratch.
 */
async function claimEmail(
  { clock }: Services,
  trx: Trx,
  { password: _password, reCaptchaCode: _captcha, ...person }: Registration,
  passwordHash: string,
): Promise<string | undefined> {
  const now = new Date(clock.nowMs())
  await trx
    .deleteFrom('app_user')
    .where('email', '=', person.email)
    .where('status', '=', 'CONFIRMATION')
    .where('confirmed_at', 'is', null)
    .where('id', 'in', (eb) => eb.selectFrom('registration').select('user_id'))
    // The row is already in use: a manager has linked a member to it.
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('member').select('member.id').whereRef('member.user_id', '=', 'app_user.id'))),
    )
    .execute()
  const inserted = await trx
    .insertInto('app_user')
    .values({
      id: newId(clock),
      ...toColumns(person, registrationColumns),
      password_hash: passwordHash,
      status: 'CONFIRMATION',
      is_system: false,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  await trx.insertInto('registration').values({ user_id: inserted.id, created_at: now }).execute()
  const groupKey = await readNewUserGroup(trx)
  await trx
    .insertInto('user_group_member')
    .columns(['user_id', 'group_id'])
    .expression((eb) =>
      eb
        .selectFrom('user_group')
        .select((select) => [select.val(inserted.id).as('user_id'), 'id'])
        .where('name_key', '=', groupKey),
    )
    .execute()
  return inserted.id
}
