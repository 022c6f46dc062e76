// A call that is made with an API token: found by its hash, limited to what its holder may do now, counted, and held to
// its kind of calls and its accounts. Source: docs/rules/access.md, "API tokens".
import {
  allows,
  apiTokenCallsPerMinute,
  apiTokenPrefix,
  isChange,
  Refusal,
  tokenRuleOf,
  type NamedRoute,
  type PermissionKey,
} from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Clock } from './clock.ts'
import { hashToken } from './id.ts'
import { countInWindow } from './rate-counter.ts'
import type { Session, TokenOfCall } from './session.ts'
import { hasRequiredFactor, isStrongFactorRequiredOf } from './strong-factor.ts'
import { idOfApiToken } from './token-form.ts'

/** Last use is written at most once per this interval. */
const useGrainMs = 60_000
const minuteMs = 60_000

interface TokenRow {
  name: string
  owner_id: string
  is_read_only: boolean
  is_for_all_accounts: boolean
  expires_at: Date
  last_used_at: Date | null
  first_name: string
  last_name: string
  email: string
  is_system: boolean
  is_strong_enough: boolean
  keys: PermissionKey[]
  held: PermissionKey[]
  account_ids: string[]
}

/** What a call with a token has in place of a session, and the keys that its holder has without the token's limits. */
export interface FoundToken {
  readonly session: Session & { readonly apiToken: TokenOfCall }
  readonly heldKeys: readonly PermissionKey[]
  /** False when a group of its holder requires a strong factor that the token was not made with, or that they lost. */
  readonly isStrongEnough: boolean
}

/** Returns the API token of an Authorization header; undefined for any other value, such as one for a proxy. */
export function readBearer(authorization: string | undefined): string | undefined {
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return token?.startsWith(apiTokenPrefix) ? token : undefined
}

/**
 * Returns the live token with the present rights of its holder: what they hold now and the token was given. Undefined
 * when it is unknown, altered, revoked or expired, or when its holder may not sign in.
 */
export async function findApiToken(
  db: Db,
  clock: Clock,
  token: string,
  address: string,
): Promise<FoundToken | undefined> {
  const id = idOfApiToken(token)
  if (id === undefined) return undefined
  const nowMs = clock.nowMs()
  const { rows } = await sql<TokenRow>`
    select t.name, t.owner_id, t.is_read_only, t.is_for_all_accounts, t.expires_at, t.last_used_at, t.keys,
      u.first_name, u.last_name, u.email, u.is_system,
      ${hasRequiredFactor('t.factor', 't.owner_id')} and (not ${isStrongFactorRequiredOf('t.owner_id')} or exists (
        select 1 from sign_in_factor f where f.user_id = t.owner_id and f.confirmed_at is not null
      )) as is_strong_enough,
      array(
        select distinct p.name_key
        from user_group_member m
        join user_group g on g.id = m.group_id and g.status = 'ACTIVE'
        join group_permission gp on gp.group_id = g.id
        join permission p on p.id = gp.permission_id
        where m.user_id = t.owner_id
        order by p.name_key
      ) as held,
      array(select a.account_id from api_token_account a where a.token_id = t.id) as account_ids
    from api_token t
    join app_user u on u.id = t.owner_id and u.status = 'ACTIVE'
    where t.id = ${id}
      and t.token_hash = ${hashToken(token)}
      and t.revoked_at is null
      and t.expires_at > ${new Date(nowMs)}
  `.execute(db)
  const row = rows[0]
  if (!row) return undefined
  if (row.last_used_at === null || nowMs - row.last_used_at.getTime() >= useGrainMs) {
    await db
      .updateTable('api_token')
      .set({ last_used_at: new Date(nowMs), last_address: address })
      .where('id', '=', id)
      .execute()
  }
  return {
    session: {
      id,
      token: '',
      userId: row.owner_id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      isSystem: row.is_system,
      permissions: row.held.filter((key) => row.keys.includes(key)),
      tokenExpireMs: row.expires_at.getTime(),
      apiToken: {
        id,
        name: row.name,
        isReadOnly: row.is_read_only,
        accountIds: row.is_for_all_accounts ? null : row.account_ids,
      },
    },
    heldKeys: row.held,
    isStrongEnough: row.is_strong_enough,
  }
}

