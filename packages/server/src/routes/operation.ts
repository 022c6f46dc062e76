// Binds the calls for operations to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findOwnAccount } from '../features/account/own-account.ts'
import { findOperations, findProtection } from '../features/operation/find-operations.ts'
import { findChangeableTrading } from '../features/order/find-changeable-trading.ts'

export const operationHandlers: GroupHandlers<'operation'> = {
  findOpenOperationByAccount: async ({ services, params, session }) =>
    findOperations(services, await findOwnAccount(services.db, session.userId, params.accountNumber)),
  findProtectionByAccount: async ({ services, params, session }) =>
    findProtection(services.db, await findOwnAccount(services.db, session.userId, params.accountNumber)),
  findTradingByInstrument: async ({ services, params, session }) =>
    findChangeableTrading(
      services,
      await findOwnAccount(services.db, session.userId, params.accountNumber),
      params.code,
    ),
}
