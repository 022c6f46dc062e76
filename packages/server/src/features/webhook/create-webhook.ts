// Makes a webhook: the password again, then a secret that is shown once and stored sealed, because it signs. Its owner
// gets a mail, so that a webhook which somebody else made does not stay unnoticed.
import { oldSecretHours, Refusal, webhookLimit, type BodyOf } from '@clubfolio/contract'
import { sql } from 'kysely'
import { OutboundFailure } from '../../adapters/outbound/port.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { newId } from '../../kernel/id.ts'
import { sealedFor } from '../../kernel/sealed-column.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { recheckPassword } from '../security/recheck-password.ts'
import { makeWebhookSecret } from './sign-message.ts'

type WebhookForm = BodyOf<'webhook', 'createWebhook'>

/**
 * Throws `wrongPassword`, `signInPaused`, `webhookAddress` for an address that is never called, `notFound` for an
 * account that the user may not read, `webhookCount` and `webhookName`.
 */
export async function createWebhook(
  services: Services,
  caller: Caller,
  session: Session,
  { password, ...form }: WebhookForm,
): Promise<{ readonly id: string; readonly secret: string }> {
  const { db, clock, mail, background, config, secrets, outbound } = services
  await recheckPassword(services, caller, session.userId, password)
  requireAddress(outbound, form.url)
  const [id, secret] = [newId(clock), makeWebhookSecret()]
  await inTransaction(db, async (trx) => {
    // Locks the owner's row; otherwise two parallel calls could both pass the check of the count.
    await sql`select from app_user where id = ${session.userId} for update`.execute(trx)
    const mine = await trx.selectFrom('webhook').select('name').where('owner_id', '=', session.userId).execute()
    if (mine.length >= webhookLimit) throw new Refusal('webhookCount', { limit: webhookLimit })
    if (mine.some(({ name }) => name.toLowerCase() === form.name.toLowerCase()))
      throw new Refusal('webhookName', { name: form.name })
    await trx
      .insertInto('webhook')
      .values({
        id,
        owner_id: session.userId,
        name: form.name,
        url: form.url,
        events: [...new Set(form.events)],
        factor: session.proof?.factor ?? 'SMS',
        is_for_all_accounts: form.accountIds === null,
        secret_sealed: secrets.seal(secret, sealedFor('webhook', id, 'secret')),
        old_secret_sealed: null,
        old_secret_until: null,
        state: 'ACTIVE',
        reason: null,
        created_at: new Date(clock.nowMs()),
        last_attempt_at: null,
        last_status: null,
        failing_since: null,
      })
      .execute()
    await limitToAccounts(trx, { webhookId: id, ownerId: session.userId, accountIds: form.accountIds })
    await writeAudit(trx, clock, {
      actorId: session.userId,
      action: 'webhook.create',
      objectType: 'webhook',
      objectId: id,
      after: { ...form },
      requestId: caller.requestId,
      address: caller.address,
    })
  })
  background.start('mail about a webhook', () =>
    mail.send({
      to: session.email,
      subject: 'A Clubfolio webhook was created',
      text:
        `A webhook named "${form.name}" was made for your Clubfolio user just now. It sends events to ` +
        `${new URL(form.url).host}.\n\nIf it was not you, delete it at once under User Profile, Webhooks, and ` +
        `change your password: ${config.origin}/profile\n\nClubfolio`,
    }),
  )
  return { id, secret }
}

function requireAddress(outbound: Services['outbound'], url: string): void {
  try {
    outbound.check(url)
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    throw new Refusal('webhookAddress', { reason: error.message })
  }
}

interface AccountChoice {
  readonly webhookId: string
  readonly ownerId: string
  readonly accountIds: readonly string[] | null
}

/** Limits a webhook to accounts; throws `notFound` unless the owner owns each, or has a role or a part in its fund. */
export async function limitToAccounts(trx: Trx, { webhookId, ownerId, accountIds }: AccountChoice): Promise<void> {
  await trx.deleteFrom('webhook_account').where('webhook_id', '=', webhookId).execute()
  if (accountIds === null) return
  const wanted = [...new Set(accountIds.map((account) => account.toLowerCase()))]
  const { numAffectedRows } = await sql`
    insert into webhook_account (webhook_id, account_id)
    select ${webhookId}, a.id from account a where a.id = any(${wanted}::uuid[]) and (a.owner_id = ${ownerId}
      or exists (select from fund_role r where r.account_id = a.id and r.user_id = ${ownerId} and r.ended_at is null)
      or exists (select from fund_entry e join member m on m.id = e.member_id
        where e.account_id = a.id and m.user_id = ${ownerId}))`.execute(trx)
  if (Number(numAffectedRows) !== wanted.length) throw new Refusal('notFound')
}

/** Replaces the secret; the old one signs beside it for a day. Throws `notFound`, and as a new webhook does. */
export async function rotateSecret(
  services: Services,
  caller: Caller,
  session: Session,
  { id, password }: BodyOf<'webhook', 'rotateSecret'>,
): Promise<{ readonly secret: string; readonly oldSecretUntil: number }> {
  const { db, clock, secrets } = services
  await recheckPassword(services, caller, session.userId, password)
  const secret = makeWebhookSecret()
  const oldSecretUntil = clock.nowMs() + oldSecretHours * 3_600_000
  await inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('webhook')
      .select('secret_sealed')
      .where('id', '=', id)
      .where('owner_id', '=', session.userId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('notFound')
    const old = secrets.open(row.secret_sealed, sealedFor('webhook', id, 'secret'))
    await trx
      .updateTable('webhook')
      .set({
        secret_sealed: secrets.seal(secret, sealedFor('webhook', id, 'secret')),
        old_secret_sealed: secrets.seal(old, sealedFor('webhook', id, 'old-secret')),
        old_secret_until: new Date(oldSecretUntil),
      })
      .where('id', '=', id)
      .execute()
    await writeAudit(trx, clock, {
      actorId: session.userId,
      action: 'webhook.rotate-secret',
      objectType: 'webhook',
      objectId: id,
      requestId: caller.requestId,
      address: caller.address,
    })
  })
  return { secret, oldSecretUntil }
}
