// The brokerage of an account that a call names by its id.
import { Refusal } from '@clubfolio/contract'
import type { BrokerPort } from '../../adapters/broker/port.ts'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { isArchive } from './archive-broker.ts'
import { brokerRefusalOf } from './broker-refusal.ts'
import { isFileAccount } from './file-broker.ts'

/** The caller has checked whose account it is. Throws `brokerNotConfigured`, `accountFromFiles`, `accountArchived`. */
export async function brokerOfAccount(
  { db, brokers }: Services,
  account: { readonly id: string; readonly number: string },
): Promise<BrokerPort> {
  const row = await db.selectFrom('account').select('broker').where('id', '=', account.id).executeTakeFirstOrThrow()
  if (isFileAccount(row)) throw new Refusal('accountFromFiles', { number: account.number })
  if (isArchive(row)) throw new Refusal('accountArchived', { number: account.number })
  try {
    return brokers.brokerOf(row)
  } catch (error) {
    throw error instanceof BrokerFailure ? brokerRefusalOf(error, account.number) : error
  }
}
