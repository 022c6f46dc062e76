// Binds the account calls to their use cases. The owner is always the session's user; an id of somebody else in a path or
// body finds nothing.
import { type BrokerAuthorisation, Refusal } from '@clubfolio/contract'
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'
import { acceptDifference } from './accept-difference.ts'
import { enableDisableAccount } from './enable-disable-account.ts'
import { linkAccounts } from './link-accounts.ts'
import { startLinkAttempt } from './link-attempt.ts'
import { renewAccount } from './renew-account.ts'
import { findAccount, findAccounts, findDefaultAccount } from './store.ts'
import { syncNow } from './sync-now.ts'
import { toggleDefault } from './toggle-default.ts'
import { updateInitialBalance } from './update-initial-balance.ts'

export function accountHandlers(services: Services): GroupHandlers<'account'> {
  const { db, clock, broker } = services
  return {
    viewMyAccount: ({ params, session }) => findAccounts(db, ownId(session, params.userId)),
    viewMyDefaultAccount: ({ params, session }) => findDefaultAccount(db, ownId(session, params.userId)),
    updateInitialBalance: async ({ body, session, trx, caller }) => {
      await updateInitialBalance(services, trx, session.userId, body.id, body.initialBalance, caller)
      return { message: 'Initial value saved.' }
    },
    getAmtTk: ({ session }) => startLinkAttempt(db, clock, broker, session, null),
    createMy: ({ body, session, caller }) => {
      ownId(session, body.ownerId)
      return linkAccounts(services, session, { code: body.code, state: body.token, isActive: body.isActive ?? true }, caller)
    },
    getAccessByAccount: async ({ params, session }): Promise<BrokerAuthorisation[]> => {
      const account = await findAccount(db, session.userId, params.accountId)
      return [await startLinkAttempt(db, clock, broker, session, account.id)]
    },
    renewAccount: ({ body, session, caller }) => renewAccount(services, session, { accountId: body.accountId, code: body.code, state: body.token }, caller),
    toggleDefault: async ({ body, session, trx, caller }) => {
      await toggleDefault(services, trx, session.userId, body.accountId, body.isDefault, caller)
      return { message: body.isDefault ? 'This is now the default account.' : 'There is no default account now.' }
    },
    enableDisableAccount: async ({ body, session, trx, caller }) => {
      await enableDisableAccount(services, trx, session.userId, body.accountId, body.isActive, caller)
      return { message: body.isActive ? 'The account is enabled.' : 'The account is disabled.' }
    },
    acceptDifference: async ({ body, session, trx, caller }) => {
      await acceptDifference(services, trx, session.userId, body, caller)
      return { message: 'The figure of the brokerage is accepted.' }
    },
    syncNow: ({ body, session }) => syncNow(services, session, body.accountId),
  }
}

/** The session's user id when the given one is it; somebody else's answers like a missing one. */
function ownId(session: Session, userId: string): string {
  if (userId !== session.userId) throw new Refusal('notFound')
  return session.userId
}
