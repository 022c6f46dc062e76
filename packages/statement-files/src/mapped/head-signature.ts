// The key of the headings that a mapping is remembered under. Apart from the mapping itself, which browsers read too.
import { createHash } from 'node:crypto'
import { columnName } from '../table/table-row.ts'

/**
 * Returns the key under which a mapping is remembered: the same for the same headings in the same order, whatever their
 * capitals and blanks.
 */
export function headSignature(head: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(head.map(columnName)))
    .digest('base64url')
}
