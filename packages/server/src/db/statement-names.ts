// Names for statements that come again and again, so that PostgreSQL parses them once per connection and may keep their
// plan, as the JDBC driver does by default. Names belong to a pool: each of its connections prepares what it meets.
import { createHash } from 'node:crypto'

/** A statement is prepared from this use on: texts that come once, such as lists of varying length, never are. */
const namedFromUse = 5
/** The most names of a pool: each costs memory in every connection. */
const mostNames = 256
export const longestPreparedText = 12_000
/** The most texts whose uses are counted; counting starts over when there are more. */
const mostCounted = 2_000

export interface StatementNames {
  /** Counts a use and returns the name of the statement, or undefined while it is to run without one. */
  nameOf(text: string): string | undefined
  /** Gives the statement another name at its next use: what is prepared under this one is outdated. */
  renew(text: string): void
}

/** `const names = createStatementNames()`, then `names.nameOf(text)` returns undefined four times, then a name. */
export function createStatementNames(most = mostNames): StatementNames {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  let renewals = 0
  return {
    nameOf(text) {
      const name = names.get(text)
      if (name !== undefined || names.size >= most) return name
      // Texts of rows that are written together are long and differ each time; they must not be held here.
      if (text.length > longestPreparedText || !isPreparable(text)) return undefined
      if (uses.size >= mostCounted) uses.clear()
      const count = (uses.get(text) ?? 0) + 1
      uses.set(text, count)
      if (count < namedFromUse) return undefined
      uses.delete(text)
      const made = nameFor(text, renewals)
      names.set(text, made)
      return made
    },
    renew(text) {
      if (names.has(text)) names.set(text, nameFor(text, ++renewals))
    },
  }
}

const nameFor = (text: string, renewals: number): string =>
  `${createHash('sha256').update(text).digest('hex').slice(0, 24)}${renewals === 0 ? '' : `-${renewals}`}`

/**
 * One statement that reads or changes rows; several at once, and those about transactions and settings, are not. Nor is
 * ON CONFLICT: where a parameter says which partial index is meant, a plan that is kept cannot know it and fails.
 */
const isPreparable = (text: string): boolean =>
  !/\bon conflict\b/i.test(text) &&
  /^\s*(\/\*[^*]*\*\/\s*)?(select|with|insert|update|delete)\b/i.test(text) &&
  !text.includes(';')

/**
 * Returns whether a prepared statement failed because the columns of its result have changed since, as after a
 * migration by a newer version. It was not carried out.
 */
export const isOutdatedStatement = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === '0A000' &&
  'routine' in error &&
  error.routine === 'RevalidateCachedQuery'
