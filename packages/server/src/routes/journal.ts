// Binds the calls of the journal to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findTradeStatistics } from '../features/journal/find-trade-statistics.ts'
import { findTrade } from '../features/journal/find-trade.ts'
import { findTrades } from '../features/journal/find-trades.ts'
import { saveTradeNote } from '../features/journal/save-trade-note.ts'

export const journalHandlers: GroupHandlers<'journal'> = {
  findTrades: ({ services, body, session }) => findTrades(services, session.userId, body),
  findTrade: ({ services, params, session }) => findTrade(services, session.userId, params),
  findTradeStatistics: ({ services, body, session }) => findTradeStatistics(services, session.userId, body),
  saveTradeNote: async ({ services, body, session }) => {
    await saveTradeNote(services, session.userId, body)
    return { message: 'The trade is saved.' }
  },
}
