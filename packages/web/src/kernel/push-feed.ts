// Messages pushed by the server: one connection per page that reconnects after any interruption and resumes from the
// last position, so that every message arrives once and in order. The transport (our own socket, a STOMP broker) is the
// carrier's responsibility.
import type { PushedMessage } from '@clubfolio/contract'

const firstRetryMs = 1_000
const longestRetryMs = 60_000
/** The server sends something every half minute. */
export const silenceMs = 75_000

export interface PushEvents {
  readonly onMessage: (message: PushedMessage) => void
  /** All messages up to this position have been delivered. */
  readonly onPosition: (position: number) => void
  /** Too many messages were missed. */
  readonly onReload: (position: number) => void
  readonly onClose: () => void
}

export interface PushConnection {
  readonly close: () => void
}

/**
 * Opens one connection that starts after the position `after()`, asked for at the last moment: by then more of the
 * page's data have come. Rejects when it cannot connect.
 */
export type PushCarrier = (after: () => number | undefined, events: PushEvents) => Promise<PushConnection>

export interface PushFeedParts {
  readonly carrier: PushCarrier
  readonly onMessage: (message: PushedMessage) => void
  /** Returns the position of the data that are shown, undefined when it is not known. */
  readonly startAt: () => number | undefined
  /** Displayed data may be stale: their position is not known, or too many messages were missed. */
  readonly onReload: () => void
  /** Reports whether messages are currently pushed. */
  readonly onLive: (isLive: boolean) => void
  readonly nowMs: () => number
  /** Returns a number in [0, 1). */
  readonly random: () => number
}

export interface PushFeed {
  readonly start: () => void
  /** Stops for good: the next start forgets the last position. */
  readonly stop: () => void
  /** The computer woke, the network returned, or the page became visible: reopens a connection that may be dead. */
  readonly wake: () => void
}

export function createPushFeed(parts: PushFeedParts): PushFeed {
  const { carrier, startAt, onMessage, onReload, onLive, nowMs, random } = parts
  let isWanted = false
  let heard: number | undefined
  let heardAtMs = 0
  let failures = 0
  let connection: PushConnection | undefined
  /** Counts attempts; events of an earlier attempt are ignored. */
  let attempt = 0
  let isLive = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined

  function setLive(now: boolean): void {
    if (isLive === now) return
    isLive = now
    onLive(now)
  }

  function note(position: number): void {
    heard = Math.max(heard ?? 0, position)
    heardAtMs = nowMs()
    failures = 0
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(reopen, silenceMs)
    setLive(true)
  }

  function leave(): void {
    attempt++
    clearTimeout(retryTimer)
    clearTimeout(silenceTimer)
    const left = connection
    connection = undefined
    setLive(false)
    left?.close()
  }

  /** Half of the delay is random, so that clients do not all reconnect to a restarted server at once. */
  function retry(): void {
    leave()
    if (!isWanted) return
    const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** failures++)
    retryTimer = setTimeout(() => void open(), waitMs * (0.5 + random() / 2))
  }

  function reopen(): void {
    leave()
    if (isWanted) void open()
  }

  async function open(): Promise<void> {
    const mine = ++attempt
    // A connection that opens and then stays silent is as dead as one that falls silent later.
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(retry, silenceMs)
    let isUnknown = true
    let hasReloaded = false
    const after = (): number | undefined => {
      if (mine === attempt) heard ??= startAt()
      isUnknown = heard === undefined
      return heard
    }
    const ifMine = (act: () => void) => {
      if (mine === attempt) act()
    }
    try {
      const opened = await carrier(after, {
        onMessage: (message) =>
          ifMine(() => {
            // A broker may redeliver messages.
            if (heard !== undefined && message.position <= heard) return
            note(message.position)
            onMessage(message)
          }),
        onPosition: (position) =>
          ifMine(() => {
            note(position)
            // Something may have happened between a screen's first load and this moment.
            if (isUnknown && !hasReloaded) onReload()
            hasReloaded = true
          }),
        onReload: (position) =>
          ifMine(() => {
            // The position may also move backwards: the log may have been replaced.
            heard = position
            note(position)
            hasReloaded = true
            onReload()
          }),
        onClose: () => ifMine(retry),
      })
      if (mine === attempt) connection = opened
      else opened.close()
    } catch {
      ifMine(retry)
    }
  }

  return {
    start() {
      if (isWanted) return
      isWanted = true
      failures = 0
      void open()
    },
    stop() {
      isWanted = false
      leave()
      heard = undefined
    },
    wake() {
      if (!isWanted) return
      if (isLive && nowMs() - heardAtMs < silenceMs) return
      failures = 0
      reopen()
    },
  }
}
