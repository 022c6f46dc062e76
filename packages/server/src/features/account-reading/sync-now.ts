// Reads one account immediately on its owner's request, instead of at its scheduled time.
import { type Account, Refusal } from '@clubfolio/contract'
import type { Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import { findAccount } from '../account/store.ts'
import { syncAccount } from './sync-account.ts'

export async function syncNow(services: Services, session: Session, accountId: string): Promise<Account> {
  const account = await findAccount(services.db, session.userId, accountId)
  if (!account.isActive) throw new Refusal('accountDisabled', { number: account.number })
  const outcome = await syncAccount(services, accountId)
  if (typeof outcome !== 'string') throw brokerRefusalOf(outcome, account.number)
  return findAccount(services.db, session.userId, accountId)
}
