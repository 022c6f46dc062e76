// The accounts of the session user, each with the hours for which its brokerage takes orders.
import type { Account } from '@clubfolio/contract'
import type { Services } from '../../services.ts'
import { findAccounts, findDefaultAccount } from './store.ts'

/** `only`: the accounts of the API token of the call; null without such a limit. */
export const findOwnAccounts = async (
  services: Services,
  ownerId: string,
  only: readonly string[] | null,
): Promise<Account[]> =>
  (await findAccounts(services.db, ownerId, only)).map((account) => withSessions(services, account))

/** Returns the account that the user's screens begin with; null before the first one is linked. */
export async function findOwnDefaultAccount(
  services: Services,
  ownerId: string,
  only: readonly string[] | null,
): Promise<Account | null> {
  const account = await findDefaultAccount(services.db, ownerId, only)
  return account === null ? null : withSessions(services, account)
}

function withSessions({ brokers }: Services, account: Account): Account {
  const sessions = brokers.find(account.broker)?.sessions ?? []
  return sessions.length === 0 || account.isReadOnly ? account : { ...account, sessions: [...sessions] }
}
