// API tokens for tests, written without the call that makes them, which asks for a password and sends a mail.
import { tokenKeys, type PermissionKey, type SessionFactor } from '@clubfolio/contract'
import { dayMs } from '@clubfolio/domain'
import { hashToken, newId } from '../kernel/id.ts'
import { makeApiToken } from '../kernel/token-form.ts'
import type { TestGround } from './test-app.ts'

export interface GivenToken {
  readonly name?: string
  readonly keys?: readonly PermissionKey[]
  readonly isReadOnly?: boolean
  /** Null: all accounts. */
  readonly accountIds?: readonly string[] | null
  readonly expiresAtMs?: number
  readonly isRevoked?: boolean
  /** Of the session that made it. */
  readonly factor?: SessionFactor
}

/** Gives a user a token, by default for everything and a month. */
export async function giveToken(
  { services: { db, clock } }: TestGround,
  ownerId: string,
  {
    name = 'Test',
    keys = tokenKeys,
    isReadOnly = false,
    accountIds = null,
    expiresAtMs = clock.nowMs() + 30 * dayMs,
    isRevoked = false,
    factor = 'SMS',
  }: GivenToken = {},
): Promise<{ id: string; token: string }> {
  const id = newId(clock)
  const token = makeApiToken(id)
  const now = new Date(clock.nowMs())
  await db
    .insertInto('api_token')
    .values({
      id,
      owner_id: ownerId,
      name,
      token_hash: hashToken(token),
      keys: [...keys],
      is_read_only: isReadOnly,
      is_for_all_accounts: accountIds === null,
      created_at: now,
      expires_at: new Date(expiresAtMs),
      revoked_at: isRevoked ? now : null,
      last_used_at: null,
      last_address: null,
      factor,
    })
    .execute()
  for (const accountId of accountIds ?? [])
    await db.insertInto('api_token_account').values({ token_id: id, account_id: accountId }).execute()
  return { id, token }
}
