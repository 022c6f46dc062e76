// Exits that Alpaca does not attach to their entry, on its wire at the real paper brokerage: placed by us once the
// entry is filled, once whatever dies, for what is filled and never for more than is held.
import type { OrderEntryWithTrigger } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { textOrNull } from '../../adapters/broker/broker-words.ts'
import type { BrokerOrder, BrokerPort } from '../../adapters/broker/port.ts'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { type LinkedAccount, linkTrader, protectedEntry, restOthers } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { loginAccess } from '../account/broker-access.ts'
import { placeHeldExits } from './place-held-exits.ts'
import { refreshOrders } from './refresh-orders.ts'
import { tradedAccountOf } from './traded-account.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let real: BrokerPort['placeOrder']
let logins = 0
let keys = 0
const partialFills = { seed: 'parts', percent: 0 }

beforeAll(async () => {
  app = await startTestBrokerage({ isAlpacaFirst: true, execution: { partialFills } })
  real = app.alpaca.placeOrder
})
afterAll(() => app.stop())
beforeEach(async () => {
  onPlace(real)
  partialFills.percent = 0
  app.clock.set(testStartMs + 28 * 86_400_000 * logins)
  app.market.set('ACME', 50)
  ;({ owner, account } = await linkTrader(app, `held${logins++}`))
  await restOthers(app, account)
})

const onPlace = (place: BrokerPort['placeOrder']) => {
  ;(app.alpaca as Writable<BrokerPort>).placeOrder = place
}
/** A buy by a stop at 50.50, with a stop loss at 48.50. */
const entry = (more: Partial<OrderEntryWithTrigger> = {}) => protectedEntry(account, more)
const newKey = () => ({ idempotencyKey: `held-test-${keys++}` })
const put = (more: Partial<OrderEntryWithTrigger> = {}) =>
  owner.client.order.putOrderWithTrigger({ body: entry(more) }, newKey())
const find = async (orderId: string) =>
  (await owner.client.order.findOrders({ body: { accountNumber: account.number } })).find(
    (one) => one.orderId === orderId,
  )
const leavesOf = (order: BrokerOrder): BrokerOrder[] => [
  ...(order.symbol === null ? [] : [order]),
  ...order.children.flatMap(leavesOf),
]
/** Returns what sells at the brokerage: quantity, type and status of each. */
async function exits(): Promise<string[]> {
  const nowMs = app.clock.nowMs()
  const access = loginAccess(app.services, account.broker_login_id)
  const list = await app.alpaca.listOrders(
    access,
    account.hash_value,
    (nowMs - 86_400_000) as never,
    (nowMs + 1) as never,
  )
  return list
    .flatMap(leavesOf)
    .filter(({ instruction }) => instruction === 'SELL')
    .map(({ quantity, orderType, status }) => `${quantity} ${textOrNull(orderType) ?? ''} ${status}`)
    .toSorted()
}
/** The price moves, and the job has its turn. */
async function move(price: number, ms = 60_000): Promise<void> {
  app.clock.advance(ms)
  app.market.set('ACME', price)
  await runOrderTurn(app.services)
}
const held = () =>
  app.services.db
    .selectFrom('held_exit')
    .select(['state', 'placed_quantity'])
    .where('account_id', '=', account.id)
    .orderBy('request_id')
    .execute()
const notes = () =>
  app.services.db
    .selectFrom('notification')
    .select(['title', 'text'])
    .where('user_id', '=', owner.user.id)
    .where('kind', '=', 'ORDER_UNPROTECTED')
    .execute()
const alerts = () =>
  app.services.db
    .selectFrom('alert')
    .select(['title', 'resolved_at'])
    .where('user_id', '=', owner.user.id)
    .where('kind', '=', 'ORDER_UNPROTECTED')
    .execute()

