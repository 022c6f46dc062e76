// How many effects of one user are at work at once in a process. Each holds a connection of the pool until it is committed, so whoever
// sent sixty at once would have all of them, and everybody else would wait. The others wait here for their turn, in their order.
import { Refusal } from '@clubfolio/contract'

export interface UserTurns {
  /** Does `work` when it is its turn. Throws `busy` where too many wait already, and what `work` throws. */
  run<Result>(userId: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>
}

/** Half of the pool; a browser has six calls at work. */
export const mostEffectsAtWork = 5
/** A part of what the whole process takes in (`request-gate.ts`). */
const mostWaiting = 100

interface Queue {
  atWork: number
  readonly waiting: Set<() => void>
}

/** `createUserTurns().run(session.userId, caller.signal, () => record())`: whoever hangs up while waiting is not carried out. */
export function createUserTurns(most = mostEffectsAtWork): UserTurns {
  const queues = new Map<string, Queue>()

  const turnIn = async (queue: Queue, signal: AbortSignal): Promise<void> => {
    if (queue.atWork < most) {
      queue.atWork++
      return
    }
    if (queue.waiting.size >= mostWaiting) throw new Refusal('busy')
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        queue.waiting.delete(begin)
        reject(new Refusal('busy'))
      }
      // The place of whoever ended is taken over as it is.
      const begin = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      if (signal.aborted) return leave()
      signal.addEventListener('abort', leave, { once: true })
      queue.waiting.add(begin)
    })
  }

  return {
    async run(userId, signal, work) {
      const queue = queues.get(userId) ?? { atWork: 0, waiting: new Set() }
      queues.set(userId, queue)
      await turnIn(queue, signal)
      try {
        return await work()
      } finally {
        const [next] = queue.waiting
        if (next) {
          queue.waiting.delete(next)
          next()
        } else if (--queue.atWork === 0) queues.delete(userId)
      }
    },
  }
}
