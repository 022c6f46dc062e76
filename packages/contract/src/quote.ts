// Live prices: a one-use ticket for the WebSocket, its messages, and the same prices by an ordinary call for when the
// socket is unavailable. Source: docs/rules/market.md, "Live quotes"; docs/rules/promises.md, "Nobody gets in".
import { z } from 'zod'
import { access } from './access.ts'
import { line } from './field.ts'
import { route } from './route.ts'
import { instant } from './wire.ts'

/** As many codes as a large screen shows. */
export const maxQuotedCodes = 200

const code = z.string().trim().min(1).max(24).toUpperCase()
export const quotedCodes = z.array(code).max(maxQuotedCodes, `At most ${maxQuotedCodes} codes at once.`)

/** The price of an instrument or a contract; a code that its market does not know has no quote. */
export const Quote = z
  .object({
    code: z.string(),
    last: z.number(),
    atMs: z.number(),
    /** Best offers; absent while nobody bids or asks, and where a market records trades only, as in imported files. */
    bid: z.number().optional(),
    ask: z.number().optional(),
    /** Shares traded on the day of `last` so far. */
    volume: z.number().optional(),
    /** Of an account: the socket has the same prices, as they change. */
    isLive: z.boolean().optional(),
  })
  .meta({ id: 'Quote' })
export type Quote = z.output<typeof Quote>

/** Sent by the browser: all codes that are on screen now, replacing the previous ones. */
export const QuoteSubscription = z.strictObject({ type: z.literal('subscribe'), codes: quotedCodes })
export type QuoteSubscription = z.output<typeof QuoteSubscription>
/** Sent by the server: quotes that changed since its last message. */
export const QuoteMessage = z.object({ type: z.literal('quotes'), quotes: z.array(Quote) })

/** Path of the socket; the ticket is a query parameter. */
export const quoteSocketPath = '/ws/quotes'

export const quoteRoutes = {
  createTicket: route({
    method: 'POST',
    path: '/v1/api/quote/create-ticket',
    summary: 'A ticket that opens one WebSocket for live quotes within 30 seconds.',
    access: access.session,
    reply: z.object({ ticket: z.string(), expiresAt: instant }),
  }),
  find: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/quote/find',
    summary: 'The last prices of some instruments of the active market, or at the brokerage of an own account.',
    access: access.session,
    owns: [{ object: 'account', at: 'body.accountNumber' }],
    body: z.object({ codes: quotedCodes, accountNumber: line(40, 'Account number').optional() }),
    reply: z.array(Quote),
    plainReply: true,
    refusals: ['notFound'],
  }),
} as const
