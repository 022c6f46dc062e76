// One-use recovery codes: 80 random bits each, stored as a hash only. A new set replaces the old one.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'
import { hashToken, newId } from '../../kernel/id.ts'
import type { Trx } from '../../kernel/transaction.ts'

const codesPerSet = 10
/** Crockford's base 32: no I, L, O or U, which are misread. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a code such as `7K3M-Q9XT-0VBD-H52W`. */
function newRecoveryCode(): string {
  const text = Array.from(randomBytes(16), (byte) => letters[byte % 32]).join('')
  return text.match(/.{4}/g)!.join('-')
}

/** Reads a code as people type it: `7k3m q9xt 0vbd h52w` is `7K3MQ9XT0VBDH52W`, an O is a zero. */
export const readRecoveryCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

const hashOf = (code: string): Buffer => hashToken(`recovery code ${readRecoveryCode(code)}`)

/** Replaces the user's codes and returns the new ones, which cannot be read again. */
export async function replaceRecoveryCodes(trx: Trx, clock: Clock, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesPerSet }, newRecoveryCode)
  const now = new Date(clock.nowMs())
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        id: newId(clock),
        user_id: userId,
        code_hash: hashOf(code),
        created_at: now,
        used_at: null,
      })),
    )
    .execute()
  return codes
}

/** Uses a code up; of two parallel uses one gets true. */
export async function spendRecoveryCode(trx: Trx, clock: Clock, userId: string, code: string): Promise<boolean> {
  const spent = await trx
    .updateTable('recovery_code')
    .set({ used_at: new Date(clock.nowMs()) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}
