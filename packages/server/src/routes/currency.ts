// Binds the currency call.
import { findCurrencies } from '../features/account/find-currencies.ts'
import type { GroupHandlers } from '../kernel/handler.ts'

export const currencyHandlers: GroupHandlers<'currency'> = {
  findAll: ({ services, session }) => findCurrencies(services.db, session.userId),
}
