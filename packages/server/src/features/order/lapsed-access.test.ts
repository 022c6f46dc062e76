// Access that has lapsed while its last token still works, and an account that was disabled: nothing is read or sent any
// more, and what was sent before keeps its answer. Source: docs/rules/brokerage.md, "Access expiry", and
// docs/rules/wire.md, "Idempotency".
import type { OrderEntry } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LinkedAccount, linkTrader, listAtBroker, stopEntry } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
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

describe('once the account is disabled', () => {
  const replace = (orderId: string, idempotencyKey: string) =>
    owner.client.order.replaceOrder(
      { body: { accountNumber: account.number, orderId, quantity: '100', filledQuantity: '0', price: '50.6' } },
      { idempotencyKey },
    )
  const disable = () => owner.client.account.enableDisableAccount({ body: { accountId: account.id, isActive: false } })
  /** Repeats `put` for a request that is in this state. */
  const repeatIn = async (change: { readonly state: 'UNKNOWN' | 'SENDING' | 'NOT_PLACED' | 'NEW' | 'REFUSED' }) => {
    await app.services.db
      .updateTable('order_request')
      .set({ broker_id: null, ...change })
      .where('account_id', '=', account.id)
      .where('request_key', '=', 'disabled-first')
      .execute()
    return refusalOf(put('disabled-first'))
  }

  test('a repeated request gets the answer of the first, and a new one is refused', async () => {
    const { orderId } = await put('disabled-first')
    const replaced = await replace(orderId, 'disabled-replaced')
    await disable()
    expect(await put('disabled-first')).toMatchObject({ orderId })
    expect(await replace(orderId, 'disabled-replaced')).toMatchObject({ orderId: replaced.orderId })
    expect(await refusalOf(put('disabled-second'))).toBe('409 accountDisabled')
    expect(await refusalOf(replace(replaced.orderId, 'disabled-again'))).toBe('409 accountDisabled')
  })

  test('a request without an answer, or whose replaced order may have filled more, reads nothing and is never sent', async () => {
    const { orderId } = await put('disabled-first')
    const replaced = await replace(orderId, 'disabled-replaced')
    await app.services.db
      .updateTable('order_request')
      .set({ overlap_settled_at: null })
      .where('account_id', '=', account.id)
      .execute()
    await disable()
    const { placeOrder, listOrders, readOrder } = app.broker
    const broker = app.broker as { -readonly [K in keyof typeof app.broker]: (typeof app.broker)[K] }
    const calls: string[] = []
    broker.placeOrder = (...call) => (calls.push('place'), placeOrder(...call))
    broker.listOrders = (...call) => (calls.push('list'), listOrders(...call))
    broker.readOrder = (...call) => (calls.push('read'), readOrder(...call))
    try {
      expect(await replace(orderId, 'disabled-replaced')).toMatchObject({ orderId: replaced.orderId })
      expect(await repeatIn({ state: 'UNKNOWN' })).toBe('503 orderUnknown')
      expect(await repeatIn({ state: 'SENDING' })).toBe('409 requestInFlight')
      expect(await repeatIn({ state: 'REFUSED' })).toBe('400 orderRefused')
      expect(await repeatIn({ state: 'NOT_PLACED' })).toBe('409 accountDisabled')
      expect(await repeatIn({ state: 'NEW' })).toBe('409 accountDisabled')
      expect(calls).toEqual([])
    } finally {
      Object.assign(broker, { placeOrder, listOrders, readOrder })
    }
  })
})
