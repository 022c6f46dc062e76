// Binds the calls for operations to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findOwnAccount } from '../features/account/own-account.ts'
import { findOwnOperations, findProtection } from '../features/operation/find-operations.ts'
import { findChangeableTrading } from '../features/order/find-changeable-trading.ts'

export const operationHandlers: GroupHandlers<'operation'> = {
  findOpenOperationByAccount: ({ services, params, session }) =>
    findOwnOperations(services, session.userId, params.accountNumber),
  findProtectionByAccount: ({ services, params, session }) =>
    findProtection(services.db, session.userId, params.accountNumber),
  findTradingByInstrument: async ({ services, params, session }) =>
    findChangeableTrading(
      services,
      await findOwnAccount(services.db, session.userId, params.accountNumber),
      params.code,
    ),
}
