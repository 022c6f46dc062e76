// Maps a failed call to the toasts that the specification defines. Pure; show-failure.ts shows them.
// Source: docs/rules/interface.md, "Failures".
import type { ErrorBody } from '@clubfolio/contract'

export interface ToastText {
  readonly tone: 'error' | 'info'
  readonly title: string
  readonly message: string
}

/**
 * Returns the toasts of a failure. Four cases: 401 is an error 'Unauthorized', 404 is an info 'Error', any other text
 * is an error 'Error', and a list gives one error 'Error' per item. A fault (500 and above) adds its request id, so
 * that support can find it.
 * `describeFailure({ code: 404, error: 'Gone' })` is `[{ tone: 'info', title: 'Error', message: 'Gone' }]`.
 */
export function describeFailure(body: ErrorBody): readonly ToastText[] {
  const messages = typeof body.error === 'string' ? [body.error] : body.error.map((fault) => fault.message)
  if (body.code === 401) return [{ tone: 'error', title: 'Unauthorized', message: messages.join(' ') }]
  if (body.code === 404) return [{ tone: 'info', title: 'Error', message: messages.join(' ') }]
  const suffix = body.code >= 500 && body.requestId ? ` (${body.requestId})` : ''
  return messages.map((message) => ({ tone: 'error', title: 'Error', message: message + suffix }))
}
