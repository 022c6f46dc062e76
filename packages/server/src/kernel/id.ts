// Identifiers made in the application: UUIDv7 (ordered by time, RFC 9562) and random tokens that are stored only as
// hashes.
import { hash, randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'

const maxCount = 0xfff

const lastIds = new WeakMap<Clock, { readonly ms: number; readonly count: number }>()

/**
 * Returns a UUIDv7 of the clock's current time: 48 bits of milliseconds, a 12-bit counter within the millisecond, then
 * random bits (RFC 9562, 6.2, method 1): `019a9f3e-8c00-7000-...`, then `019a9f3e-8c00-7001-...`. Ids that one process
 * makes within a millisecond keep their order, so rows sorted by id are in the order in which they were created.
 */
export function newId(clock: Clock): string {
  const ms = clock.nowMs()
  const last = lastIds.get(clock)
  const count = last?.ms === ms && last.count < maxCount ? last.count + 1 : 0
  lastIds.set(clock, { ms, count })
  const bytes = randomBytes(16)
  bytes.writeUIntBE(ms, 0, 6)
  bytes.writeUInt16BE(0x7000 | count, 6)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Returns 256 random bits as 43 header-safe characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns the stored form of a token. A token has 256 bits of entropy, so one round of SHA-256 is enough. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
