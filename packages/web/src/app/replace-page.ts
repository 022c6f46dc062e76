// Replaces the page when this browser has another user than the one it serves: the page and everything in its memory
// are discarded, and a new page loads for the other user. A tab that slept gets the event late or not at all, so it
// also checks whenever it becomes visible or is restored.
import { session } from '../kernel/session.ts'

/** Call once at startup. */
export function replacePageForAnotherUser(): void {
  let isOver = false
  const leave = () => {
    // Nothing of the previous user may be visible to the next one while the new page loads.
    document.documentElement.hidden = true
    location.replace('/')
  }
  session.subscribe((_user, ended) => {
    if (ended !== 'other-user') return
    isOver = true
    leave()
  })
  // Back may restore a page from the back/forward cache that was already over.
  const look = () => (isOver ? leave() : session.callerId())
  addEventListener('pageshow', ({ persisted }) => persisted && look())
  addEventListener('focus', look)
  document.addEventListener('resume', look)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
}
