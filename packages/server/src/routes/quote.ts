// Binds the quote calls to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findQuotes } from '../features/quote/find-quotes.ts'
import { createTicket } from '../kernel/socket-ticket.ts'

export const quoteHandlers: GroupHandlers<'quote'> = {
  createTicket: ({ services, session }) => createTicket(services.db, services.clock, session.id),
  find: ({ services, body }) => findQuotes(services, body.codes),
}
