// Identifiers made in the application: UUIDv7 (ordered by time, RFC 9562) and random tokens that are stored only as
// hashes.
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'

/** Returns a UUIDv7 of the clock's current time: `019a9f3e-...-7...`. */
export function newId(clock: Clock): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(clock.nowMs(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Returns 256 random bits as 43 header-safe characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns the stored form of a token. A token has 256 bits of entropy, so one round of SHA-256 is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
