// Creates an account from files. Its values are zero until a statement is imported.
import type { BodyOf } from '@clubfolio/contract'
import { toCents } from '@clubfolio/domain'
import { sql } from 'kysely'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { newId } from '../../kernel/id.ts'
import type { Session } from '../../kernel/session.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { refuseTaken } from '../../kernel/unique-refusal.ts'
import type { Services } from '../../services.ts'
import { fileBroker } from '../account/file-broker.ts'
import { makeFirstDefault } from '../account/link-accounts.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { scheduleSync } from '../account/store-authorisation.ts'

export interface CreateFileAccountOptions {
  readonly session: Session
  readonly account: BodyOf<'fileAccount', 'create'>
  readonly caller: Caller
}

/** Throws `accountNameTaken`. */
export async function createFileAccount(
  { clock }: Services,
  trx: Trx,
  { session, account: { name, brokerName, type, currency, isPaper }, caller }: CreateFileAccountOptions,
): Promise<string> {
  const now = new Date(clock.nowMs())
  const broker = fileBroker(brokerName, isPaper)
  const nothing = toCents(0n)
  const id = newId(clock)
  await refuseTaken(
    trx
      .insertInto('account')
      .values({
        id,
        owner_id: session.userId,
        broker_login_id: null,
        broker: broker.name,
        broker_title: broker.title,
        is_paper: broker.isPaper,
        is_read_only: broker.isReadOnly,
        currency,
        number: name,
        hash_value: '',
        type,
        market_source: 'live',
        initial_balance_cents: nothing,
        float_value_cents: nothing,
        real_value_cents: nothing,
        buying_power_cents: nothing,
        cash_cents: nothing,
        linked_at: now,
        linked_day: (await accountMarketTime(trx, clock, 'live')).day,
        linked_value_cents: nothing,
        linked_real_value_cents: nothing,
        synced_at: now,
      })
      .execute(),
  )
  await trx
    .insertInto('file_account')
    .values({ account_id: id, version: sql<string>`gen_random_uuid()` })
    .execute()
  await scheduleSync(trx, id, now.getTime())
  await makeFirstDefault(trx, session.userId, [id])
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'account.create-from-files',
    objectType: 'account',
    objectId: id,
    after: { name, brokerName, type, currency, isPaper },
    requestId: caller.requestId,
    address: caller.address,
  })
  return id
}
