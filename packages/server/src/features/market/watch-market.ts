// This process's knowledge of whether the market has changed. The database says so with the commit of every change
// (migration 0174), on a connection that is checked every few seconds; a version is known only while the connection is
// known to work. Before `watch`, and after `stop`, no version is known.
import { randomUUID } from 'node:crypto'
import type { Log } from '../../kernel/log.ts'
import { listenForBell, type Bell } from '../push/bell.ts'

const checkMs = 4_000
/** A connection that was cut without a sign is trusted this long. */
const trustedMs = 10_000

export interface MarketWatch {
  /**
   * Names the market as it is. A new name does not say that anything differs, but an equal name says that nothing does.
   * Undefined while changes could be missed.
   */
  version(): string | undefined
  /** The market changed in this process: later calls must not wait for the database to say so. */
  renew(): void
  watch(databaseUrl: string, log: Log): void
  stop(): Promise<void>
}

export function createMarketWatch(nowMs: () => number = () => performance.now()): MarketWatch {
  let name: string | undefined
  let heardAtMs = 0
  let bell: Bell | undefined
  const hear = (): void => void (heardAtMs = nowMs())
  return {
    version: () => (nowMs() - heardAtMs < trustedMs ? name : undefined),
    renew() {
      if (name !== undefined) name = randomUUID()
    },
    watch(databaseUrl, log) {
      bell ??= listenForBell({
        databaseUrl,
        channel: 'clubfolio_market',
        log,
        checkMs,
        onRing: () => void (name = randomUUID()),
        onHeard: hear,
        onLost: () => void (name = undefined),
      })
    },
    async stop() {
      name = undefined
      await bell?.stop()
      bell = undefined
    },
  }
}
