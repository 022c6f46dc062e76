// Binds the calls for transactions to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findOwnAccount } from '../features/account/own-account.ts'
import { findRealisedProfit } from '../features/transaction/find-realised-profit.ts'
import { findAllTransactions, findTransactionPage } from '../features/transaction/find-transactions.ts'

export const transactionHandlers: GroupHandlers<'transaction'> = {
  findAllByAccountOwner: async ({ services, params, session }) =>
    findAllTransactions(services.pool, await findOwnAccount(services.db, session.userId, params.accountNumber)),
  findRealisedProfit: async ({ services, body, session }) =>
    findRealisedProfit(services, (await findOwnAccount(services.db, session.userId, body.accountNumber)).id, body),
  findPage: ({ services, body: { accountNumber: number, ...page }, session }) =>
    findTransactionPage(services, { ownerId: session.userId, number }, page),
}
