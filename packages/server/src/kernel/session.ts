// Sessions: 12 hours at most, 30 minutes idle. A token is 256 random bits, stored hashed. Rights are read with the
// session, so a changed permission or a disabled user takes effect with the next request: a call that changes something
// reads them itself, and one that reads may use what was read before while nothing of it has changed
// (docs/decisions/0125-kept-sessions.md).
import type { PermissionKey, SessionFactor } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { MarketSourceName } from '../db/tables/market-tables.ts'
import type { Clock } from './clock.ts'
import { hashToken, newId, newToken } from './id.ts'
import type { KnownMarket, MarketClock } from './known-market.ts'
import type { KeptSessions } from './kept-sessions.ts'
import { createBatchedLookup } from './shared-lookup.ts'
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
  /** The active market when the session was read. */
  readonly market?: KnownMarket | undefined
  /** The API token that makes the call in place of a sign-in; `id` is then the token's. */
  readonly apiToken?: TokenOfCall
}

export interface SessionRow {
  token_hash: Buffer
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
  market_source: MarketSourceName | null
  market_day: string | null
  forming_day: string | null
  has_due_levels: boolean
  clock_source: MarketSourceName | null
  clock_mode: MarketClock['mode']
  market_time: Date
  wall_time: Date
  speed: string
}

/** A token with what its call is: a background call does not keep the session alive. */
export interface AskedSession {
  readonly token: string
  readonly isBackground: boolean
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
  const [session] = await findSessions(db, clock, [{ token, isBackground }])
  return session
}

/**
 * Returns the sessions of several calls in the order in which they are asked for, in one statement: also their users,
 * their rights, whether their factor is strong enough, and the active market.
 */
export async function findSessions(
  db: Db,
  clock: Clock,
  asked: readonly AskedSession[],
): Promise<readonly (Session | undefined)[]> {
  const rows = await readRows(
    db,
    clock,
    asked.map(({ token }) => token),
  )
  const nowMs = clock.nowMs()
  const found = asked.map((one, place) => ({ ...one, row: rows[place] }))
  const used = new Set(found.flatMap(({ row, isBackground }) => (row && !isBackground ? [row] : [])))
  const renewed = await recordUse(db, [...used], nowMs)
  return found.map(({ row, token, isBackground }) => {
    if (!row) return undefined
    const lastUsed = !isBackground && renewed.has(row) ? new Date(nowMs) : row.last_used_at
    return toSession(row, { token, lastUsed, market: marketOf(row) })
  })
}

/** What a process keeps of sessions and of the market beside them. */
export interface SessionMemory {
  readonly kept: KeptSessions<SessionRow>
  /** Names the market as it is; undefined while changes of it could be missed. */
  marketVersion(): string | undefined
}

export interface SessionLookup {
  /** Asks the database; calls that arrive together share a statement. */
  ask(asked: AskedSession): Promise<Session | undefined>
  /**
   * Returns the session as it was read before, if neither it nor the market has changed since. Undefined says nothing
   * about the session: ask.
   */
  recall(asked: AskedSession): Promise<Session | undefined>
}

/**
 * Returns a lookup of sessions. The use of a session is written outside of the shared statement: a write that waits,
 * for a lock or a second server, holds up the calls of that session alone.
 */
export function createSessionLookup(db: Db, clock: Clock, { kept, marketVersion }: SessionMemory): SessionLookup {
  let lastMarket: { readonly version: string; readonly market: KnownMarket | undefined } | undefined
  const readRow = createBatchedLookup(async (tokens: readonly string[]) => {
    const begun = kept.begin()
    const version = marketVersion()
    const rows = await readRows(db, clock, tokens)
    for (const row of rows) {
      if (row === undefined) continue
      kept.keep(begun, keyOf(row.token_hash), row)
      if (version !== undefined && version === marketVersion()) lastMarket = { version, market: marketOf(row) }
    }
    return rows
  })
  const writing = new Map<string, Promise<unknown>>()
  const use = async (
    row: SessionRow,
    { token, isBackground }: AskedSession,
    market: KnownMarket | undefined,
  ): Promise<Session> => {
    const nowMs = clock.nowMs()
    if (isBackground || !isUseDue(row, nowMs)) return toSession(row, { token, lastUsed: row.last_used_at, market })
    const written = writing.get(row.id) ?? recordUse(db, [row], nowMs).finally(() => void writing.delete(row.id))
    writing.set(row.id, written)
    await written
    // The row may be kept.
    row.last_used_at = new Date(nowMs)
    return toSession(row, { token, lastUsed: row.last_used_at, market })
  }
  return {
    async ask(asked) {
      const row = await readRow(asked.token)
      return row && use(row, asked, marketOf(row))
    },
    async recall(asked) {
      const version = marketVersion()
      if (version === undefined || lastMarket?.version !== version) return undefined
      const row = kept.find(keyOf(hashToken(asked.token)))
      return row && isAlive(row, clock.nowMs()) ? use(row, asked, lastMarket.market) : undefined
    },
  }
}

const keyOf = (tokenHash: Buffer): string => tokenHash.toString('latin1')

/** The limits of the statement. The use of another process may be missing in a row that is kept. */
const isAlive = (row: SessionRow, nowMs: number): boolean =>
  row.expires_at.getTime() > nowMs && row.last_used_at.getTime() > nowMs - idleLimitMs

