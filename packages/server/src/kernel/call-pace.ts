// Orders the start of concurrent calls: one per round of the event loop, round-robin across callers. Otherwise sixty
// simultaneous calls of one user would be read, checked and started in one piece, and whatever arrives meanwhile would
// wait for all of them.
import type { FastifyInstance } from 'fastify'
import { isCall } from './request-gate.ts'

export interface CallPace {
  /** Starts the call when it is its caller's turn: immediately if nothing else has started in this round. */
  begin(caller: string, call: () => void): void
}

/** `nextRound` calls back in the next round of the event loop. */
export function createCallPace(nextRound: (begin: () => void) => void = setImmediate): CallPace {
  /** Callers in turn order, each with its calls in arrival order. */
  const waiting = new Map<string, (() => void)[]>()
  let isTaken = false

  const beginNext = (): void => {
    const [first] = waiting
    if (!first) {
      isTaken = false
      return
    }
    const [caller, calls] = first
    waiting.delete(caller)
    const begin = calls.shift()!
    // Requeues the caller behind all others.
    if (calls.length > 0) waiting.set(caller, calls)
    nextRound(beginNext)
    begin()
  }

  return {
    begin(caller, call) {
      if (!isTaken) {
        isTaken = true
        nextRound(beginNext)
        return call()
      }
      const calls = waiting.get(caller)
      if (calls) calls.push(call)
      else waiting.set(caller, [call])
    },
  }
}

/**
 * Paces the calls of the route table (`/v1/`) by token or API token, or by address where there is none. Register it
 * behind the limit of calls (`request-gate.ts`), which bounds how many wait here; both count a call from the moment its
 * body is there, so that bodies that were held back and end together do not start together.
 */
export function paceCalls(app: FastifyInstance): void {
  const pace = createCallPace()
  app.addHook('preValidation', (request, _reply, done) => {
    if (!isCall(request)) return done()
    const { token, authorization } = request.headers
    pace.begin(typeof token === 'string' ? token : (authorization ?? request.ip), done)
  })
}
