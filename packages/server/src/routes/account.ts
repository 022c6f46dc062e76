// Binds the account calls to their use cases. The owner is always the session's user; another user's id in a path or
// body finds nothing.
import { type BrokerAuthorisation, Refusal } from '@clubfolio/contract'
import type { GroupHandlers } from '../kernel/handler.ts'
import type { Session } from '../kernel/session.ts'
import { acceptDifference } from '../features/account-reading/accept-difference.ts'
import { proofOf } from '../features/account/authorise.ts'
import { brokerOfAccount } from '../features/account/broker-of-account.ts'
import { brokerageToLink, findBrokerages } from '../features/account/brokerages-to-link.ts'
import { enableDisableAccount } from '../features/account/enable-disable-account.ts'
import { findOwnAccounts, findOwnDefaultAccount } from '../features/account/find-own-accounts.ts'
import { linkAccounts } from '../features/account/link-accounts.ts'
import { startLinkAttempt } from '../features/account/link-attempt.ts'
import { renewAccount } from '../features/account/renew-account.ts'
import { findAccount } from '../features/account/store.ts'
import { syncNow } from '../features/account-reading/sync-now.ts'
import { toggleDefault } from '../features/account/toggle-default.ts'
import { updateInitialBalance } from '../features/account/update-initial-balance.ts'

export const accountHandlers: GroupHandlers<'account'> = {
  viewMyAccount: ({ services, params, session }) =>
    findOwnAccounts(services, ownId(session, params.userId), accountsOf(session)),
  viewMyDefaultAccount: ({ services, params, session }) =>
    findOwnDefaultAccount(services, ownId(session, params.userId), accountsOf(session)),
  updateInitialBalance: async ({ services, body, session, trx, caller }) => {
    await updateInitialBalance(services, trx, {
      ownerId: session.userId,
      accountId: body.id,
      initialBalance: body.initialBalance,
      caller,
    })
    return { message: 'Initial value saved.' }
  },
  getAmtTk: ({ services, query, session }) =>
    startLinkAttempt(services.db, services.clock, {
      broker: brokerageToLink(services.brokers, query.broker),
      session,
      accountId: null,
    }),
  findBrokerages: ({ services }) => Promise.resolve(findBrokerages(services.brokers)),
  createMy: ({ services, body, session, caller }) => {
    ownId(session, body.ownerId)
    return linkAccounts(
      services,
      session,
      { proof: proofOf(body), state: body.token, isActive: body.isActive ?? true },
      caller,
    )
  },
  getAccessByAccount: async ({ services, params, session }): Promise<BrokerAuthorisation[]> => {
    const account = await findAccount(services.db, session.userId, params.accountId)
    return [
      await startLinkAttempt(services.db, services.clock, {
        broker: await brokerOfAccount(services, account),
        session,
        accountId: account.id,
      }),
    ]
  },
  renewAccount: ({ services, body, session, caller }) =>
    renewAccount(services, session, { accountId: body.accountId, proof: proofOf(body), state: body.token }, caller),
  toggleDefault: async ({ services, body, session, trx, caller }) => {
    await toggleDefault(services, trx, {
      ownerId: session.userId,
      accountId: body.accountId,
      isDefault: body.isDefault,
      caller,
    })
    return { message: body.isDefault ? 'This is now the default account.' : 'There is no default account now.' }
  },
  enableDisableAccount: async ({ services, body, session, trx, caller }) => {
    await enableDisableAccount(services, trx, {
      ownerId: session.userId,
      accountId: body.accountId,
      isActive: body.isActive,
      caller,
    })
    return { message: body.isActive ? 'The account is enabled.' : 'The account is disabled.' }
  },
  acceptDifference: async ({ services, body, session, trx, caller }) => {
    await acceptDifference(services, trx, { ownerId: session.userId, differenceToAccept: body, caller })
    return { message: 'The figure of the brokerage is accepted.' }
  },
  syncNow: ({ services, body, session }) => syncNow(services, session, body.accountId),
}

/** Returns the session's user id if it equals the given one; another user's id is refused like a missing one. */
/** The accounts that the API token of the call is limited to. */
const accountsOf = ({ apiToken }: Session): readonly string[] | null => apiToken?.accountIds ?? null

function ownId(session: Session, userId: string): string {
  if (userId !== session.userId) throw new Refusal('notFound')
  return session.userId
}
