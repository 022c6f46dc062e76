// Access that has lapsed while its last token still works: nothing is read or sent for the account any more, and what
// was sent before keeps its answer. Source: docs/rules/brokerage.md, "Access expiry".
import type { OrderEntry } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LinkedAccount, linkTrader, listAtBroker, stopEntry } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { loginAccess } from '../account/broker-access.ts'

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())

beforeEach(async () => {
  app.clock.set(testStartMs + 28 * 86_400_000 * logins)
  app.market.set('ACME', 50)
  ;({ owner, account } = await linkTrader(app, `lapsed${logins++}`))
})

const entry = (): OrderEntry => stopEntry(account)
const put = (idempotencyKey: string) => owner.client.order.putOrder({ body: entry() }, { idempotencyKey })

test.each([
  ['its 7 days are over', () => ({ refresh_expires_at: new Date(app.clock.nowMs()) })],
  ['the brokerage ended it', () => ({ lapsed_at: new Date(app.clock.nowMs()) })],
])('nothing is sent or read once %s', async (_when, change) => {
  const { orderId } = await put('lapsed-access-first')
  const token = await loginAccess(app.services, account.broker_login_id).accessToken()
  const atBroker = () =>
    listAtBroker(app, account, {
      key: 'test',
      accessToken: () => Promise.resolve(token),
      tokenAfter: () => Promise.resolve(token),
    })
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
