// Shows a failed call as toasts.
import { ApiError } from '@clubfolio/contract'
import { describeFailure } from './describe-failure.ts'
import { showToast } from './toast.tsx'

/**
 * Also for a call whose screen or form shows its own messages (`ownMessage`, `inForm`) and has none for this failure.
 */
export function showFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  for (const toast of describeFailure(error.body)) showToast(toast)
}
