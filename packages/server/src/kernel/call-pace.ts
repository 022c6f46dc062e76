// In which order calls begin that come in at the same moment: one in each round of the event loop, callers in turn. Sixty calls of one user
// that arrive together would otherwise be read, checked and begun in one piece, and whatever arrives meanwhile waits for all of them.
import type { FastifyInstance } from 'fastify'

export interface CallPace {
  /** Begins this call when it is the caller's turn: at once while nothing else began in this round. */
  begin(caller: string, call: () => void): void
}

/** `nextRound` calls back in the next round of the event loop. */
export function createCallPace(nextRound: (begin: () => void) => void = setImmediate): CallPace {
  /** Callers in the order of their turns, each with its calls in theirs. */
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
    // Behind everybody else.
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

/** Paces the calls of the route table (`/v1/`) by their token, or by address without one. */
export function paceCalls(app: FastifyInstance): void {
  const pace = createCallPace()
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.startsWith('/v1/')) return done()
    const { token } = request.headers
    pace.begin(typeof token === 'string' ? token : request.ip, done)
  })
}
