// The live quotes of all sockets: every two seconds each socket gets the changes of the codes it shows. One computation
// serves all sockets that show the same code. New subscriptions are answered together and from memory where possible,
// so that no socket can occupy the database alone. A socket without changes is sent a sign of life.
import { maxQuotedCodes, QuoteSubscription, type Quote } from '@clubfolio/contract'
import { parseInput } from '../../kernel/input.ts'
import { findLiveSessions } from '../../kernel/session.ts'
import { createSocketHub, type SocketHub } from '../../kernel/socket-hub.ts'
import type { Services } from '../../services.ts'
import { findQuotes } from './find-quotes.ts'
import { showNoQuotes, tellQuotes, tellTick, type QuoteReader, type QuotesShown } from './tell-quotes.ts'

/** A reader this far behind misses messages until it has caught up: only the newest price matters. */
const mostBufferedBytes = 64 * 1024
/** A page resubscribes whenever the codes it shows change, for example while a list scrolls. */
const subscriptionLimit = { burst: 60, perSecond: 10 }

export type QuoteHub = SocketHub<QuotesShown, true>

export function createQuoteHub(services: Services): QuoteHub {
  const { db, clock, log } = services
  /** Quotes of the last tick and of the subscriptions since: at most two seconds old. */
  let latest = new Map<string, Quote>()
  const unanswered = new Set<QuoteReader>()
  let answering: Promise<void> | undefined

  const readQuotes = async (codes: ReadonlySet<string>): Promise<Map<string, Quote>> => {
    const known = new Map<string, Quote>()
    const list = [...codes]
    for (let start = 0; start < list.length; start += maxQuotedCodes) {
      for (const quote of await findQuotes(services, list.slice(start, start + maxQuotedCodes)))
        known.set(quote.code, quote)
    }
    return known
  }

  /** One query at a time for all subscribers; those who subscribe meanwhile are part of the next one. */
  const answerSubscriptions = async (): Promise<void> => {
    while (unanswered.size > 0) {
      const asked = [...unanswered]
      unanswered.clear()
      const unknown = new Set(asked.flatMap(({ state }) => state.codes.filter((code) => !latest.has(code))))
      for (const [code, quote] of await readQuotes(unknown)) latest.set(code, quote)
      for (const reader of asked) tellQuotes(reader, latest)
    }
  }

  const subscribe = (reader: QuoteReader, codes: readonly string[]): void => {
    const { state } = reader
    state.codes = codes
    const shown = new Set(codes)
    for (const code of state.told.keys()) if (!shown.has(code)) state.told.delete(code)
    unanswered.add(reader)
    answering ??= answerSubscriptions()
      .catch((error: unknown) => log.error({ err: error }, 'live quotes: subscriptions could not be answered'))
      .finally(() => (answering = undefined))
  }

  const hub: QuoteHub = createSocketHub<QuotesShown, true>(log, {
    name: 'live quotes',
    mostBufferedBytes,
    places: services.socketPlaces,
    findGrants: async (sessionIds) =>
      new Map([...(await findLiveSessions(db, clock, sessionIds))].map((sessionId) => [sessionId, true])),
    createState: showNoQuotes,
    messages: {
      limit: subscriptionLimit,
      receive: (reader, text) => {
        const codes = readSubscription(text)
        if (codes) subscribe(reader, codes)
        return codes !== undefined
      },
    },
    onTick: async (members) => {
      const readers = [...members]
      latest = await readQuotes(new Set(readers.flatMap(({ state }) => state.codes)))
      for (const reader of hub.members()) tellTick(reader, latest)
    },
    onLeave: (reader) => void unanswered.delete(reader),
  })
  return {
    ...hub,
    async stop() {
      await hub.stop()
      unanswered.clear()
      await answering
    },
  }
}

function readSubscription(text: string): readonly string[] | undefined {
  try {
    return parseInput(QuoteSubscription, JSON.parse(text)).codes
  } catch {
    return undefined
  }
}
