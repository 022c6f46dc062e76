// Random secrets (tokens, codes, session cookies) and the digests under which they are stored; a stolen table opens nothing.

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits in URL-safe text of 43 characters. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The SHA-256 digest of a secret, as stored. The secrets have full entropy, so no salt or slow hash is needed. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** A keyed digest in URL-safe text, for values that are derived from a secret instead of stored. */
export function keyedDigest(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Whether two texts are equal, in a time that does not tell how much of them is. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(digestOf(left), digestOf(right))
}
