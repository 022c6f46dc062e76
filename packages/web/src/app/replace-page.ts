// This browser has another user than the one this page serves: the page goes, with everything in its memory, and a new one begins for the
// other user. A tab that slept hears of it late or not at all, so it looks whenever it is seen or comes back.
import { session } from '../kernel/session.ts'

/** Call once at the start of the page. */
export function replacePageForAnotherUser(): void {
  let isOver = false
  const leave = () => {
    // Nothing of the one user may be seen by the other while the new page loads.
    document.documentElement.hidden = true
    location.replace('/')
  }
  session.subscribe((_user, ended) => {
    if (ended !== 'other-user') return
    isOver = true
    leave()
  })
  // Back may bring a page out of the browser's memory that was over already.
  const look = () => (isOver ? leave() : session.callerId())
  addEventListener('pageshow', ({ persisted }) => persisted && look())
  addEventListener('focus', look)
  document.addEventListener('resume', look)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
}
