// Watchlists: several per user, by ticker, in the user's own order, with a note for each. Calls of our own.
// Source: docs/rules/trading.md, "Watchlist".
import { z } from 'zod'
import { featureAccess } from './access.ts'
import { createdReply, id, messageReply, note } from './field.ts'
import { deletionOf, keptName, renaming } from './kept.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { assetTypes, instrumentSymbol } from './stock.ts'

export const watchlistLimit = 50
export const watchedLimit = 200

export const WatchedInstrument = z
  .object({
    code: z.string(),
    /** All of these are null while the active market does not know the code. */
    name: z.string().nullable(),
    assetType: z.enum(assetTypes).nullable(),
    /** Closes of the last two finished sessions. */
    lastClose: z.number().nullable(),
    previousClose: z.number().nullable(),
    /** While a session forms: the last close in the shares of today, from which its prices are measured. */
    formingPriorClose: z.number().nullable(),
    /** The last 30 closes, oldest first, split-adjusted. */
    closes: z.array(z.number()),
    note: z.string(),
  })
  .meta({ id: 'WatchedInstrument' })
export type WatchedInstrument = z.output<typeof WatchedInstrument>

export const Watchlist = z.object({ id, name: z.string(), items: z.array(WatchedInstrument) }).meta({ id: 'Watchlist' })
export type Watchlist = z.output<typeof Watchlist>

export const watchlistRefusals = {
  watchlistName: {
    status: 409,
    text: 'A watchlist named {name} already exists. Choose another name.',
    field: 'name',
  },
  watchlistCount: {
    status: 409,
    text: 'You have reached the limit of {limit} watchlists. Delete one that you no longer need.',
  },
  watchedCount: {
    status: 409,
    text: 'A watchlist holds at most {limit} instruments. Remove one, or create another list.',
  },
  watchedUnknown: { status: 404, text: 'The active market has no instrument {code}.' },
} as const satisfies Record<string, RefusalDefinition>

const owns = [{ object: 'watchlist', at: 'body.id' }] as const

export const watchlistRoutes = {
  findAll: route({
    method: 'GET',
    path: '/v1/api/watchlist/find-all',
    summary: "The caller's watchlists with their instruments, each in its order.",
    access: featureAccess.watchlist,
    reply: z.array(Watchlist),
    plainReply: true,
  }),
  create: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/watchlist/create',
    summary: 'Create a watchlist.',
    access: featureAccess.watchlist,
    body: z.object({ name: keptName }),
    reply: createdReply,
    refusals: ['watchlistName', 'watchlistCount'],
  }),
  rename: route({
    effect: 'recorded',
    ...renaming('watchlist', 'watchlistName'),
    path: '/v1/api/watchlist/rename',
    summary: 'Give a watchlist another name.',
    access: featureAccess.watchlist,
  }),
  delete: route({
    effect: 'recorded',
    ...deletionOf('watchlist'),
    path: '/v1/api/watchlist/delete',
    summary: 'Forget a watchlist with its notes.',
    access: featureAccess.watchlist,
  }),
  addInstrument: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/watchlist/add-instrument',
    summary: 'Add an instrument at the end of a watchlist; one that is there stays where it is.',
    access: featureAccess.watchlist,
    owns,
    body: z.object({ id, code: instrumentSymbol }),
    reply: messageReply,
    refusals: ['notFound', 'watchedUnknown', 'watchedCount'],
  }),
  removeInstrument: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/watchlist/remove-instrument',
    summary: 'Take an instrument and its note off a watchlist.',
    access: featureAccess.watchlist,
    owns,
    body: z.object({ id, code: instrumentSymbol }),
    reply: messageReply,
    refusals: ['notFound'],
  }),
  saveNote: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/watchlist/save-note',
    summary: 'Write the note of an instrument on a watchlist.',
    access: featureAccess.watchlist,
    owns,
    body: z.object({ id, code: instrumentSymbol, note: note(500) }),
    reply: messageReply,
    refusals: ['notFound'],
  }),
  reorder: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/watchlist/reorder',
    summary: 'Put the instruments of a watchlist into this order; those not named follow.',
    access: featureAccess.watchlist,
    owns,
    body: z.object({ id, codes: z.array(instrumentSymbol).max(watchedLimit) }),
    reply: messageReply,
    refusals: ['notFound'],
  }),
} as const
