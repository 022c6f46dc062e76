// The API tokens of the session user, and what the token of a call may do. Secrets are stored hashed and never shown.
import { Refusal, type ApiToken, type ThisToken } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'

/** Returns the tokens that are not revoked, newest first; expired ones are marked. */
export async function findMyTokens({ db, clock }: Services, ownerId: string): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_token as t')
    .select([
      't.id',
      't.name',
      't.keys',
      't.is_read_only',
      't.is_for_all_accounts',
      't.created_at',
      't.expires_at',
      't.last_used_at',
      't.last_address',
      sql<ApiToken['accounts']>`(
        select coalesce(json_agg(json_build_object('id', a.id, 'number', a.number) order by a.number, a.id), '[]')
        from api_token_account l join account a on a.id = l.account_id where l.token_id = t.id
      )`.as('accounts'),
    ])
    .where('t.owner_id', '=', ownerId)
    .where('t.revoked_at', 'is', null)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .execute()
  const nowMs = clock.nowMs()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    keys: row.keys,
    isReadOnly: row.is_read_only,
    accounts: row.is_for_all_accounts ? null : row.accounts,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    isExpired: row.expires_at.getTime() <= nowMs,
    lastUsedAt: row.last_used_at?.getTime() ?? null,
    lastAddress: row.last_address,
  }))
}

/** Throws `notFound` in a session, which has no token. */
export function findThisToken({ userId, permissions, tokenExpireMs, apiToken }: Session): ThisToken {
  if (!apiToken) throw new Refusal('notFound')
  const { id, name, isReadOnly, accountIds } = apiToken
  return {
    id,
    name,
    userId,
    keys: [...permissions],
    isReadOnly,
    accountIds: accountIds === null ? null : [...accountIds],
    expiresAt: tokenExpireMs,
  }
}
