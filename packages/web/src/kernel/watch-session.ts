// Watches an open session: signs out at its expiry, checks with the server every 60 seconds that it is still valid,
// reports activity at most once a minute, and warns one minute before the end.
// Source: docs/rules/access.md, "Session".
import type { SessionUser } from '@clubfolio/contract'
import type { SessionStore } from './session-store.ts'

export const checkEveryMs = 60_000
export const touchEveryMs = 60_000
export const warnBeforeMs = 60_000
/** Browsers fire longer timers immediately. */
const longestTimerMs = 2_147_483_647

export interface SessionWatchParts {
  readonly session: SessionStore
  /** The current-user call, marked as timer-driven. */
  readonly fetchUser: () => Promise<SessionUser>
  readonly touch: () => Promise<{ readonly tokenExpire: number }>
  /** Called with the expiry time when one minute is left, and with undefined when the warning no longer applies. */
  readonly onExpiring: (expireMs: number | undefined) => void
  /** False while the browser knows that it is offline: no call is made then, so none fails. */
  readonly isOnline: () => boolean
  readonly nowMs: () => number
}

export interface SessionWatch {
  /** Records keyboard, pointer or touch input. */
  readonly noteUse: () => void
  /** Extends the session at the user's request; resolves to whether it now lasts longer. */
  readonly stay: () => Promise<boolean>
  /** Checks the clock again, because timers may have slept with the machine. */
  readonly wake: () => void
  readonly stop: () => void
}

/** A group may have gained or lost a permission, which the menu shows with this check. */
const holdsSame = (one: Pick<SessionUser, 'permissions'>, other: Pick<SessionUser, 'permissions'>): boolean =>
  namesOf(one) === namesOf(other)
const namesOf = ({ permissions }: Pick<SessionUser, 'permissions'>): string =>
  permissions
    .map(({ nameKey }) => nameKey)
    .toSorted()
    .join()

export function watchSession(parts: SessionWatchParts): SessionWatch {
  const { session, nowMs } = parts
  let expiryTimer: ReturnType<typeof setTimeout> | undefined
  let lastTouchMs = Number.NEGATIVE_INFINITY

  const arm = () => {
    clearTimeout(expiryTimer)
    const user = session.user()
    if (!user) {
      parts.onExpiring(undefined)
      session.end('expired')
      return
    }
    const leftMs = user.tokenExpire - nowMs()
    const isNear = leftMs <= warnBeforeMs
    parts.onExpiring(isNear ? user.tokenExpire : undefined)
    expiryTimer = setTimeout(arm, Math.min(isNear ? leftMs : leftMs - warnBeforeMs, longestTimerMs))
  }

  const extendTo = (tokenExpire: number): boolean => {
    const user = session.user()
    if (!user || tokenExpire === user.tokenExpire) return false
    const isLonger = tokenExpire > user.tokenExpire
    session.renew({ ...user, tokenExpire, isSystem: false })
    return isLonger
  }

  const check = async () => {
    const before = session.user()
    if (!before || !parts.isOnline()) return
    let fresh: SessionUser
    try {
      fresh = await parts.fetchUser()
    } catch {
      if (session.token() === before.token) session.end('refused')
      return
    }
    const user = session.user()
    if (!user || user.token !== before.token) return
    if (!fresh.id) session.end('refused')
    else if (fresh.token === user.token && (fresh.tokenExpire !== user.tokenExpire || !holdsSame(fresh, user)))
      session.renew(fresh)
  }

  const touch = async (): Promise<boolean> => {
    lastTouchMs = nowMs()
    return extendTo((await parts.touch()).tokenExpire)
  }

  const checkTimer = setInterval(() => void check(), checkEveryMs)
  const unsubscribe = session.subscribe((user) => (user ? arm() : stop()))
  arm()

  function stop() {
    clearTimeout(expiryTimer)
    clearInterval(checkTimer)
    unsubscribe()
    parts.onExpiring(undefined)
  }

  return {
    noteUse: () => {
      const user = session.user()
      // In the last minute the dialog asks the user; activity alone does not extend the session.
      if (!user || user.tokenExpire - nowMs() <= warnBeforeMs) return
      if (nowMs() - lastTouchMs < touchEveryMs) return
      touch().catch(() => undefined)
    },
    stay: touch,
    wake: arm,
    stop,
  }
}
