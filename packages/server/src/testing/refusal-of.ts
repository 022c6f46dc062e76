// Describes how a call that must fail failed, in one line that tests compare.
import { ApiError } from '@clubfolio/contract'

/** `await refusalOf(client.security.login(...))` is `'400 wrongCredentials'`; a call that succeeds is an error. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected a refusal, got ${String(error)}`)
  return `${error.status} ${error.body.refusal}`
}
