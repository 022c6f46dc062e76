// Binds the quote calls to their use cases.
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { findQuotes } from './find-quotes.ts'
import { createTicket } from '../../kernel/socket-ticket.ts'

export function quoteHandlers(services: Services): GroupHandlers<'quote'> {
  return {
    createTicket: ({ session }) => createTicket(services.db, services.clock, session.id),
    find: ({ body }) => findQuotes(services, body.codes),
  }
}
