// Hashes and verifies the passwords of paper logins with argon2id. An unknown login costs the same work as a wrong
// password.

import { hash, verify } from '@node-rs/argon2'

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

let decoy: Promise<string> | undefined

/** Returns the hash to store for a new password. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/**
 * Verifies a password against a stored hash. Without a hash (unknown login) it verifies against a decoy, so that the
 * response time reveals nothing.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  if (passwordHash !== undefined) return verify(passwordHash, password)
  decoy ??= hash('a decoy that no login has')
  await verify(await decoy, password)
  return false
}
