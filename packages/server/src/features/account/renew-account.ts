// Renews the access to an account. The new authorisation must cover it; every linked account it covers gets the new
// tokens and the matching hashes. Accounts that are not linked are not linked by it.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { authorise, type Proof } from './authorise.ts'
import { useLinkAttempt } from './link-attempt.ts'
import { brokerOfAccount } from './broker-of-account.ts'
import { findAccount } from './store.ts'
import { insertLogin, removeOrphanedLogins, scheduleSync } from './store-authorisation.ts'

export interface RenewRequest {
  readonly accountId: string
  readonly proof: Proof
  readonly state: string | undefined
}

export async function renewAccount(
  services: Services,
  session: Session,
  request: RenewRequest,
  caller: Caller,
): Promise<{ message: string }> {
  const { db, clock } = services
  const account = await findAccount(db, session.userId, request.accountId)
  const broker = await brokerOfAccount(services, account)
  await useLinkAttempt(db, clock, { session, accountId: account.id, state: request.state })
  const authorisation = await authorise(services, broker, request.proof)
  if (!authorisation.accounts.some((one) => one.number === account.number))
    throw new Refusal('authorisationLacksAccount', { number: account.number })

  const renewed = await inTransaction(db, async (trx) => {
    await insertLogin(services, trx, session.userId, authorisation)
    const numbers: string[] = []
    for (const { number, hashValue } of authorisation.accounts) {
      const row = await trx
        .updateTable('account')
        .set({ broker_login_id: authorisation.loginId, hash_value: hashValue })
        .where('broker', '=', broker.name)
        .where('number', '=', number)
        .where('owner_id', '=', session.userId)
        .returning('id')
        .executeTakeFirst()
      if (!row) continue
      await scheduleSync(trx, row.id, clock.nowMs())
      numbers.push(number)
    }
    if (!numbers.includes(account.number)) throw new Refusal('authorisationLacksAccount', { number: account.number })
    await removeOrphanedLogins(trx, session.userId)
    await writeAudit(trx, clock, {
      actorId: session.userId,
      action: 'account.renew',
      objectType: 'account',
      objectId: account.id,
      after: { loginId: authorisation.loginId, accountCount: numbers.length },
      requestId: caller.requestId,
      address: caller.address,
    })
    return numbers
  })
  return {
    message:
      renewed.length === 1
        ? `The access to account ${account.number} is renewed.`
        : `The access to ${renewed.length} accounts is renewed.`,
  }
}
