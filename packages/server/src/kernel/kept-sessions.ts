// Rows of sessions in the memory of the process, kept while nothing that they were read from has changed. Changes are
// heard of from the database (features/security/watch-sessions.ts); nothing is kept for a time.

export interface KeptSessions<Row> {
  find(key: string): Row | undefined
  /** Call it before the statement is sent: what was read before a change must not be kept after it. */
  begin(): number
  /** `begun` is what `begin` returned. */
  keep(begun: number, key: string, row: Row): void
  /** Forgets the sessions of a user, or all of them. */
  forget(userId?: string): void
}

/** Of each process. A row takes about 4 KB with the rights of an administrator. */
const mostKept = 4_000

/** `isCurrent` says whether every change up to now has been heard of, or will be before the next call is read. */
export function createKeptSessions<Row extends { readonly user_id: string }>(
  isCurrent: () => boolean,
  limit = mostKept,
): KeptSessions<Row> {
  // In order of last use, oldest first.
  const rows = new Map<string, Row>()
  const keysOf = new Map<string, Set<string>>()
  let changes = 0
  const drop = (key: string): void => {
    const row = rows.get(key)
    if (row === undefined) return
    rows.delete(key)
    const keys = keysOf.get(row.user_id)
    keys?.delete(key)
    if (keys?.size === 0) keysOf.delete(row.user_id)
  }
  return {
    find(key) {
      if (!isCurrent()) return undefined
      const row = rows.get(key)
      if (row === undefined) return undefined
      rows.delete(key)
      rows.set(key, row)
      return row
    },
    begin: () => changes,
    keep(begun, key, row) {
      if (begun !== changes || !isCurrent()) return
      drop(key)
      rows.set(key, row)
      const keys = keysOf.get(row.user_id) ?? new Set()
      keysOf.set(row.user_id, keys.add(key))
      for (const oldest of rows.keys()) {
        if (rows.size <= limit) return
        drop(oldest)
      }
    },
    forget(userId) {
      changes++
      if (userId !== undefined) {
        for (const key of keysOf.get(userId) ?? []) drop(key)
        return
      }
      rows.clear()
      keysOf.clear()
    },
  }
}
