// Binds the calls for option chains to their use cases.
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { findOwnAccount } from '../account/own-account.ts'
import { findExpirations, findOptionChains } from './find-option-chains.ts'

export function optionHandlers(services: Services): GroupHandlers<'option'> {
  const { db } = services
  return {
    findOptionChainsByInstrumentCode: async ({ params, session }) => findOptionChains(services, await findOwnAccount(db, session.userId, params.accountNumber), params),
    findExpirations: async ({ params, session }) => findExpirations(services, await findOwnAccount(db, session.userId, params.accountNumber), params.code),
  }
}