/** Returns the row of each token, in their order; undefined where no live session has it. */
async function readRows(db: Db, clock: Clock, tokens: readonly string[]): Promise<readonly (SessionRow | undefined)[]> {
  const nowMs = clock.nowMs()
  const hashes = tokens.map(hashToken)
  // One session alone has a statement of its own: PostgreSQL does not know how long a list is.
  const isAsked = hashes.length === 1 ? sql`s.token_hash = ${hashes[0]}` : sql`s.token_hash = any(${hashes}::bytea[])`
  const { rows } = await sql<SessionRow>`
    select s.token_hash, s.id, s.user_id, s.last_used_at, s.expires_at, s.factor, s.factor_at,
      u.first_name, u.last_name, u.email, u.is_system,
      ${hasRequiredFactor('s.factor', 's.user_id')} as is_strong_enough,
      array(
        select distinct p.name_key
        from user_group_member m
        join user_group g on g.id = m.group_id and g.status = 'ACTIVE'
        join group_permission gp on gp.group_id = g.id
        join permission p on p.id = gp.permission_id
        where m.user_id = s.user_id
        order by p.name_key
      ) as keys,
      market.*, exists (select from level_due) as has_due_levels
    from session s
    join app_user u on u.id = s.user_id and u.status = 'ACTIVE'
    -- Tables of a row or two are never analysed. Without the limit PostgreSQL expects thousands of rows, and with that
    -- plans the statement again at every call.
    left join lateral (
      select k.source as market_source, k.market_day,
        case when k.forming_day > k.market_day then k.forming_day end as forming_day,
        c.source as clock_source, c.mode as clock_mode, c.market_time, c.wall_time, c.speed
      from market_source k left join market.clock c on true where k.is_active limit 1
    ) market on true
    where ${isAsked}
      and s.ended_at is null
      and s.expires_at > ${new Date(nowMs)}
      and s.last_used_at > ${new Date(nowMs - idleLimitMs)}
  `.execute(db)
  const rowOf = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]))
  return hashes.map((hash) => rowOf.get(hash.toString('hex')))
}

interface SessionUse extends Pick<Session, 'token' | 'market'> {
  readonly lastUsed: Date
}

function toSession(row: SessionRow, { token, lastUsed, market }: SessionUse): Session {
  return {
    id: row.id,
    token,
    userId: row.user_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    isSystem: row.is_system,
    permissions: row.keys,
    tokenExpireMs: Math.min(row.expires_at.getTime(), lastUsed.getTime() + idleLimitMs),
    proof: { factor: row.factor, atMs: row.factor_at?.getTime() ?? 0, isTooWeak: !row.is_strong_enough },
    market,
  }
}

const marketOf = (row: SessionRow): KnownMarket | undefined =>
  row.market_source === null || row.clock_source === null
    ? undefined
    : {
        source: row.market_source,
        marketDay: row.market_day,
        formingDay: row.forming_day,
        hasDueLevels: row.has_due_levels,
        clock: {
          source: row.clock_source,
          mode: row.clock_mode,
          market_time: row.market_time,
          wall_time: row.wall_time,
          speed: row.speed,
        },
      }

const isUseDue = (row: SessionRow, nowMs: number): boolean => nowMs - row.last_used_at.getTime() >= useGrainMs

/** Returns the rows whose use is written now, in one statement. */
async function recordUse(db: Db, rows: readonly SessionRow[], nowMs: number): Promise<ReadonlySet<SessionRow>> {
  const due = rows.filter((row) => isUseDue(row, nowMs))
  if (due.length > 0) {
    await db
      .updateTable('session')
      .set({ last_used_at: new Date(nowMs) })
      .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(due.map(({ id }) => id)))))
      .execute()
  }
  return new Set(due)
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
  /** The known browser that it is opened in. */
  readonly deviceId?: string | undefined
}

/** What is stored of the name that a browser gives itself. */
export const mostUserAgentCharacters = 256

/** Opens a session and returns its token, which is never shown again. */
export async function openSession(
  trx: Trx,
  clock: Clock,
  { userId, address, userAgent, factor = 'SMS', provider, deviceId }: OpenSessionOptions,
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
      user_agent: userAgent.slice(0, mostUserAgentCharacters),
      factor,
      factor_at: now,
      provider: provider ?? null,
      device_id: deviceId ?? null,
    })
    .execute()
  return token
}

/**
 * Ends one session, or all sessions of a user (except one) when no session id is given. What ends all of them without
 * exception, such as a new e-mail address or a reset password, also revokes the API tokens of the user and pauses what
 * sends without a session: webhooks and schedules of reports.
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
  await pauseSchedules(db, clock, which.userId)
}

/** Pauses the schedules of a user and cancels what they have ordered, as its owner would. */
async function pauseSchedules(db: Db | Trx, clock: Clock, userId: string): Promise<void> {
  await db
    .updateTable('report_schedule')
    .set({
      is_paused: true,
      paused_because: 'Paused because all your sessions were ended. Check its recipients, then resume it.',
    })
    .where('owner_id', '=', userId)
    .where('is_paused', '=', false)
    .execute()
  const cancelled = await db
    .updateTable('report_run')
    .set({
      state: 'CANCELLED',
      reason: 'Cancelled because all your sessions were ended.',
      ended_at: new Date(clock.nowMs()),
    })
    .where('owner_id', '=', userId)
    .where('kind', '=', 'SCHEDULE')
    // The worker of one that is running finds its claim gone and mails nothing more.
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .returning('id')
    .execute()
  if (cancelled.length === 0) return
  const ids = cancelled.map(({ id }) => id)
  await db.deleteFrom('report_file').where('run_id', 'in', ids).execute()
}