/** Counts a call of the token; returns how many seconds it has to wait, or undefined while it is within its limit. */
export async function countTokenCall(db: Db, clock: Clock, tokenId: string): Promise<number | undefined> {
  const { count, leftMs } = await countInWindow(db, clock, {
    scope: `calls of API token ${tokenId}`,
    windowMs: minuteMs,
  })
  return count <= apiTokenCallsPerMinute ? undefined : Math.max(1, Math.ceil(leftMs / 1000))
}

/** Throws the refusal of a call that the token does not cover, before its input is read. */
export function requireCovered(named: NamedRoute, { session, heldKeys, isStrongEnough }: FoundToken): void {
  const { apiToken, permissions } = session
  const { route } = named
  const rule = tokenRuleOf(named)
  if (rule === 'never') throw new Refusal('tokenNever')
  if (!isStrongEnough) throw new Refusal('tokenStrongFactor')
  if (!allows(route.access, (key) => heldKeys.includes(key))) throw new Refusal('forbidden')
  if (!allows(route.access, (key) => permissions.includes(key))) throw new Refusal('tokenScope')
  if (apiToken.isReadOnly && isChange(route)) throw new Refusal('tokenReadOnly')
  if (apiToken.accountIds !== null && rule === 'whole') throw new Refusal('tokenScope')
}

export interface ReadInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/**
 * Throws `tokenScope` unless every account that the input names is one of the token's. An account is named by its id or
 * its number; a number counts as all accounts of the holder that have it, whichever the call would take.
 */
export async function requireOwnScope(
  db: Db,
  named: NamedRoute,
  { userId, apiToken }: Session,
  input: ReadInput,
): Promise<void> {
  if (!apiToken || apiToken.accountIds === null) return
  const rule = tokenRuleOf(named)
  if (rule === 'open' || rule === 'narrowed') return
  const values = accountPlaces(named).flatMap((place) => readPlace(input, place))
  if (rule === 'optionalAccount' && values.length === 0) return
  if ((rule !== 'account' && rule !== 'optionalAccount') || values.length === 0) throw new Refusal('tokenScope')
  const covered = new Set(apiToken.accountIds)
  const numbers = values.filter(({ isNumber }) => isNumber).map(({ value }) => value)
  const ids = values.filter(({ isNumber }) => !isNumber).map(({ value }) => value.toLowerCase())
  if (ids.some((id) => !covered.has(id))) throw new Refusal('tokenScope')
  if (numbers.length === 0) return
  const rows = await db
    .selectFrom('account')
    .select(['id', 'number'])
    .where('owner_id', '=', userId)
    .where('number', 'in', numbers)
    .execute()
  if (rows.some(({ id }) => !covered.has(id)) || numbers.some((number) => !rows.some((row) => row.number === number)))
    throw new Refusal('tokenScope')
}

interface Named {
  readonly value: string
  readonly isNumber: boolean
}

/** Returns where the input of a call names accounts: `['body.accountId']`. */
const accountPlaces = ({ route }: NamedRoute): readonly string[] =>
  (route.owns ?? []).filter(({ object }) => object === 'account').map(({ at }) => at)

/** Returns the accounts at a place of the input, one or a list; none where the field is absent. */
function readPlace(input: ReadInput, at: string): readonly Named[] {
  const [place = '', field = ''] = at.split('.')
  const part = Object.entries(input).find(([name]) => name === place)?.[1]
  const value: unknown = Object.entries(part ?? {}).find(([name]) => name === field)?.[1]
  const isNumber = /number$/i.test(field)
  return (Array.isArray(value) ? value : [value])
    .filter((one): one is string => typeof one === 'string')
    .map((one) => ({ value: one, isNumber }))
}
