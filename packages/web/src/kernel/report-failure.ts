// Listens to every failed call: shows its toasts unless the caller speaks for itself, and signs out when the session is over.
import { ApiError, type CallOptions } from '@clubfolio/contract'
import { showToast } from '../ui/toast.tsx'
import { describeFailure } from './describe-failure.ts'
import { session } from './session.ts'

export function reportFailure(error: ApiError, options: CallOptions): void {
  const isQuiet = options.background === true || options.ownMessage === true
  if (!isQuiet) showFailure(error)
  if (error.status === 401 && session.user()) session.end(isQuiet ? 'refused' : 'unauthorized')
}

/** The same toasts for a screen whose call is marked `ownMessage` but that has no words of its own for this failure. */
export function showFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  for (const toast of describeFailure(error.body)) showToast(toast)
}
