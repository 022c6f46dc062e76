// Binds the calls for option chains to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findOwnAccount } from '../features/account/own-account.ts'
import { findExpirations, findOptionChains } from '../features/option/find-option-chains.ts'
import { findPositionGreeks } from '../features/option/find-position-greeks.ts'

export const optionHandlers: GroupHandlers<'option'> = {
  findOptionChainsByInstrumentCode: async ({ services, params, session }) =>
    findOptionChains(services, await findOwnAccount(services.db, session.userId, params.accountNumber), params),
  findExpirations: async ({ services, params, session }) =>
    findExpirations(services, await findOwnAccount(services.db, session.userId, params.accountNumber), params.code),
  findPositionGreeks: async ({ services, params, session }) =>
    findPositionGreeks(services, await findOwnAccount(services.db, session.userId, params.accountNumber)),
}
