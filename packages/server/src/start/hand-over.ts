// Spreads the connections of one port over several processes: the supervisor accepts each and passes it on unread. Its
// listener stays open while a process is replaced, and a connection that a process had not taken when it died goes to
// another.
import type { Server, Socket } from 'node:net'

export interface ConnectionTaker {
  /** Sends a connection; the taker answers with `taken`. */
  give(id: number, connection: Socket): void
}

export interface HandOver {
  /** From now on connections are passed on; before, they are closed at once. */
  open(): void
  join(taker: ConnectionTaker): void
  taken(taker: ConnectionTaker, id: number): void
  /** What the taker has not taken goes to the others. */
  leave(taker: ConnectionTaker): void
  /** Accepts no further connection. */
  close(): void
  /** Resolves when every connection that was accepted has been taken. */
  allTaken(): Promise<void>
  /** Closes the connections that nobody has taken, when nobody is left to take them. */
  abandon(): void
}

/** While no process is alive, as many connections wait for the next one as the system's queue holds. */
const mostWaiting = 511

/** `server` must be created with `pauseOnConnect`: what the caller has sent belongs to the process that takes it. */
export function handOver(server: Server): HandOver {
  /** Each with what it was given and has not taken yet; in the order of their turns. */
  const takers = new Map<ConnectionTaker, Map<number, Socket>>()
  const waiting: Socket[] = []
  let isOpen = false
  let lastId = 0
  let onAllTaken: (() => void)[] = []

  /** A process that is stuck takes nothing, so it gets nothing more; among equals the turns go round. */
  const nextTaker = (): ConnectionTaker | undefined => {
    let next: ConnectionTaker | undefined
    let least = Infinity
    for (const [taker, given] of takers)
      if (given.size < least) {
        next = taker
        least = given.size
      }
    return next
  }

  const pass = (connection: Socket): void => {
    const taker = nextTaker()
    const given = taker && takers.get(taker)
    if (taker === undefined || given === undefined) {
      if (waiting.length < mostWaiting) waiting.push(connection)
      else connection.destroy()
      return
    }
    takers.delete(taker)
    takers.set(taker, given)
    given.set(++lastId, connection)
    taker.give(lastId, connection)
  }

  const settle = (): void => {
    if (waiting.length > 0 || [...takers.values()].some((given) => given.size > 0)) return
    for (const resolve of onAllTaken) resolve()
    onAllTaken = []
  }

  server.on('connection', (connection) => {
    // A caller that leaves while it waits is noticed by the process that takes its connection.
    connection.on('error', () => undefined)
    if (isOpen) pass(connection)
    else connection.destroy()
  })

  return {
    open() {
      isOpen = true
    },
    join(taker) {
      takers.set(taker, new Map())
      for (const connection of waiting.splice(0)) pass(connection)
    },
    taken(taker, id) {
      const given = takers.get(taker)
      // Only this copy ends; the process has its own.
      given?.get(id)?.destroy()
      given?.delete(id)
      settle()
    },
    leave(taker) {
      const given = takers.get(taker)
      takers.delete(taker)
      for (const connection of given?.values() ?? []) pass(connection)
      settle()
    },
    close: () => void server.close(),
    allTaken: () =>
      new Promise((resolve) => {
        onAllTaken.push(resolve)
        settle()
      }),
    abandon() {
      for (const connection of waiting.splice(0)) connection.destroy()
      settle()
    },
  }
}