describe('a stop entry with a stop loss', () => {
  test('goes out alone, says who places its stop loss, and shows it as waiting', async () => {
    const preview = await owner.client.order.previewOrder({ body: entry() })
    expect(preview).toMatchObject({ rejects: [], faults: [] })
    expect(preview.warnings).toContainEqual({
      kind: 'exitsHeldHere',
      text:
        'Clubfolio places the stop loss as soon as it reads the fill, because Alpaca Paper does not attach it ' +
        'to this entry.',
    })
    const { orderId } = await put()
    expect(await exits()).toEqual([])
    expect(await find(orderId)).toMatchObject({
      status: 'WORKING',
      children: [
        {
          status: 'AWAITING_PARENT_ORDER',
          orderType: 'STOP',
          price: '48.5',
          quantity: '100',
          description: 'Clubfolio places it once the entry is filled.',
        },
      ],
    })
  })

  test('gets it with the reading of the fill, and the position counts as protected', async () => {
    const { orderId } = await put()
    await move(51)
    expect(await exits()).toEqual(['100 STOP WORKING'])
    expect(await held()).toEqual([{ state: 'PLACED', placed_quantity: '100' }])
    expect((await find(orderId))?.children).toEqual([])
    const operations = await owner.client.operation.findOpenOperationByAccount({
      params: { accountNumber: account.number },
    })
    expect(operations).toMatchObject([{ code: 'ACME', stopLossPrice: 48.5, stopLossQty: 100 }])
    await move(51)
    expect(await exits()).toEqual(['100 STOP WORKING'])
  })

  test('and a target gets both as a pair of which the fill of one cancels the other', async () => {
    await put({ targetPrice: '60' })
    await move(51)
    expect(await exits()).toEqual(['100 LIMIT WORKING', '100 STOP WORKING'])
    await move(61)
    expect(await exits()).toEqual(['100 LIMIT FILLED', '100 STOP CANCELED'])
  })

  test('that is cancelled before its fill never gets it', async () => {
    const { orderId } = await put()
    await owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId } })
    await move(51)
    await move(51)
    expect([await exits(), await held()]).toEqual([[], [{ state: 'OVER', placed_quantity: '0' }]])
  })

  test('that is filled in part gets it for the part, and again for what follows', async () => {
    partialFills.percent = 100
    await put()
    await move(51)
    const first = await exits()
    expect(first).toHaveLength(1)
    const part = Number(first[0]?.split(' ')[0])
    expect([part > 0, part < 100]).toEqual([true, true])
    partialFills.percent = 0
    await move(51)
    const all = (await exits()).map((words) => Number(words.split(' ')[0]))
    expect(all.reduce((sum, one) => sum + one, 0)).toBe(100)
    expect(await held()).toEqual([{ state: 'PLACED', placed_quantity: '100' }])
  })

  test('whose position its owner sells in part gets it for what is left', async () => {
    await put()
    app.clock.advance(60_000)
    app.market.set('ACME', 51)
    const sale = { ticket: 'ACME', quantity: '40', directionality: 'SELL', price: null, orderType: 'MARKET' } as const
    await owner.client.order.putOrder({ body: { ...sale, accountNumber: account.number } }, newKey())
    await runOrderTurn(app.services)
    expect(await exits()).toEqual(['40 MARKET FILLED', '60 STOP WORKING'])
    await move(51, 120_000)
    expect(await exits()).toEqual(['40 MARKET FILLED', '60 STOP WORKING'])
    expect(await held()).toEqual([{ state: 'PLACED', placed_quantity: '60' }])
  })

  test('whose stop loss the price has passed by then is closed at the market, and its owner is notified', async () => {
    await put({ targetPrice: '60' })
    app.clock.advance(60_000)
    app.market.set('ACME', 51)
    // The brokerage fills it, and the price falls before the job reads that.
    await exits()
    await move(48)
    expect(await exits()).toEqual(['100 MARKET FILLED'])
    expect(await held()).toEqual([{ state: 'PLACED', placed_quantity: '100' }])
    expect(await notes()).toEqual([
      {
        title: '100 ACME closed at the market',
        text: expect.stringContaining('the price had passed its stop of $48.50') as string,
      },
    ])
    expect(await alerts()).toEqual([])
  })

  test('that is changed takes its stop loss along', async () => {
    const { orderId } = await put()
    const { orderId: next } = await owner.client.order.replaceOrder({
      body: {
        accountNumber: account.number,
        orderId,
        quantity: '80',
        filledQuantity: '0',
        price: '50.6',
        childPrice: '48',
      },
    })
    expect((await find(next))?.children).toMatchObject([{ price: '48', quantity: '80' }])
    await move(51)
    await move(51)
    expect(await exits()).toEqual(['80 STOP WORKING'])
    expect((await held()).map(({ state }) => state).toSorted()).toEqual(['OVER', 'PLACED'])
  })
})

test('an exit that trails is placed by us with its distance, also for a limit entry that is filled at once', async () => {
  await put({
    orderType: 'LIMIT',
    price: '50.5',
    childOrderType: 'TRAILING_STOP',
    childPrice: null,
    childTrail: { offset: '2', unit: 'DOLLARS' },
  })
  expect(await exits()).toEqual(['100 TRAILING_STOP WORKING'])
})

test('what Alpaca never takes is refused before anything is sent', async () => {
  const pairOfTrail = {
    targetPrice: '60',
    childOrderType: 'TRAILING_STOP',
    childPrice: null,
    childTrail: { offset: '2', unit: 'DOLLARS' },
  } as const
  await expect(put(pairOfTrail)).rejects.toEqual(refusedAs('orderRefused'))
  expect((await owner.client.order.previewOrder({ body: entry(pairOfTrail) })).rejects).toEqual([
    expect.stringContaining('does not pair a stop that trails'),
  ])
  expect(await held()).toEqual([])
})

