// Creates identifiers that stay inside our tables. Numbers that appear on the wire (account and activity numbers) come
// from the tables that own them.

import { randomBytes } from 'node:crypto'

const MAX_COUNT = 0xfff

let lastMs = 0
let count = 0

/**
 * Returns a version 7 UUID: 48 bits of the given instant, a counter within it, then random bits. Ids created by one
 * process for the same instant stay in order, even when the clock does not move (tests).
 */
export function uuidV7(epochMs: number): string {
  if (epochMs === lastMs && count < MAX_COUNT) count += 1
  else count = 0
  lastMs = epochMs
  const bytes = randomBytes(16)
  bytes.writeUIntBE(epochMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | count, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
