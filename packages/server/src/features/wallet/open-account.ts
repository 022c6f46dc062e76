// Opens another practice account at the paper login that the user linked, and links it. The brokerage opens one account
// per reference, so a repeated request finds the same account.
import { type Account, Refusal } from '@clubfolio/contract'
import {
  type BrokerAccess,
  type BrokerAccount,
  BrokerFailure,
  type BrokerPort,
  type PracticeMarket,
} from '../../adapters/broker/port.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { loginAccess } from '../account/broker-access.ts'
import { refusalOf } from '../account/broker-refusal.ts'
import { linkOne } from '../account/link-accounts.ts'
import { findAccount } from '../account/store.ts'

export interface Opening {
  readonly type: 'MARGIN' | 'CASH'
  readonly name: string
  readonly reference: string
}

interface OpenedAccount extends BrokerAccount {
  readonly hashValue: string
  readonly market: PracticeMarket
}

const openings = new WeakMap<BrokerPort, Map<string, Promise<OpenedAccount>>>()

/**
 * Concurrent copies of one opening share it: a reference always has the same answer, and the brokerage limits a login's
 * requests per minute.
 */
function openShared(broker: BrokerPort, access: BrokerAccess, opening: Opening): Promise<OpenedAccount> {
  const underWay = openings.get(broker) ?? new Map<string, Promise<OpenedAccount>>()
  openings.set(broker, underWay)
  const key = JSON.stringify([access.key, opening.type, opening.name, opening.reference])
  const running = underWay.get(key) ?? openAtBrokerage(broker, access, opening).finally(() => underWay.delete(key))
  underWay.set(key, running)
  return running
}

async function openAtBrokerage(broker: BrokerPort, access: BrokerAccess, opening: Opening): Promise<OpenedAccount> {
  if (!broker.funding) throw new Refusal('fundingUnavailable')
  const { hashValue } = await broker.funding.openAccount(access, opening)
  const market = (await broker.funding.markets(access)).get(hashValue)
  if (market === undefined) throw new Refusal('brokerNonsense')
  return { ...(await broker.readAccount(access, hashValue)), hashValue, market }
}

export async function openAccount(
  services: Services,
  session: Session,
  opening: Opening,
  caller: Caller,
): Promise<Account> {
  const { db, clock, broker } = services
  if (!broker.funding) throw new Refusal('fundingUnavailable')
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
    const account = await openShared(broker, loginAccess(services, login.id), opening)
    const accountId = await inTransaction(db, async (trx) => {
      const id = await linkOne(services, trx, { ownerId: session.userId, loginId: login.id, isActive: true }, account)
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
      throw error.kind === 'LAPSED' ? new Refusal('fundingNotLinked') : refusalOf(error, undefined)
    throw error
  }
}
