// Binds the quote calls to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findOwnAccount } from '../features/account/own-account.ts'
import { findAccountQuotes } from '../features/quote/find-account-quotes.ts'
import { findQuotes } from '../features/quote/find-quotes.ts'
import { createTicket } from '../kernel/socket-ticket.ts'

export const quoteHandlers: GroupHandlers<'quote'> = {
  createTicket: ({ services, session }) => createTicket(services.db, services.clock, session.id),
  find: async ({ services, body: { codes, accountNumber }, session }) =>
    accountNumber === undefined
      ? findQuotes(services, codes)
      : findAccountQuotes(services, await findOwnAccount(services.db, session.userId, accountNumber), codes),
}
