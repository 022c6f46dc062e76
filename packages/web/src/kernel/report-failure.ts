// Handles every failed call: shows its toasts unless the caller handles the message, and signs out when the session is
// over.
import { ApiError, type CallOptions, type FailedCall } from '@clubfolio/contract'
import { showToast } from '../ui/toast.tsx'
import { describeFailure } from './describe-failure.ts'
import { session } from './session.ts'

export function reportFailure(error: ApiError, options: CallOptions, call: FailedCall): void {
  const isQuiet = options.background === true || options.ownMessage === true
  // A 401 to a call made before the current session was opened does not end that session.
  if (error.status === 401 && call.token !== undefined && call.token === session.token())
    session.end(isQuiet ? 'refused' : 'unauthorized')
  if (!isQuiet) showFailure(error)
}

/** Shows the same toasts for a screen whose call is marked `ownMessage` but that has no message for this failure. */
export function showFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  for (const toast of describeFailure(error.body)) showToast(toast)
}
