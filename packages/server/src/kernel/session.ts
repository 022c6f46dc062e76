// Sessions: 12 hours at most, 30 minutes idle. A token is 256 random bits, stored hashed. Rights are read with the
// session on every request, so a changed permission or a disabled user takes effect with the next request.
import type { PermissionKey, SessionFactor } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Clock } from './clock.ts'
import { hashToken, newId, newToken } from './id.ts'
import { hasRequiredFactor, type SessionProof } from './strong-factor.ts'
import type { Trx } from './transaction.ts'

export const absoluteLimitMs = 12 * 60 * 60 * 1000
export const idleLimitMs = 30 * 60 * 1000
/** Last use is written at most once per this interval, so that a busy page does not write on every call. */
const useGrainMs = 60 * 1000

/** The token that makes a call in place of a sign-in. */
export interface TokenOfCall {
  readonly id: string
  readonly name: string
  readonly isReadOnly: boolean
  /** Null: all accounts of its holder. */
  readonly accountIds: readonly string[] | null
}

export interface Session {
  readonly id: string
  readonly token: string
  readonly userId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly isSystem: boolean
  readonly permissions: readonly PermissionKey[]
  /** The earlier of the absolute and the idle limit. */
  readonly tokenExpireMs: number
  /** Absent for API tokens. */
  readonly proof?: SessionProof
  /** The API token that makes the call in place of a sign-in; `id` is then the token's. */
  readonly apiToken?: TokenOfCall
}

interface SessionRow {
  id: string
  user_id: string
  first_name: string
  last_name: string
  email: string
  is_system: boolean
  last_used_at: Date
  expires_at: Date
  factor: SessionFactor
  factor_at: Date | null
  is_strong_enough: boolean
  keys: PermissionKey[]
}

/**
 * Returns the live session of `token`, or undefined when it is unknown, ended, expired, idle for too long, or its user
 * is not active.
 */
export async function findSession(
  db: Db,
  clock: Clock,
  token: string,
  isBackground: boolean,
): Promise<Session | undefined> {
  const nowMs = clock.nowMs()
  const found = await sql<SessionRow>`
    select s.id, s.user_id, s.last_used_at, s.expires_at, s.factor, s.factor_at, u.first_name, u.last_name,
      u.email, u.is_system, ${hasRequiredFactor('s.factor', 's.user_id')} as is_strong_enough,
      array(
        select distinct p.name_key
        from user_group_member m
        join user_group g on g.id = m.group_id and g.status = 'ACTIVE'
        join group_permission gp on gp.group_id = g.id
        join permission p on p.id = gp.permission_id
        where m.user_id = s.user_id
        order by p.name_key
      ) as keys
    from session s
    join app_user u on u.id = s.user_id and u.status = 'ACTIVE'
    where s.token_hash = ${hashToken(token)}
      and s.ended_at is null
      and s.expires_at > ${new Date(nowMs)}
      and s.last_used_at > ${new Date(nowMs - idleLimitMs)}
  `.execute(db)
  const row = found.rows[0]
  if (!row) return undefined
  const lastUsedMs = isBackground ? row.last_used_at.getTime() : await recordUse(db, row, nowMs)
  return {
    id: row.id,
    token,
    userId: row.user_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    isSystem: row.is_system,
    permissions: row.keys,
    tokenExpireMs: Math.min(row.expires_at.getTime(), lastUsedMs + idleLimitMs),
    proof: { factor: row.factor, atMs: row.factor_at?.getTime() ?? 0, isTooWeak: !row.is_strong_enough },
  }
}

async function recordUse(db: Db, row: SessionRow, nowMs: number): Promise<number> {
  const lastUsedMs = row.last_used_at.getTime()
  if (nowMs - lastUsedMs < useGrainMs) return lastUsedMs
  await db
    .updateTable('session')
    .set({ last_used_at: new Date(nowMs) })
    .where('id', '=', row.id)
    .execute()
  return nowMs
}

/**
 * Returns which of the sessions are live now and have the factor that a group of their user requires: for connections
 * that outlive a request, such as WebSockets.
 */
