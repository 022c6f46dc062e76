// Describes how a call that must fail failed, in one line that tests compare.
import { ApiError } from '@clubfolio/contract'
import { expect } from 'vitest'

/** `await refusalOf(client.security.login(...))` is `'400 wrongCredentials'`; a call that succeeds is an error. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected a refusal, got ${String(error)}`)
  return `${error.status} ${error.body.refusal}`
}

/** Matches the refusal of a call by its name: `await expect(call).rejects.toEqual(refusedAs('notFound'))`. */
export const refusedAs = (name: string): unknown =>
  expect.objectContaining({ body: expect.objectContaining({ refusal: name }) as object })
