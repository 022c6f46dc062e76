// Random secrets (tokens, codes, session cookies) and the digests under which they are stored; a stolen table gives no
// access.

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Returns 256 random bits as 43 characters of URL-safe text. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Returns the SHA-256 digest of a secret, as stored. The secrets have full entropy, so no salt or slow hash is needed.
 */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Returns a keyed digest in URL-safe text, for values that are derived from a secret instead of stored. */
export function keyedDigest(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Compares two texts in a time that does not reveal how much of them matches. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(digestOf(left), digestOf(right))
}
