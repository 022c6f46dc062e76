// Hashes and checks the passwords of paper logins with argon2id. An unknown login costs the same work as a wrong password.

import { hash, verify } from '@node-rs/argon2'

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

let decoy: Promise<string> | undefined

/** The hash to store for a new password. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/**
 * Whether a password belongs to a stored hash. Without a hash (unknown login) one verification against a decoy is done all
 * the same, so that the time of the answer tells nothing.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  if (passwordHash !== undefined) return verify(passwordHash, password)
  decoy ??= hash('a decoy that no login has')
  await verify(await decoy, password)
  return false
}
