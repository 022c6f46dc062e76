// Access that has lapsed while its last token still works: nothing is read or sent for the account any more, and what
// was sent before keeps its answer. Source: docs/rules/brokerage.md, "Access expiry".
import type { OrderEntry } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { loginAccess } from '../account/broker-access.ts'

let app: TestBrokerage
let owner: TestUser
let account: {
  readonly id: string
  readonly number: string
  readonly hash_value: string
  readonly broker_login_id: string
}
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())

beforeEach(async () => {
  app.clock.set(testStartMs + 28 * 86_400_000 * logins)
  app.market.set('ACME', 50)
  owner = await app.signUp(['MANAGERS'])
  await app.link(owner, `lapsed${logins++}`)
  account = await app.services.db
    .selectFrom('account')
    .select(['id', 'number', 'hash_value', 'broker_login_id'])
    .where('owner_id', '=', owner.user.id)
    .executeTakeFirstOrThrow()
})

const entry = (): OrderEntry => ({
  ticket: 'ACME',
  quantity: '100',
  directionality: 'BUY',
  accountNumber: account.number,
  price: '50.5',
  orderType: 'STOP',
})
const put = (idempotencyKey: string) => owner.client.order.putOrder({ body: entry() }, { idempotencyKey })

test.each([
  ['its 7 days are over', () => ({ refresh_expires_at: new Date(app.clock.nowMs()) })],
  ['the brokerage ended it', () => ({ lapsed_at: new Date(app.clock.nowMs()) })],
])('nothing is sent or read once %s', async (_when, change) => {
  const { orderId } = await put('lapsed-access-first')
  const token = await loginAccess(app.services, account.broker_login_id).accessToken()
  const atBroker = () =>
    app.broker.listOrders(
      { key: 'test', accessToken: () => Promise.resolve(token), tokenAfter: () => Promise.resolve(token) },
      account.hash_value,
      (app.clock.nowMs() - 86_400_000) as never,
      (app.clock.nowMs() + 86_400_000) as never,
    )
  await app.services.db.updateTable('broker_login').set(change()).where('id', '=', account.broker_login_id).execute()

  const { order, option, account: accounts } = owner.client
  const { number: accountNumber } = account
  for (const call of [
    () => order.previewOrder({ body: entry() }),
    () => put('lapsed-access-second'),
    () => order.cancelOrder({ body: { accountNumber, orderId } }, { idempotencyKey: 'lapsed-access-cancel' }),
    () => order.cancelAllOrders({ body: { accountNumber } }, { idempotencyKey: 'lapsed-access-cancel-all' }),
    () => option.findExpirations({ params: { code: 'ACME', accountNumber } }),
    () => accounts.syncNow({ body: { accountId: account.id } }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 409, body: { refusal: 'accountLapsed' } })
  // The token itself still works, so only our own rule kept these calls from the brokerage.
  expect(await atBroker()).toMatchObject([{ brokerId: orderId, status: 'WORKING' }])

  expect(await put('lapsed-access-first')).toMatchObject({ orderId })
})
