// The last figures of this page's user on this device. The installed application keeps them; in a window of a browser,
// which others may use too, they are kept only after the user has switched it on there, until they sign out.
import { useSyncExternalStore } from 'react'
import { createKeptFigures } from './kept-figures.ts'
import { createReadPosition, parsePosition, positionHeader } from './read-position.ts'
import { session } from './session.ts'
import { createUserStore } from './store.ts'

const wishKey = 'keepsFigures'

/** Time of the oldest figures on the page that came from this device; undefined while all are the server's. */
export const keptFiguresAt = createUserStore<number | undefined>(undefined)

/** Whether the application runs from its icon, without the bars of a browser. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  // Safari on a phone.
  ('standalone' in navigator && navigator.standalone === true)

const wish = createUserStore(false)
wish.set(localStorage.getItem(wishKey) !== null)

/** The position of the messages that the data of this page contain. */
export const shownFrom = createReadPosition()

/** Calls without a session read nothing that messages are about. */
const sendNoting: typeof fetch = async (address, request) => {
  if (new Headers(request?.headers).get('token') === null) return fetch(address, request)
  const note = shownFrom.begin()
  const answer = await fetch(address, request)
  note(parsePosition(answer.headers.get(positionHeader)))
  return answer
}

const keptFigures = createKeptFigures({
  stores: typeof caches === 'undefined' ? undefined : caches,
  send: sendNoting,
  userId: () => session.user()?.id,
  isWished: () => isInstalled() || localStorage.getItem(wishKey) !== null,
  isOnline: () => navigator.onLine,
  nowMs: Date.now,
  onKept: (atMs) => keptFiguresAt.set(Math.min(atMs, keptFiguresAt.get() ?? atMs)),
  onAnswer: () => keptFiguresAt.set(undefined),
})

/**
 * Whether calls reach the server as far as the page knows: a browser may know of a line on which nobody answers. While
 * the page shows figures of this device it sends nothing that changes something.
 */
export const hasLine = (): boolean => navigator.onLine && keptFiguresAt.get() === undefined

export const fetchKeeping = keptFigures.fetch

/** Call once at startup: nothing of another user, or of a session that is over, stays on the device. */
export function forgetFiguresAtEnd(): void {
  const forget = () => keptFigures.keepOnly(session.user()?.id).catch(() => undefined)
  session.subscribe(() => {
    // A page that waits for the sign-in again must be able to send it.
    if (!session.user()) keptFiguresAt.set(undefined)
    wish.set(localStorage.getItem(wishKey) !== null)
    void forget()
  })
  void forget()
}

export interface KeepingFigures {
  readonly isOn: boolean
  /** The installed application always keeps them. */
  readonly isInstalled: boolean
  readonly set: (isOn: boolean) => void
}

/** Whether figures are kept here: `const { isOn, set } = useKeepingFigures()`. */
export function useKeepingFigures(): KeepingFigures {
  const isWished = useSyncExternalStore(wish.subscribe, wish.get)
  const installed = isInstalled()
  return {
    isOn: installed || isWished,
    isInstalled: installed,
    set: (isOn) => {
      if (isOn) localStorage.setItem(wishKey, 'yes')
      else localStorage.removeItem(wishKey)
      wish.set(isOn)
      if (!isOn) void keptFigures.keepOnly(undefined).catch(() => undefined)
    },
  }
}