export async function findLiveSessions(db: Db, clock: Clock, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const nowMs = clock.nowMs()
  const { rows } = await sql<{ id: string }>`
    select s.id from session s join app_user u on u.id = s.user_id and u.status = 'ACTIVE'
    where s.id = any(${ids}::uuid[]) and s.ended_at is null and s.expires_at > ${new Date(nowMs)}
      and s.last_used_at > ${new Date(nowMs - idleLimitMs)} and ${hasRequiredFactor('s.factor', 's.user_id')}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export interface SessionHolder {
  readonly userId: string
  readonly keys: ReadonlySet<PermissionKey>
}

/** Returns the same with each session's holder and their current rights; without ids, for every live session. */
export async function findSessionHolders(
  db: Db,
  clock: Clock,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, SessionHolder>> {
  const nowMs = clock.nowMs()
  const { rows } = await sql<{ id: string; user_id: string; keys: PermissionKey[] }>`
    with alive as (
      select s.id, s.user_id from session s join app_user u on u.id = s.user_id and u.status = 'ACTIVE'
      where (${ids ?? null}::uuid[] is null or s.id = any(${ids ?? null}::uuid[])) and s.ended_at is null
        and s.expires_at > ${new Date(nowMs)} and s.last_used_at > ${new Date(nowMs - idleLimitMs)}
        and ${hasRequiredFactor('s.factor', 's.user_id')}
    )
    select a.id, a.user_id, coalesce(held.keys, '{}') as keys from alive a
    left join (
      select m.user_id, array_agg(distinct p.name_key) as keys
      from user_group_member m
      join user_group g on g.id = m.group_id and g.status = 'ACTIVE'
      join group_permission gp on gp.group_id = g.id
      join permission p on p.id = gp.permission_id
      where m.user_id in (select user_id from alive)
      group by m.user_id
    ) held on held.user_id = a.user_id
  `.execute(db)
  return new Map(rows.map(({ id, user_id, keys }) => [id, { userId: user_id, keys: new Set(keys) }]))
}

export interface OpenSessionOptions {
  readonly userId: string
  readonly address: string
  readonly userAgent: string
  /** What was proved besides the password; a text message when not given. */
  readonly factor?: SessionFactor
  /** The provider that took the place of the password. */
  readonly provider?: string | undefined
}

/** Opens a session and returns its token, which is never shown again. */
export async function openSession(
  trx: Trx,
  clock: Clock,
  { userId, address, userAgent, factor = 'SMS', provider }: OpenSessionOptions,
): Promise<string> {
  const token = newToken()
  const now = new Date(clock.nowMs())
  await trx
    .insertInto('session')
    .values({
      id: newId(clock),
      user_id: userId,
      token_hash: hashToken(token),
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + absoluteLimitMs),
      ended_at: null,
      address,
      user_agent: userAgent.slice(0, 256),
      factor,
      factor_at: now,
      provider: provider ?? null,
    })
    .execute()
  return token
}

/**
 * Ends one session, or all sessions of a user (except one) when no session id is given. What ends all of them without
 * exception, such as a new e-mail address or a reset password, also revokes the API tokens of the user.
 */
export async function endSessions(
  db: Db | Trx,
  clock: Clock,
  which: { sessionId: string } | { userId: string; except?: string },
): Promise<void> {
  let query = db
    .updateTable('session')
    .set({ ended_at: new Date(clock.nowMs()) })
    .where('ended_at', 'is', null)
  if ('sessionId' in which) query = query.where('id', '=', which.sessionId)
  else {
    query = query.where('user_id', '=', which.userId)
    if (which.except) query = query.where('id', '!=', which.except)
  }
  await query.execute()
  if ('sessionId' in which || which.except !== undefined) return
  await db
    .updateTable('api_token')
    .set({ revoked_at: new Date(clock.nowMs()) })
    .where('owner_id', '=', which.userId)
    .where('revoked_at', 'is', null)
    .execute()
  await db
    .updateTable('webhook')
    .set({ state: 'PAUSED', reason: 'Paused because all your sessions were ended. Check its address, then resume it.' })
    .where('owner_id', '=', which.userId)
    .where('state', '=', 'ACTIVE')
    .execute()
  // As with every pause: what waits is not sent later by itself.
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'FAILED', claimed_until: null })
    .where('state', '=', 'WAITING')
    .where('webhook_id', 'in', (eb) => eb.selectFrom('webhook').select('id').where('owner_id', '=', which.userId))
    .execute()
}
