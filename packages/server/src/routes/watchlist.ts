// Binds the calls of watchlists to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import {
  addInstrument,
  removeInstrument,
  reorderInstruments,
  saveNote,
} from '../features/watchlist/change-instruments.ts'
import { createWatchlist, deleteWatchlist, renameWatchlist } from '../features/watchlist/change-watchlist.ts'
import { findWatchlists } from '../features/watchlist/find-watchlists.ts'

export const watchlistHandlers: GroupHandlers<'watchlist'> = {
  findAll: ({ services, session }) => findWatchlists(services, session.userId),
  create: async ({ services, body, session }) => ({
    id: await createWatchlist(services.db, services.clock, session.userId, body.name),
    message: `${body.name} is a watchlist now.`,
  }),
  rename: async ({ services, body, session }) => {
    await renameWatchlist(services.db, session.userId, body)
    return { message: `The watchlist is called ${body.name} now.` }
  },
  delete: async ({ services, body, session }) => {
    await deleteWatchlist(services.db, session.userId, body.id)
    return { message: 'The watchlist is deleted.' }
  },
  addInstrument: async ({ services, body, session }) => ({
    message: `${body.code} is on ${await addInstrument(services.db, services.clock, session.userId, body)}.`,
  }),
  removeInstrument: async ({ services, body, session }) => {
    await removeInstrument(services.db, session.userId, body)
    return { message: `${body.code} is off the list.` }
  },
  saveNote: async ({ services, body, session }) => {
    await saveNote(services.db, session.userId, body)
    return { message: 'The note is saved.' }
  },
  reorder: async ({ services, body, session }) => {
    await reorderInstruments(services.db, session.userId, body)
    return { message: 'The order is saved.' }
  },
}
