// Opens another practice account at the paper login that the user linked, and links it. The brokerage opens one account
// per reference, so a repeated request finds the same account.
import { type Account, Refusal } from '@clubfolio/contract'
import {
  type BrokerAccess,
  BrokerFailure,
  type BrokerFunding,
  type BrokerPort,
  type OpenedAccount,
} from '../../adapters/broker/port.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { loginAccess } from '../account/broker-access.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import { linkOne } from '../account/link-accounts.ts'
import { findAccount } from '../account/store.ts'

export interface AccountOpening {
  readonly type: 'MARGIN' | 'CASH'
  readonly name: string
  readonly reference: string
}

type FundedBroker = BrokerPort & { readonly funding: BrokerFunding }

/**
 * Concurrent copies of one opening share it: a reference always has the same answer, and the brokerage limits a login's
 * requests per minute.
 */
function openShared(broker: FundedBroker, access: BrokerAccess, opening: AccountOpening): Promise<OpenedAccount> {
  const { openings } = broker.shared
  const key = JSON.stringify([access.key, opening.type, opening.name, opening.reference])
  const running = openings.get(key) ?? openAtBrokerage(broker, access, opening).finally(() => openings.delete(key))
  openings.set(key, running)
  return running
}

async function openAtBrokerage(
  broker: FundedBroker,
  access: BrokerAccess,
  opening: AccountOpening,
): Promise<OpenedAccount> {
  const { hashValue } = await broker.funding.openAccount(access, opening)
  const market = (await broker.funding.markets(access)).get(hashValue)
  if (market === undefined) throw new Refusal('brokerNonsense')
  return { ...(await broker.readAccount(access, hashValue)), hashValue, market }
}

export async function openAccount(
  services: Services,
  session: Session,
  opening: AccountOpening,
  caller: Caller,
): Promise<Account> {
  const { db, clock, brokers } = services
  const broker = brokers.funded()
  if (!broker) throw new Refusal('fundingUnavailable')
  const login = await db
    .selectFrom('broker_login')
    .select('id')
    .where('owner_id', '=', session.userId)
    .where('broker', '=', broker.name)
    .where('lapsed_at', 'is', null)
    .where('refresh_expires_at', '>', new Date(clock.nowMs()))
    .orderBy('authorised_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!login) throw new Refusal('fundingNotLinked')
  try {
    const terms = { broker, ownerId: session.userId, loginId: login.id, isActive: true }
    const account = await openShared(broker, loginAccess(services, login.id), opening)
    const accountId = await inTransaction(db, async (trx) => {
      const id = await linkOne(services, trx, terms, account)
      await writeAudit(trx, clock, {
        actorId: session.userId,
        action: 'account.open',
        objectType: 'account',
        objectId: id,
        requestId: caller.requestId,
        address: caller.address,
      })
      return id
    })
    return await findAccount(db, session.userId, accountId)
  } catch (error) {
    if (error instanceof BrokerFailure)
      throw error.kind === 'LAPSED' ? new Refusal('fundingNotLinked') : brokerRefusalOf(error, undefined)
    throw error
  }
}
