// Rows that tests start from: a linked account, its closes and movements, a member. Figures are dollars as decimal
// text.
import { parseCents, type Cents } from '@clubfolio/domain'
import { newId } from '../kernel/id.ts'
import type { ObjectOwner, TestGround } from './test-app.ts'

export const cents = (text: string): Cents => parseCents(text)!

export interface LinkedAccount {
  readonly id: string
  readonly number: string
}

let accounts = 0

/** Creates a login at the brokerage `test` with access for seven days, and returns its id. */
export async function insertLogin(app: TestGround, owner: ObjectOwner): Promise<string> {
  const { db, clock, secrets } = app.services
  const now = new Date(clock.nowMs())
  const loginId = newId(clock)
  await db
    .insertInto('broker_login')
    .values({
      id: loginId,
      owner_id: owner.user.id,
      broker: 'test',
      access_token: secrets.seal('access', `broker_login:${loginId}:access_token`),
      access_expires_at: new Date(now.getTime() + 1_800_000),
      refresh_token: secrets.seal('refresh', `broker_login:${loginId}:refresh_token`),
      refresh_expires_at: new Date(now.getTime() + 7 * 86_400_000),
      authorised_at: now,
      lapsed_at: null,
    })
    .execute()
  return loginId
}

/** Creates an account that was linked on `day` with this broker value and open profit. */
export async function linkAccount(
  app: TestGround,
  owner: ObjectOwner,
  day: string,
  value: string,
  openProfit = '0.00',
): Promise<LinkedAccount> {
  const { db, clock } = app.services
  accounts++
  const now = new Date(clock.nowMs())
  const id = newId(clock)
  const number = String(10_000_000 + accounts)
  const valueCents = cents(value)
  const realCents = (valueCents - cents(openProfit)) as Cents
  const loginId = await insertLogin(app, owner)
  await db
    .insertInto('account')
    .values({
      id,
      owner_id: owner.user.id,
      broker_login_id: loginId,
      broker: 'test',
      broker_title: 'Test brokerage',
      is_paper: true,
      number,
      hash_value: `hash-${number}`,
      type: 'MARGIN',
      market_source: 'simulated',
      initial_balance_cents: valueCents,
      float_value_cents: valueCents,
      real_value_cents: realCents,
      buying_power_cents: valueCents,
      cash_cents: valueCents,
      linked_at: now,
      linked_day: day,
      linked_value_cents: valueCents,
      linked_real_value_cents: realCents,
      is_default: false,
      is_active: true,
      synced_at: now,
    })
    .execute()
  return { id, number }
}

/** Records the official close of a session: broker value and open profit. */
export async function closeSession(
  app: TestGround,
  account: LinkedAccount,
  day: string,
  value: string,
  openProfit = '0.00',
): Promise<void> {
  const brokerValue = cents(value)
  await app.services.db
    .insertInto('account_close')
    .values({
      account_id: account.id,
      day,
      broker_value_cents: brokerValue,
      real_value_cents: brokerValue - cents(openProfit),
      cash_cents: brokerValue,
      is_rebuilt: false,
      is_reconciled: true,
      created_at: new Date(app.clock.nowMs()),
    })
    .execute()
}

/** Records money that the brokerage reports as moved into the account, or out of it. Returns the id of the movement. */
export async function moveMoney(
  app: TestGround,
  account: Pick<LinkedAccount, 'id'>,
  day: string,
  amount: string,
): Promise<string> {
  const id = newId(app.clock)
  await app.services.db
    .insertInto('account_movement')
    .values({
      account_id: account.id,
      id,
      broker_id: id,
      day,
      amount_cents: cents(amount),
      kind: 'CASH_RECEIPT',
      description: 'bank',
      created_at: new Date(app.clock.nowMs()),
    })
    .execute()
  return id
}

export async function makeMember(owner: ObjectOwner, firstName: string, lastName = 'Member'): Promise<string> {
  const { id } = await owner.client.member.create({ body: { firstName, lastName, phone: '2125550100', email: '' } })
  return id
}
