// Limits how many effects of one user run at once in a process. Each holds a connection of the pool until it commits: a
// user who sends sixty at once would take them all, and everybody else would wait. The excess queues here, in order.
import { Refusal } from '@clubfolio/contract'

export interface UserTurns {
  /**
   * Runs `work` when it is its turn. Throws `busy` when too many are already waiting or the turn does not come in time,
   * and whatever `work` throws.
   */
  run<Result>(userId: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>
}

/**
 * Less than half of the pool. Each running effect keeps a database process busy, and on a machine with few cores those
 * compete with the server: with five at once `/health` took twice as long as with three, and the user's own effects
 * finished no sooner.
 */
export const maxRunningEffects = 3
/**
 * For effects that take more than one transaction: they wait for another service, such as a brokerage, without a
 * connection, but each may hold one at some moment. Together with `maxRunningEffects` that leaves two of ten
 * connections to everybody else.
 */
export const maxUnpooledEffects = 5
/**
 * For files that are downloaded, each of which may hold all rows of a report in memory. They are among those effects,
 * because of their connections, and leave two of the five turns: no order waits for a file.
 */
export const maxDownloads = 3
/** Part of the process-wide limit (`request-gate.ts`). */
const mostWaiting = 100
/**
 * Effects that wait for the brokerage are slow, and their caller gives up after a minute: do not start work that nobody
 * waits for.
 */
const longestWaitMs = 20_000

interface Queue {
  atWork: number
  readonly waiting: Set<() => void>
}

/**
 * `createUserTurns().run(session.userId, caller.signal, () => record())`: nothing is done for a caller who disconnects
 * while waiting.
 */
export function createUserTurns(most = maxRunningEffects, waitMs = longestWaitMs): UserTurns {
  const queues = new Map<string, Queue>()

  const turnIn = async (queue: Queue, signal: AbortSignal): Promise<void> => {
    if (queue.atWork < most) {
      queue.atWork++
      return
    }
    if (queue.waiting.size >= mostWaiting) throw new Refusal('busy')
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
        queue.waiting.delete(begin)
        reject(new Refusal('busy'))
      }
      // The next effect takes over the freed slot; the count is unchanged.
      const begin = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const timer = setTimeout(leave, waitMs)
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

/** Returns turns for work that may take at most `most` of the turns of `among` at once. */
export function turnsAmong(among: UserTurns, most: number): UserTurns {
  const turns = createUserTurns(most)
  return { run: (userId, signal, work) => turns.run(userId, signal, () => among.run(userId, signal, work)) }
}
