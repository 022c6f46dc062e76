// Live prices of the instruments on screen, and only of those: components register the codes they show, one WebSocket
// serves them all, and while it is unavailable or silent the feed polls the same prices every few seconds. A hidden
// page is idle: no socket, no polling.
// Source: docs/rules/market.md, "Live quotes".
import { maxQuotedCodes, QuoteMessage, quoteSocketPath, type Quote } from '@clubfolio/contract'

export const quotePollMs = 10_000
/** The server sends something every half minute, an empty message when no price has changed. */
export const quoteSilenceMs = 75_000
const retryMs = [2_000, 5_000, 15_000, 60_000] as const

/** The subset of WebSocket that the feed uses. */
export interface QuoteSocket {
  send(text: string): void
  close(): void
}

export interface QuoteSocketEvents {
  readonly onOpen: () => void
  readonly onMessage: (text: string) => void
  readonly onClose: () => void
}

export interface QuoteFeedParts {
  readonly createTicket: () => Promise<{ readonly ticket: string }>
  readonly findQuotes: (codes: string[]) => Promise<readonly Quote[]>
  readonly openSocket: (address: string, events: QuoteSocketEvents) => QuoteSocket
  readonly isPageVisible: () => boolean
}

export interface QuoteFeed {
  /** Subscribes to a code until the returned function is called. */
  readonly watch: (code: string, onChange: () => void) => () => void
  readonly last: (code: string) => number | undefined
  /** Last price, bid, ask and volume of the day; the same object until the next quote of the code arrives. */
  readonly quote: (code: string) => Quote | undefined
  /** The page became visible or hidden, or the network returned: a socket from before may be dead without a sign. */
  readonly reopen: () => void
}

export function createQuoteFeed({ createTicket, findQuotes, openSocket, isPageVisible }: QuoteFeedParts): QuoteFeed {
  const watchers = new Map<string, Set<() => void>>()
  /** Each with the number of socket messages that had been received by then. */
  const known = new Map<string, { readonly quote: Quote; readonly heard: number }>()
  let heard = 0
  let socket: QuoteSocket | undefined
  let isOpen = false
  /** Counts attempts; events of an earlier attempt are ignored. */
  let attempt = 0
  let isOpening = false
  let isTelling = false
  let failures = 0
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined

  const isWanted = (): boolean => watchers.size > 0 && isPageVisible()
  const shown = (): string[] => [...watchers.keys()].slice(0, maxQuotedCodes)

  /**
   * Stores quotes and notifies watchers. The socket delivers in order. A polled answer, requested when `askedAt` socket
   * messages had arrived, is dropped for a code whose price the socket has delivered since, unless the answer is newer
   * by its own timestamp. The timestamp alone does not decide: after a change of source the market may be at an earlier
   * day.
   */
  function take(quotes: readonly Quote[], askedAt = heard): void {
    for (const quote of quotes) {
      const before = known.get(quote.code)
      if (before && before.heard > askedAt && quote.atMs <= before.quote.atMs) continue
      // Discards quotes that arrive after their screen has closed.
      if (!watchers.has(quote.code)) continue
      known.set(quote.code, { quote, heard })
      if (!before || !isSame(before.quote, quote)) watchers.get(quote.code)?.forEach((onChange) => onChange())
    }
  }

  function poll(): void {
    if (pollTimer !== undefined) return
    const turn = async () => {
      if (isOpen || !isWanted()) {
        pollTimer = undefined
        return
      }
      const askedAt = heard
      await findQuotes(shown()).then(
        (quotes) => take(quotes, askedAt),
        () => undefined,
      )
      pollTimer = setTimeout(() => void turn(), quotePollMs)
    }
    pollTimer = setTimeout(() => void turn(), 0)
  }

  function fail(): void {
    socket = undefined
    isOpen = false
    isOpening = false
    clearTimeout(silenceTimer)
    if (!isWanted()) return
    poll()
    clearTimeout(retryTimer)
    retryTimer = setTimeout(() => void open(), retryMs[Math.min(failures++, retryMs.length - 1)])
  }

  /** Without a word for too long the connection is as good as closed, although the browser does not know it yet. */
  function awaitWord(): void {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(() => {
      const left = socket
      attempt++
      fail()
      left?.close()
    }, quoteSilenceMs)
  }

  async function open(): Promise<void> {
    if (socket || isOpening || !isWanted()) return
    isOpening = true
    const mine = ++attempt
    awaitWord()
    try {
      const { ticket } = await createTicket()
      // While the ticket was in flight, the screen may have closed or another attempt may have reopened it.
      if (mine !== attempt) return
      const opened = openSocket(`${quoteSocketPath}?ticket=${encodeURIComponent(ticket)}`, {
        onOpen: () => {
          if (socket !== opened) return
          isOpen = true
          isOpening = false
          failures = 0
          awaitWord()
          tell()
        },
        onMessage: (text) => {
          if (socket !== opened) return
          awaitWord()
          const message = QuoteMessage.safeParse(readJson(text))
          if (!message.success) return
          heard++
          take(message.data.quotes)
        },
        onClose: () => {
          if (socket === opened) fail()
        },
      })
      socket = opened
    } catch {
      if (mine === attempt) fail()
    }
  }

  function rest(): void {
    const left = socket
    attempt++
    socket = undefined
    isOpen = false
    isOpening = false
    clearTimeout(retryTimer)
    clearTimeout(silenceTimer)
    left?.close()
  }

  /** Sends one subscription after all components of a screen have mounted or unmounted. */
  function tell(): void {
    if (isTelling) return
    isTelling = true
    queueMicrotask(() => {
      isTelling = false
      // Not before: a table whose rows change leaves and watches its codes again in one step, and keeps its prices.
      for (const code of known.keys()) if (!watchers.has(code)) known.delete(code)
      if (!isWanted()) rest()
      else if (isOpen) socket?.send(JSON.stringify({ type: 'subscribe', codes: shown() }))
      else void open()
    })
  }

  return {
    last: (code) => known.get(code)?.quote.last,
    quote: (code) => known.get(code)?.quote,
    reopen() {
      // After sleep, or in another network, a computer may hold a socket that is dead without knowing it, so a new one
      // is always opened.
      rest()
      failures = 0
      tell()
    },
    watch(code, onChange) {
      const others = watchers.get(code)
      if (others) others.add(onChange)
      else {
        watchers.set(code, new Set([onChange]))
        tell()
      }
      return () => {
        const mine = watchers.get(code)
        mine?.delete(onChange)
        if (mine?.size !== 0) return
        watchers.delete(code)
        tell()
      }
    },
  }
}

/** The time alone is no news. */
const isSame = (a: Quote, b: Quote): boolean =>
  a.last === b.last && a.bid === b.bid && a.ask === b.ask && a.volume === b.volume

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
