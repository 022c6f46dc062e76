// Ascending order of a column's sort values. The table excludes absent values and places them last.
import type { SortValue } from './column.tsx'

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * Returns a negative number when `a` comes first. Text compares in natural order ("A2" before "A10"), false before
 * true.
 */
export function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'string' || typeof b === 'string') return words.compare(String(a ?? ''), String(b ?? ''))
  const left = a ?? 0
  const right = b ?? 0
  return left < right ? -1 : left > right ? 1 : 0
}
