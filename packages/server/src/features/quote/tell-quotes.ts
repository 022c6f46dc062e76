// What one socket of live quotes is sent: the quotes it has not been sent yet, and a sign of life while there are none.
import type { Quote } from '@clubfolio/contract'
import { ticksPerPing, type SocketMember } from '../../kernel/socket-hub.ts'

/** What a socket shows, and what it has been sent. */
export interface QuotesShown {
  codes: readonly string[]
  /** The newest quote that was sent, by code. */
  readonly told: Map<string, Quote>
  /** Ticks since the last message. */
  quietTicks: number
}
export type QuoteReader = SocketMember<QuotesShown, true>

export const showNoQuotes = (): QuotesShown => ({ codes: [], told: new Map(), quietTicks: 0 })

/** Sends a reader those of the `known` quotes that it shows and has not been sent yet. */
export function tellQuotes({ state, isOpen, isBehind, send }: QuoteReader, known: ReadonlyMap<string, Quote>): void {
  if (!isOpen() || isBehind()) return
  const quotes = state.codes.flatMap((code) => {
    const quote = known.get(code)
    return quote && !isTold(state.told.get(code), quote) ? [quote] : []
  })
  if (quotes.length === 0) return
  for (const quote of quotes) state.told.set(quote.code, quote)
  sendQuotes({ state, send }, quotes)
}

/**
 * Sends a reader what changed since the last tick. After half a minute without a change it is sent an empty message: a
 * page cannot see our pings, and takes a long silence for a connection that is dead.
 */
export function tellTick(reader: QuoteReader, known: ReadonlyMap<string, Quote>): void {
  reader.state.quietTicks++
  tellQuotes(reader, known)
  if (reader.state.quietTicks >= ticksPerPing && reader.isOpen() && !reader.isBehind()) sendQuotes(reader, [])
}

function sendQuotes({ state, send }: Pick<QuoteReader, 'state' | 'send'>, quotes: readonly Quote[]): void {
  state.quietTicks = 0
  send(JSON.stringify({ type: 'quotes', quotes }))
}

/** The time alone is no news. */
const isTold = (told: Quote | undefined, { last, bid, ask, volume }: Quote): boolean =>
  told?.last === last && told.bid === bid && told.ask === ask && told.volume === volume
