// Clears everything about the user when the session ends: user stores, query cache, questions, toasts, unsaved work and
// session storage. A page never continues with another user; `replacePage` ensures that. See decision 0019.
import { dropQuestions } from '../ui/confirm.tsx'
import { clearToasts } from '../ui/toast.tsx'
import { discardUnsaved } from '../ui/unsaved-work.ts'
import { queryClient } from './query-client.ts'
import { session } from './session.ts'
import { forgetUser } from './store.ts'

/** Call once at startup, before other code subscribes to the session. */
export function forgetUserAtEnd(): void {
  session.subscribe((user) => {
    if (user || session.isPaused()) return
    forgetUser()
    queryClient.clear()
    dropQuestions()
    clearToasts()
    discardUnsaved()
    sessionStorage.clear()
  })
}
