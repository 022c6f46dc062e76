// Binds the calls for transactions to their use cases.
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { findOwnAccount } from '../account/own-account.ts'
import { findRealisedProfit } from './find-realised-profit.ts'
import { findAllTransactions, findTransactionPage } from './find-transactions.ts'

export function transactionHandlers(services: Services): GroupHandlers<'transaction'> {
  const { db, pool } = services
  return {
    findAllByAccountOwner: async ({ params, session }) => findAllTransactions(pool, await findOwnAccount(db, session.userId, params.accountNumber)),
    findRealisedProfit: async ({ body, session }) => findRealisedProfit(services, (await findOwnAccount(db, session.userId, body.accountNumber)).id, body),
    findPage: async ({ body, session }) => findTransactionPage(pool, await findOwnAccount(db, session.userId, body.accountNumber), body),
  }
}
