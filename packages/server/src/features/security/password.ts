// Password hashing (argon2id) and the refusal of the most common passwords.
import { Refusal } from '@clubfolio/contract'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'

/** 19 MiB, 2 passes, 1 lane: the OWASP minimum for argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Verified against when the e-mail is unknown, so that known and unknown e-mails cost the same work. */
let decoy: Promise<string> | undefined

/**
 * Returns true when `password` matches `storedHash`; without a stored hash the same work is done and the result is
 * false.
 */
export async function passwordFits(storedHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('a decoy that nobody can sign in with')
  const fits = await verify(storedHash ?? (await decoy), password)
  return storedHash !== undefined && fits
}

/** About 49,000 of the first passwords that attackers try, in lower case. */
const commonPasswords = new Set(dictionary['passwords-common'])

/** Throws `commonPassword` for one of the most common, whatever its capitalisation. */
export function requireUncommonPassword(password: string): void {
  if (commonPasswords.has(password.toLowerCase())) throw new Refusal('commonPassword')
}
