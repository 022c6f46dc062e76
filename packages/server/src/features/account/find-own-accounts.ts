// The accounts of the session user, each with the hours for which its brokerage takes orders.
import type { Account } from '@clubfolio/contract'
import type { Services } from '../../services.ts'
import { findAccounts } from './store.ts'

export async function findOwnAccounts({ db, brokers }: Services, ownerId: string): Promise<Account[]> {
  return (await findAccounts(db, ownerId)).map((account) => {
    const sessions = brokers.find(account.broker)?.sessions ?? []
    return sessions.length === 0 || account.isReadOnly ? account : { ...account, sessions: [...sessions] }
  })
}
