// The sockets of each session over all web processes, as the supervisor counts them. Those of a process that died are
// gone.
import { maxSocketsPerSession } from '../kernel/socket-limit.ts'

export interface SocketLedger {
  /** Returns whether there was a place. */
  take(holder: object, key: string): boolean
  leave(holder: object, key: string): void
  /** Returns all places of a process. */
  forget(holder: object): void
}

export function createSocketLedger(most = maxSocketsPerSession): SocketLedger {
  const held = new Map<string, Map<object, number>>()
  const countOf = (key: string): number => [...(held.get(key)?.values() ?? [])].reduce((sum, count) => sum + count, 0)
  const change = (holder: object, key: string, by: number): void => {
    const holders = held.get(key) ?? new Map<object, number>()
    const count = (holders.get(holder) ?? 0) + by
    if (count > 0) holders.set(holder, count)
    else holders.delete(holder)
    if (holders.size > 0) held.set(key, holders)
    else held.delete(key)
  }
  return {
    take(holder, key) {
      if (countOf(key) >= most) return false
      change(holder, key, 1)
      return true
    },
    leave: (holder, key) => change(holder, key, -1),
    forget(holder) {
      for (const [key, holders] of held) change(holder, key, -(holders.get(holder) ?? 0))
    },
  }
}
