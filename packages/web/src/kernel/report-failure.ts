// Handles every failed call: shows its toasts unless the caller handles the message, and signs out when the session is
// over.
import type { ApiError, CallOptions, FailedCall } from '@clubfolio/contract'
import { showFailure } from '../ui/show-failure.ts'
import { session } from './session.ts'

export function reportFailure(error: ApiError, options: CallOptions, call: FailedCall): void {
  // A list that cannot be read without a line says so in its place, and the frame says why.
  const isOfList = error.status === 0 && !navigator.onLine && options.signal !== undefined
  const isQuiet = options.background === true || options.ownMessage === true || isOfList
  // A 401 to a call made before the current session was opened does not end that session.
  if (error.status === 401 && call.token !== undefined && call.token === session.token())
    session.end(isQuiet ? 'refused' : 'unauthorized')
  const isShownByForm = options.inForm === true && error.status !== 401
  if (!isQuiet && !isShownByForm) showFailure(error)
}
