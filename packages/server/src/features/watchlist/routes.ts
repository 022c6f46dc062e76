// Binds the calls of watchlists to their use cases.
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { addInstrument, removeInstrument, reorderInstruments, saveNote } from './change-instruments.ts'
import { createWatchlist, deleteWatchlist, renameWatchlist } from './change-watchlist.ts'
import { findWatchlists } from './find-watchlists.ts'

export function watchlistHandlers({ db, clock }: Services): GroupHandlers<'watchlist'> {
  return {
    findAll: ({ session }) => findWatchlists(db, session.userId),
    create: async ({ body, session }) => ({ id: await createWatchlist(db, clock, session.userId, body.name), message: `${body.name} is a watchlist now.` }),
    rename: async ({ body, session }) => {
      await renameWatchlist(db, session.userId, body)
      return { message: `The watchlist is called ${body.name} now.` }
    },
    delete: async ({ body, session }) => {
      await deleteWatchlist(db, session.userId, body.id)
      return { message: 'The watchlist is deleted.' }
    },
    addInstrument: async ({ body, session }) => ({ message: `${body.code} is on ${await addInstrument(db, clock, session.userId, body)}.` }),
    removeInstrument: async ({ body, session }) => {
      await removeInstrument(db, session.userId, body)
      return { message: `${body.code} is off the list.` }
    },
    saveNote: async ({ body, session }) => {
      await saveNote(db, session.userId, body)
      return { message: 'The note is saved.' }
    },
    reorder: async ({ body, session }) => {
      await reorderInstruments(db, session.userId, body)
      return { message: 'The order is saved.' }
    },
  }
}
