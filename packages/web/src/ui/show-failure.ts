// Shows a failed call as toasts.
import { ApiError } from '@clubfolio/contract'
import { describeFailure } from './describe-failure.ts'
import { showToast } from './toast.tsx'

/** For a call that is marked `ownMessage`, when its screen has no message for this failure. */
export function showFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  for (const toast of describeFailure(error.body)) showToast(toast)
}
