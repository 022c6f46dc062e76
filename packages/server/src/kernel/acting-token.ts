// The API token of the call that is running, also in what the call starts and does not wait for: the audit log names it
// wherever a line is written.
import { AsyncLocalStorage } from 'node:async_hooks'

export interface ActingToken {
  readonly id: string
  readonly name: string
  readonly ownerId: string
}

const acting = new AsyncLocalStorage<ActingToken>()

/** Returns the token that makes the present call; undefined in calls of a session and in jobs. */
export const actingToken = (): ActingToken | undefined => acting.getStore()

/** Runs a call as made by `token`; without one as it is. */
export const runAsToken = <Result>(token: ActingToken | undefined, call: () => Promise<Result>): Promise<Result> =>
  token === undefined ? call() : acting.run(token, call)
