// When a session is over, this page forgets its user: what was read, what was open, what was asked and what was said.
// A page never goes on with another user; `replacePage` sees to that. See decision 0019.
import { dropQuestions } from '../ui/confirm.tsx'
import { clearToasts } from '../ui/toast.tsx'
import { giveUpUnsaved } from '../ui/unsaved-work.ts'
import { queryClient } from './query-client.ts'
import { session } from './session.ts'
import { forgetUser } from './store.ts'

/** Call once at the start of the page, before others listen to the session. */
export function forgetUserAtEnd(): void {
  session.subscribe((user) => {
    if (user || session.isPaused()) return
    forgetUser()
    queryClient.clear()
    dropQuestions()
    clearToasts()
    giveUpUnsaved()
    sessionStorage.clear()
  })
}
