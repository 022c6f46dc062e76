// The live quotes of all sockets: every two seconds each socket gets the changes of the codes it shows; a socket whose
// session has ended is closed, and one that does not answer a ping is terminated. One computation serves all sockets
// that show the same code. New subscriptions are answered together and from memory where possible, so that no socket
// can occupy the database alone.
import { mostQuotedCodes, QuoteSubscription, type Quote } from '@clubfolio/contract'
import type { WebSocket } from '@fastify/websocket'
import { parseInput } from '../../kernel/input.ts'
import { createMessageAllowance, holdsTooMany } from '../../kernel/socket-limit.ts'
import { closeCodes } from '../../kernel/socket-route.ts'
import { findLiveSessions } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'
import { findQuotes } from './find-quotes.ts'

const tickMs = 2_000
/** Each socket is pinged once every this many ticks. */
export const ticksPerPing = 15
/** A reader this far behind misses messages instead of filling our memory. */
const mostBufferedBytes = 64 * 1024
/** A page resubscribes whenever the codes it shows change, for example while a list scrolls. */
const subscriptionLimit = { burst: 60, perSecond: 10 }

interface Reader {
  readonly sessionId: string
  codes: readonly string[]
  readonly told: Map<string, number>
  hasAnswered: boolean
}

export interface QuoteHub {
  add(socket: WebSocket, sessionId: string): void
  /** Sends every socket its changes; called by the timer, directly by tests. */
  tick(): Promise<void>
  stop(): Promise<void>
}

export function createQuoteHub(services: Services): QuoteHub {
  const readers = new Map<WebSocket, Reader>()
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  let ticks = 0
  /** Quotes of the last tick and of the subscriptions since: at most two seconds old. */
  let latest = new Map<string, Quote>()
  const unanswered = new Map<WebSocket, Reader>()
  let answering: Promise<void> | undefined

  const readQuotes = async (codes: ReadonlySet<string>): Promise<Map<string, Quote>> => {
    const known = new Map<string, Quote>()
    const list = [...codes]
    for (let start = 0; start < list.length; start += mostQuotedCodes) {
      for (const quote of await findQuotes(services, list.slice(start, start + mostQuotedCodes)))
        known.set(quote.code, quote)
    }
    return known
  }

  /** One query at a time for all subscribers; those who subscribe meanwhile are part of the next one. */
  const answerSubscriptions = async (): Promise<void> => {
    while (unanswered.size > 0) {
      const asked = [...unanswered]
      unanswered.clear()
      const unknown = new Set(asked.flatMap(([, { codes }]) => codes.filter((code) => !latest.has(code))))
      for (const [code, quote] of await readQuotes(unknown)) latest.set(code, quote)
      for (const [socket, reader] of asked) tell(socket, reader, latest)
    }
  }

  const subscribe = (socket: WebSocket, reader: Reader, codes: readonly string[]): void => {
    reader.codes = codes
    const shown = new Set(codes)
    for (const code of reader.told.keys()) if (!shown.has(code)) reader.told.delete(code)
    unanswered.set(socket, reader)
    answering ??= answerSubscriptions()
      .catch((error: unknown) => services.log.error({ err: error }, 'live quotes failed'))
      .finally(() => (answering = undefined))
  }

  const remove = (socket: WebSocket): void => {
    readers.delete(socket)
    unanswered.delete(socket)
  }

  const tick = async (): Promise<void> => {
    if (++ticks % ticksPerPing === 0) pingAll(readers)
    await closeEnded(services, readers)
    latest = await readQuotes(new Set([...readers.values()].flatMap((reader) => reader.codes)))
    for (const [socket, reader] of readers) tell(socket, reader, latest)
  }
  const run = (): void => {
    timer = setTimeout(() => {
      turn = tick()
        .catch((error: unknown) => services.log.error({ err: error }, 'live quotes failed'))
        .finally(() => {
          if (readers.size > 0 && timer !== undefined) run()
          else timer = undefined
        })
    }, tickMs)
    timer.unref()
  }

  return {
    tick,
    add(socket, sessionId) {
      if (holdsTooMany(readers.values(), sessionId)) return socket.close(closeCodes.policy, 'too many sockets')
      const reader: Reader = { sessionId, codes: [], told: new Map(), hasAnswered: true }
      const mayAsk = createMessageAllowance(subscriptionLimit)
      readers.set(socket, reader)
      socket.on('close', () => remove(socket))
      socket.on('error', () => remove(socket))
      socket.on('pong', () => (reader.hasAnswered = true))
      socket.on('message', (data) => {
        if (!mayAsk()) {
          remove(socket)
          return socket.close(closeCodes.policy, 'too many messages')
        }
        const codes = readSubscription(Buffer.isBuffer(data) ? data.toString('utf8') : '')
        if (codes === undefined) return socket.close(closeCodes.policy, 'not understood')
        return subscribe(socket, reader, codes)
      })
      if (timer === undefined) run()
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      for (const socket of readers.keys()) socket.terminate()
      readers.clear()
      unanswered.clear()
      await turn
      await answering
    },
  }
}

function readSubscription(text: string): readonly string[] | undefined {
  try {
    return (parseInput(QuoteSubscription, JSON.parse(text)) as QuoteSubscription).codes
  } catch {
    return undefined
  }
}

function tell(socket: WebSocket, reader: Reader, known: ReadonlyMap<string, Quote>): void {
  if (socket.readyState !== socket.OPEN || socket.bufferedAmount > mostBufferedBytes) return
  const quotes = reader.codes.flatMap((code) => {
    const quote = known.get(code)
    return quote && reader.told.get(code) !== quote.last ? [quote] : []
  })
  if (quotes.length === 0) return
  for (const { code, last } of quotes) reader.told.set(code, last)
  socket.send(JSON.stringify({ type: 'quotes', quotes }))
}

/** A reader whose computer sleeps or whose connection is cut sends no close; it would be kept for hours. */
function pingAll(readers: ReadonlyMap<WebSocket, Reader>): void {
  for (const [socket, reader] of readers) {
    if (!reader.hasAnswered) socket.terminate()
    else {
      reader.hasAnswered = false
      socket.ping()
    }
  }
}

/** Signing out, disabling a user and the limits of a session end its sockets too. */
async function closeEnded({ db, clock }: Services, readers: ReadonlyMap<WebSocket, Reader>): Promise<void> {
  if (readers.size === 0) return
  // Sockets that join during the query are not covered by its result.
  const asked = [...readers]
  const alive = await findLiveSessions(db, clock, [...new Set(asked.map(([, { sessionId }]) => sessionId))])
  for (const [socket, reader] of asked) if (!alive.has(reader.sessionId)) socket.close(closeCodes.over, 'session over')
}
