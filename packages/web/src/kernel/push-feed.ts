// What the server tells by itself: one connection per page that comes back by itself after whatever cut it, says how far it had heard,
// and so hears everything once and in order. Where it listens (our own socket, a STOMP broker) is a carrier's business.
import type { PushedMessage } from '@clubfolio/contract'

const firstRetryMs = 1_000
const longestRetryMs = 60_000
/** The server says something every half minute. */
export const silenceMs = 75_000

export interface PushEvents {
  readonly onMessage: (message: PushedMessage) => void
  /** Everything up to here was told. */
  readonly onPosition: (position: number) => void
  /** Too much was missed. */
  readonly onReload: (position: number) => void
  readonly onClose: () => void
}

export interface PushConnection {
  readonly close: () => void
}

/** Opens one connection that begins after `after`; rejects when it cannot be had. */
export type PushCarrier = (after: number | undefined, events: PushEvents) => Promise<PushConnection>

export interface PushFeedParts {
  readonly carrier: PushCarrier
  readonly onMessage: (message: PushedMessage) => void
  /** What is shown may be old: after the first connection and when too much was missed. */
  readonly onReload: () => void
  /** Whether messages come by themselves now. */
  readonly onLive: (isLive: boolean) => void
  readonly nowMs: () => number
  /** From 0 up to 1. */
  readonly random: () => number
}

export interface PushFeed {
  readonly start: () => void
  /** For good: the next start knows nothing of what was heard. */
  readonly stop: () => void
  /** The computer woke, the line is back, or the page came into sight: what may be dead is opened anew. */
  readonly wake: () => void
}

export function createPushFeed({ carrier, onMessage, onReload, onLive, nowMs, random }: PushFeedParts): PushFeed {
  let isWanted = false
  let heard: number | undefined
  let heardAtMs = 0
  let failures = 0
  let connection: PushConnection | undefined
  /** Counts attempts; what an earlier one still brings is thrown away. */
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

  /** Half of the wait is chance, so that a server that comes back is not met by everybody at once. */
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
    // One that opens and then says nothing is as dead as one that fell silent.
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(retry, silenceMs)
    const isFirst = heard === undefined
    let hasReloaded = false
    const ifMine = (act: () => void) => {
      if (mine === attempt) act()
    }
    try {
      const opened = await carrier(heard, {
        onMessage: (message) =>
          ifMine(() => {
            // A broker may bring again what was brought already.
            if (heard !== undefined && message.position <= heard) return
            note(message.position)
            onMessage(message)
          }),
        onPosition: (position) =>
          ifMine(() => {
            note(position)
            // Between the first reading of a screen and this moment something may have happened.
            if (isFirst && !hasReloaded) onReload()
            hasReloaded = true
          }),
        onReload: (position) =>
          ifMine(() => {
            // Also backwards: the log may be another one now.
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