describe('placing the exit', () => {
  const isExit = (draft: Parameters<BrokerPort['placeOrder']>[2]) =>
    draft.kind === 'PAIR' || (draft.kind === 'ENTRY' && draft.terms.instruction === 'SELL')

  test.each<[string, BrokerPort['placeOrder']]>([
    ['dies before it is sent', (...call) => (isExit(call[2]) ? Promise.reject(new Error('killed')) : real(...call))],
    [
      'dies after it is sent',
      async (...call) => {
        const sent = await real(...call)
        if (isExit(call[2])) throw new Error('killed')
        return sent
      },
    ],
    [
      'loses its answer',
      async (...call) => {
        const sent = await real(...call)
        return isExit(call[2]) ? { outcome: 'LOST', reason: 'The connection broke.' } : sent
      },
    ],
    [
      'loses its request',
      (...call) => (isExit(call[2]) ? Promise.resolve({ outcome: 'LOST', reason: 'The line broke.' }) : real(...call)),
    ],
  ])('%s: there is one exit in the end, and never two', async (_what, place) => {
    await put()
    onPlace(place)
    await move(51)
    onPlace(real)
    // A minute is searched for a lost order, and a step that failed waits longer each time.
    for (let turn = 0; turn < 12 && (await held())[0]?.state !== 'PLACED'; turn++) await move(51, 30_000)
    expect(await exits()).toEqual(['100 STOP WORKING'])
    expect(await held()).toEqual([{ state: 'PLACED', placed_quantity: '100' }])
  })

  test('is done by one worker at a time', async () => {
    await put()
    app.clock.advance(60_000)
    app.market.set('ACME', 51)
    const traded = await tradedAccountOf(app.services.db, account.id)
    await refreshOrders(app.services, traded!)
    await Promise.all(Array.from({ length: 5 }, () => placeHeldExits(app.services)))
    expect(await exits()).toEqual(['100 STOP WORKING'])
  })

  test('that is refused raises an alert until it succeeds', async () => {
    await put()
    onPlace((...call) =>
      isExit(call[2]) ? Promise.resolve({ outcome: 'REFUSED', reason: 'The stop is too near.' }) : real(...call),
    )
    await move(51)
    expect(await alerts()).toEqual([{ title: '100 ACME without a stop', resolved_at: null }])
    expect(
      await owner.client.operation.findOpenOperationByAccount({ params: { accountNumber: account.number } }),
    ).toMatchObject([{ code: 'ACME', lacksStop: true }])
    onPlace(real)
    await move(51)
    expect(await exits()).toEqual(['100 STOP WORKING'])
    expect((await alerts()).map(({ resolved_at: resolved }) => resolved === null)).toEqual([false])
  })

  test('that is rejected after it was accepted is done again, once', async () => {
    await put()
    await move(51)
    const listOrders = app.alpaca.listOrders
    const access = loginAccess(app.services, account.broker_login_id)
    const rejected = (order: BrokerOrder): BrokerOrder =>
      order.status === 'CANCELED' ? { ...order, status: 'REJECTED', description: 'Not today.' } : order
    const writable = app.alpaca as Writable<BrokerPort>
    writable.listOrders = async (...call) => (await listOrders(...call)).map(rejected)
    try {
      const { broker_id: stopId } = await app.services.db
        .selectFrom('broker_order')
        .select('broker_id')
        .where('account_id', '=', account.id)
        .where('order_type', '=', 'STOP')
        .where('instruction', '=', 'SELL')
        .executeTakeFirstOrThrow()
      await app.alpaca.cancelOrder(access, account.hash_value, stopId)
      for (let turn = 0; turn < 3; turn++) await move(51)
      expect(await exits()).toEqual(['100 STOP REJECTED', '100 STOP WORKING'])
      expect(await held()).toEqual([{ state: 'PLACED', placed_quantity: '100' }])
    } finally {
      writable.listOrders = listOrders
    }
  })

  test('that is refused until its owner has closed the position resolves its alert', async () => {
    await put()
    onPlace((...call) =>
      call[2].kind === 'ENTRY' && call[2].terms.price.type === 'STOP'
        ? Promise.resolve({ outcome: 'REFUSED', reason: 'Not now.' })
        : real(...call),
    )
    await move(51)
    expect((await alerts()).map(({ resolved_at: resolved }) => resolved)).toEqual([null])
    const sale = { ticket: 'ACME', quantity: '100', directionality: 'SELL', price: null, orderType: 'MARKET' } as const
    await owner.client.order.putOrder({ body: { ...sale, accountNumber: account.number } }, newKey())
    await move(51, 120_000)
    expect(await held()).toEqual([{ state: 'PLACED', placed_quantity: '0' }])
    expect((await alerts()).map(({ resolved_at: resolved }) => resolved === null)).toEqual([false])
  })

  test('waits while the account is disabled, and follows when it is enabled again', async () => {
    await put()
    onPlace((...call) =>
      isExit(call[2]) ? Promise.resolve({ outcome: 'REFUSED', reason: 'Not now.' }) : real(...call),
    )
    await move(51)
    onPlace(real)
    const enable = (isActive: boolean) =>
      app.services.db.updateTable('account').set({ is_active: isActive }).where('id', '=', account.id).execute()
    await enable(false)
    await move(51)
    const [row] = await app.services.db
      .selectFrom('held_exit')
      .select(['state', 'reason'])
      .where('account_id', '=', account.id)
      .execute()
    expect(row).toEqual({ state: 'WAITING', reason: 'The account is disabled.' })
    await enable(true)
    await move(51)
    expect(await exits()).toEqual(['100 STOP WORKING'])
  })
})
