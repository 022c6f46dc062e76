// Hears of changes to sessions, users and rights, so that reading calls can use what was read before
// (docs/decisions/0125-kept-sessions.md). The database says so with the commit of every change (migration 0183), on a
// connection that is checked every second. Before `watch`, and after `stop`, nothing is kept.
import { createKeptSessions, type KeptSessions } from '../../kernel/kept-sessions.ts'
import type { Log } from '../../kernel/log.ts'
import type { SessionRow } from '../../kernel/session.ts'
import { createSharedWork } from '../../kernel/shared-lookup.ts'
import { listenForBell, type Bell } from '../push/bell.ts'

const checkMs = 1_000
/** A connection that was cut without a sign is trusted this long: other processes' changes may be missed meanwhile. */
const trustedMs = 3_000
/** How long an effect waits for its own news before everything is forgotten instead. */
const patienceMs = 250

export interface WatchedSessions {
  readonly kept: KeptSessions<SessionRow>
  /**
   * Resolves when this process has forgotten what was changed by commits before the call. Call it between the commit of
   * a change and its answer.
   */
  catchUp(): Promise<void>
  /** Whether anything can be kept now. */
  isCurrent(): boolean
  watch(databaseUrl: string, log: Log): void
  stop(): Promise<void>
}

export function createSessionWatch(nowMs: () => number = () => performance.now()): WatchedSessions {
  let heardMs = -Infinity
  let bell: Bell | undefined
  const isCurrent = (): boolean => nowMs() - heardMs < trustedMs
  const kept = createKeptSessions<SessionRow>(isCurrent)
  // Effects that end together share the next question, which starts after all of them.
  const share = createSharedWork<void>()
  const forgetAll = (): void => {
    heardMs = -Infinity
    kept.forget()
  }
  return {
    kept,
    isCurrent,
    async catchUp() {
      if (bell === undefined) return
      const asked = bell
      // Readings that begin from here on see the commit.
      if (!isCurrent() || !(await isInTime(share('', () => asked.catchUp())))) kept.forget()
    },
    watch(databaseUrl, log) {
      bell ??= listenForBell({
        databaseUrl,
        channel: 'clubfolio_session',
        log,
        checkMs,
        onRing: (userId) => kept.forget(userId === '' ? undefined : userId),
        onHeard: (sentMs) => void (heardMs = sentMs),
        onLost: forgetAll,
      })
    },
    async stop() {
      forgetAll()
      await bell?.stop()
      bell = undefined
    },
  }
}

/** Returns whether the work succeeds within the patience of an effect. */
async function isInTime(work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), patienceMs)))
  try {
    return await Promise.race([
      work.then(
        () => true,
        () => false,
      ),
      late,
    ])
  } finally {
    clearTimeout(timer)
  }
}
