// Key pairs: the other way to access one account over the Alpaca wire. The secret is shown once, when it is made; only
// its digest is stored.

import { randomBytes } from 'node:crypto'
import type { Database } from '../../db/connect.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { digestOf } from '../../kernel/secret.ts'

const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const ID_LETTERS = 18
const MAX_PAIRS = 10

export interface MadeKeyPair {
  readonly keyId: string
  /** Known only now. */
  readonly secret: string
}

export type KeyPairAnswer =
  | { readonly outcome: 'MADE'; readonly pair: MadeKeyPair }
  | { readonly outcome: 'REFUSED'; readonly reason: string }

/** Returns a new key id: `PK` and 18 letters and digits, which carry 90 random bits. */
function newKeyId(): string {
  return `PK${Array.from(randomBytes(ID_LETTERS), (byte) => ID_ALPHABET[byte % ID_ALPHABET.length] ?? 'A').join('')}`
}

async function isOwn(database: Database, loginId: string, accountId: string): Promise<boolean> {
  const row = await database
    .selectFrom('paper.account')
    .select('account_id')
    .where('login_id', '=', loginId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a key pair for one account of a login. */
export async function makeKeyPair(
  database: Database,
  { loginId, accountId, nowMs }: { readonly loginId: string; readonly accountId: string; readonly nowMs: number },
): Promise<KeyPairAnswer> {
  return inTransaction(database, async (transaction): Promise<KeyPairAnswer> => {
    if (!(await isOwn(transaction, loginId, accountId)))
      return { outcome: 'REFUSED', reason: 'This login has no such account.' }
    const held = await transaction
      .selectFrom('paper.key_pair')
      .select('key_id')
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .execute()
    if (held.length >= MAX_PAIRS)
      return { outcome: 'REFUSED', reason: `An account has at most ${MAX_PAIRS} key pairs. Revoke one first.` }
    const pair = { keyId: newKeyId(), secret: randomBytes(30).toString('base64url') }
    await transaction
      .insertInto('paper.key_pair')
      .values({
        key_id: pair.keyId,
        secret_digest: digestOf(pair.secret),
        account_id: accountId,
        made_at: new Date(nowMs),
        revoked_at: null,
      })
      .execute()
    return { outcome: 'MADE', pair }
  })
}

/** Revokes a key pair of a login at once; returns false when the login has no such pair in use. */
export async function revokeKeyPair(
  database: Database,
  { loginId, keyId, nowMs }: { readonly loginId: string; readonly keyId: string; readonly nowMs: number },
): Promise<boolean> {
  const revoked = await database
    .updateTable('paper.key_pair')
    .set({ revoked_at: new Date(nowMs) })
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where('account_id', 'in', (accounts) =>
      accounts.selectFrom('paper.account').select('account_id').where('login_id', '=', loginId),
    )
    .executeTakeFirst()
  return revoked.numUpdatedRows === 1n
}

export interface KeyPairSummary {
  readonly keyId: string
  readonly accountNumber: string
  readonly madeMs: number
}

/** Returns the key pairs of a login that are in use, newest first. */
export async function listKeyPairs(database: Database, loginId: string): Promise<KeyPairSummary[]> {
  const rows = await database
    .selectFrom('paper.key_pair as k')
    .innerJoin('paper.account as a', 'a.account_id', 'k.account_id')
    .select(['k.key_id', 'k.made_at', 'a.account_number'])
    .where('a.login_id', '=', loginId)
    .where('k.revoked_at', 'is', null)
    .orderBy('k.made_at', 'desc')
    .orderBy('k.key_id')
    .execute()
  return rows.map((row) => ({
    keyId: row.key_id,
    accountNumber: row.account_number,
    madeMs: row.made_at.getTime(),
  }))
}
