// Makes an API token: the password again, then a secret that is shown once and stored as its SHA-256. Its holder gets a
// mail, so that a token which somebody else made does not stay unnoticed. Source: docs/rules/access.md, "API tokens".
import { apiTokenLimit, permissions, Refusal, type BodyOf, type PermissionKey } from '@clubfolio/contract'
import { dayMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import { writeAudit } from '../../kernel/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/handler.ts'
import { hashToken, newId } from '../../kernel/id.ts'
import type { Session } from '../../kernel/session.ts'
import { makeApiToken } from '../../kernel/token-form.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { recheckPassword } from '../security/recheck-password.ts'
import { tokenMadeMail } from './mail-text.ts'

type TokenForm = BodyOf<'apiToken', 'createToken'>

export interface MadeToken {
  readonly id: string
  /** Never shown again. */
  readonly token: string
  readonly expiresAt: number
}

/**
 * Throws `wrongPassword`, `signInPaused`, `apiTokenKeys` for a permission that the user does not hold, `notFound` for
 * an account that is not theirs, `apiTokenCount` and `apiTokenName`.
 */
export async function createToken(
  services: Services,
  caller: Caller,
  session: Session,
  { password, ...form }: TokenForm,
): Promise<MadeToken> {
  const { db, clock, mail, background, config } = services
  await recheckPassword(services, caller, session.userId, password)
  requireHeld(form.keys, session.permissions)
  const made = await inTransaction(db, async (trx) => {
    const token = await insertToken(trx, clock, session, form)
    await writeAudit(trx, clock, {
      actorId: session.userId,
      action: 'api-token.create',
      objectType: 'api-token',
      objectId: token.id,
      after: {
        name: form.name,
        keys: form.keys,
        isReadOnly: form.isReadOnly,
        accountIds: form.accountIds,
        expiresAt: new Date(token.expiresAt).toISOString(),
      },
      requestId: caller.requestId,
      address: caller.address,
    })
    return token
  })
  background.start('mail about an API token', () =>
    mail.send(tokenMadeMail(session.email, { ...form, expiresAtMs: made.expiresAt, origin: config.origin })),
  )
  return made
}

function requireHeld(keys: readonly PermissionKey[], held: readonly PermissionKey[]): void {
  const lacking = permissions.filter(({ nameKey }) => keys.includes(nameKey) && !held.includes(nameKey))
  if (lacking.length > 0) throw new Refusal('apiTokenKeys', { keys: lacking.map(({ name }) => name).join(', ') })
}

async function insertToken(
  trx: Trx,
  clock: Clock,
  { userId: ownerId, proof }: Session,
  { name, keys, isReadOnly, accountIds, days }: Omit<TokenForm, 'password'>,
): Promise<MadeToken> {
  // Locks the owner's row; otherwise two parallel calls could both pass the checks of count and name.
  await sql`select from app_user where id = ${ownerId} for update`.execute(trx)
  const now = new Date(clock.nowMs())
  const live = await trx
    .selectFrom('api_token')
    .select(['name', 'expires_at'])
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .execute()
  if (live.filter((row) => row.expires_at > now).length >= apiTokenLimit)
    throw new Refusal('apiTokenCount', { limit: apiTokenLimit })
  if (live.some((row) => row.name.toLowerCase() === name.toLowerCase())) throw new Refusal('apiTokenName', { name })
  const id = newId(clock)
  const token = makeApiToken(id)
  const expiresAt = now.getTime() + days * dayMs
  await trx
    .insertInto('api_token')
    .values({
      id,
      owner_id: ownerId,
      name,
      token_hash: hashToken(token),
      keys: [...new Set(keys)],
      is_read_only: isReadOnly,
      factor: proof?.factor ?? 'SMS',
      is_for_all_accounts: accountIds === null,
      created_at: now,
      expires_at: new Date(expiresAt),
      revoked_at: null,
      last_used_at: null,
      last_address: null,
    })
    .execute()
  if (accountIds !== null) {
    const wanted = [...new Set(accountIds.map((account) => account.toLowerCase()))]
    const { numAffectedRows } = await sql`
      insert into api_token_account (token_id, account_id)
      select ${id}, a.id from account a where a.owner_id = ${ownerId} and a.id = any(${wanted}::uuid[])`.execute(trx)
    if (Number(numAffectedRows) !== wanted.length) throw new Refusal('notFound')
  }
  return { id, token, expiresAt }
}
