// Links every account that an authorisation covers. A previously linked account keeps its id, its history and what was
// recorded when it was first linked. One (broker, number) belongs to one user only.
import { Refusal } from '@clubfolio/contract'
import type { BrokerIdentity } from '../../adapters/broker/port.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { newId } from '../../kernel/id.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { authorise, type AuthorisedAccount, type Proof } from './authorise.ts'
import { useLinkAttempt } from './link-attempt.ts'
import { brokerageToLink } from './brokerages-to-link.ts'
import { accountMarketTime } from './market-time.ts'
import { archiveBrokerName } from './archive-broker.ts'
import { fileBrokerName } from './file-broker.ts'
import { insertLogin, removeOrphanedLogins, scheduleSync } from './store-authorisation.ts'

export interface LinkRequest {
  readonly proof: Proof
  readonly state: string
  readonly isActive: boolean
}

export async function linkAccounts(
  services: Services,
  session: Session,
  request: LinkRequest,
  caller: Caller,
): Promise<{ message: string }> {
  const { db, clock, brokers } = services
  const broker = brokerageToLink(
    brokers,
    await useLinkAttempt(db, clock, { session, accountId: null, state: request.state }),
  )
  const authorisation = await authorise(services, broker, request.proof)
  const linked = await inTransaction(db, async (trx) => {
    await insertLogin(services, trx, session.userId, authorisation)
    const ids: string[] = []
    const terms = { ...authorisation, broker, ownerId: session.userId, isActive: request.isActive }
    for (const account of authorisation.accounts) ids.push(await linkOne(services, trx, terms, account))
    await makeFirstDefault(trx, session.userId, ids)
    await removeOrphanedLogins(trx, session.userId)
    await writeAudit(trx, clock, {
      actorId: session.userId,
      action: 'account.link',
      objectType: 'broker_login',
      objectId: authorisation.loginId,
      after: { accountIds: ids },
      requestId: caller.requestId,
      address: caller.address,
    })
    return ids
  })
  return {
    message:
      linked.length === 1
        ? `Account ${authorisation.accounts[0]!.number} is linked.`
        : `${linked.length} accounts are linked.`,
  }
}

export interface LinkTerms {
  readonly broker: BrokerIdentity
  readonly ownerId: string
  readonly loginId: string
  readonly isActive: boolean
}

/** Records one account under an existing login and schedules a reading. Throws `accountLinkedElsewhere`. */
export async function linkOne(
  { clock }: Services,
  trx: Trx,
  { broker, ownerId, loginId, isActive }: LinkTerms,
  account: AuthorisedAccount,
): Promise<string> {
  const now = new Date(clock.nowMs())
  const market = await accountMarketTime(trx, clock, account.market)
  const realCents = account.valueCents - account.openProfitCents
  const present = {
    broker_login_id: loginId,
    hash_value: account.hashValue,
    broker_title: broker.title,
    is_paper: broker.isPaper,
    is_read_only: broker.isReadOnly,
    type: account.type,
    float_value_cents: account.valueCents,
    real_value_cents: realCents,
    buying_power_cents: account.buyingPowerCents,
    cash_cents: account.cashCents,
    is_active: isActive,
    synced_at: now,
  }
  const row = await trx
    .insertInto('account')
    .values({
      id: newId(clock),
      owner_id: ownerId,
      broker: broker.name,
      number: account.number,
      market_source: account.market,
      initial_balance_cents: account.valueCents,
      linked_at: now,
      linked_day: market.day,
      linked_value_cents: account.valueCents,
      linked_real_value_cents: realCents,
      ...present,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['broker', 'number'])
        .where('broker', '<>', fileBrokerName)
        .where('broker', '<>', archiveBrokerName)
        .doUpdateSet(present)
        .where('account.owner_id', '=', ownerId),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new Refusal('accountLinkedElsewhere', { ending: account.number.slice(-4) })
  await scheduleSync(trx, row.id, now.getTime())
  return row.id
}

/** Spec gap: a user without a default account gets the first account they link as default. */
export async function makeFirstDefault(trx: Trx, ownerId: string, ids: readonly string[]): Promise<void> {
  // Two logins that are linked at once would otherwise both find no default account.
  await trx.selectFrom('app_user').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
  const existing = await trx
    .selectFrom('account')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('is_default', '=', true)
    .executeTakeFirst()
  if (!existing)
    await trx
      .updateTable('account')
      .set({ is_default: true })
      .where('id', '=', ids[0]!)
      .where('owner_id', '=', ownerId)
      .execute()
}
