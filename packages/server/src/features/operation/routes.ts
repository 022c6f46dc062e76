// Binds the calls for operations to their use cases.
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { findOwnAccount } from '../account/own-account.ts'
import { findInstrumentTrading } from './find-instrument-trading.ts'
import { findOperations, findProtection } from './find-operations.ts'

export function operationHandlers(services: Services): GroupHandlers<'operation'> {
  const { db } = services
  return {
    findOpenOperationByAccount: async ({ params, session }) => findOperations(services, await findOwnAccount(db, session.userId, params.accountNumber)),
    findProtectionByAccount: async ({ params, session }) => findProtection(db, await findOwnAccount(db, session.userId, params.accountNumber)),
    findTradingByInstrument: async ({ params, session }) => findInstrumentTrading(db, await findOwnAccount(db, session.userId, params.accountNumber), params.code),
  }
}
