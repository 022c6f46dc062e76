// Acting on positions at the real paper brokerage: what each action sends and leaves, and that it is one action, of the
// position that its owner saw.
import type { AskedPositionAction, PositionAction, PositionActionToTake } from '@clubfolio/contract'
import { isOverOrder, toCents } from '@clubfolio/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { textOrNull } from '../../adapters/broker/broker-words.ts'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { type LinkedAccount, linkTrader, listAtBroker } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { loginAccess } from '../account/broker-access.ts'
import { flattenOrders } from '../broker-order/flatten-orders.ts'

const weekMs = 7 * 86_400_000

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let logins = 0
let keys = 0

beforeAll(async () => {
  app = await startTestBrokerage({ isAlwaysOpen: false })
})
afterAll(() => app.stop())

beforeEach(async () => {
  app.clock.set(testStartMs + weekMs * logins)
  app.market.set('ACME', 50)
  app.market.set('BOLT', 20)
  ;({ owner, account } = await linkTrader(app, `acting${logins++}`))
})

const key = () => ({ idempotencyKey: `acting-test-${keys++}` })
const access = () => loginAccess(app.services, account.broker_login_id)

const buy = (quantity: string, ticket = 'ACME') =>
  owner.client.order.putOrder(
    {
      body: {
        ticket,
        quantity,
        directionality: 'BUY',
        accountNumber: account.number,
        price: null,
        orderType: 'MARKET',
      },
    },
    key(),
  )
const sellAt = (quantity: string, orderType: 'STOP' | 'LIMIT', price: string) =>
  owner.client.order.putOrder(
    {
      body: {
        ticket: 'ACME',
        quantity,
        directionality: 'SELL',
        accountNumber: account.number,
        price,
        orderType,
        duration: 'GOOD_TILL_CANCEL',
      },
    },
    key(),
  )
/** 100 ACME with a stop for all of it at 48. Returns the stop's id. */
async function holdWithStop(): Promise<string> {
  await buy('100')
  return (await sellAt('100', 'STOP', '48')).orderId
}
const asked = (action: PositionActionToTake, held = '100'): AskedPositionAction => ({
  accountNumber: account.number,
  ticket: 'ACME',
  held,
  action,
})
const preview = (action: PositionActionToTake, held?: string) =>
  owner.client.positionAction.previewPositionAction({ body: asked(action, held) })
const act = (
  action: PositionActionToTake,
  { held, once = key() }: { held?: string; once?: ReturnType<typeof key> } = {},
) => owner.client.positionAction.actOnPosition({ body: asked(action, held) }, once)
const actions = () => owner.client.positionAction.findPositionActions({ params: { accountNumber: account.number } })

/** Returns what the brokerage holds, and what is open there in one line each. */
async function atBroker(): Promise<{ readonly held: Record<string, number>; readonly open: string[] }> {
  const { positions } = await app.broker.readAccount(access(), account.hash_value)
  const orders = flattenOrders(await listAtBroker(app, account, access())).map(({ order }) => order)
  return {
    held: Object.fromEntries(positions.map(({ symbol, quantity }) => [symbol, Number(quantity)])),
    open: orders
      .filter(({ status, symbol }) => symbol !== null && !isOverOrder(status))
      .map(({ instruction, remainingQuantity, orderType, stopPrice, price, trail, status }) =>
        [textOrNull(instruction), remainingQuantity, textOrNull(orderType), stopPrice, price, trail?.offset, status]
          .filter((word) => word !== null && word !== undefined)
          .join(' '),
      )
      .toSorted(),
  }
}
/** Returns how often each call to the brokerage was made during `work`; its limit per minute counts most of them. */
async function countRequests(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const { broker } = app
  const spies = {
    readAccount: vi.spyOn(broker, 'readAccount'),
    listTransactions: vi.spyOn(broker, 'listTransactions'),
    listOrders: vi.spyOn(broker, 'listOrders'),
    readOrder: vi.spyOn(broker, 'readOrder'),
    quotes: vi.spyOn(broker, 'quotes'),
    placeOrder: vi.spyOn(broker, 'placeOrder'),
    replaceOrder: vi.spyOn(broker, 'replaceOrder'),
  }
  try {
    await work()
    return Object.fromEntries(Object.entries(spies).map(([name, { mock }]) => [name, mock.calls.length]))
  } finally {
    for (const spy of Object.values(spies)) spy.mockRestore()
  }
}
const close: PositionActionToTake = { kind: 'CLOSE', quantity: null }
const half: PositionActionToTake = { kind: 'CLOSE', quantity: '50' }

describe('an action on a position', () => {
  test('is previewed as exactly the orders that it sends, with what has no stop in between', async () => {
    const stop = await holdWithStop()
    expect(await preview(half)).toMatchObject({
      code: 'ACME',
      held: '100',
      heldAfter: '50',
      coveredBefore: '100',
      coveredAfter: '50',
      steps: [
        {
          kind: 'REPLACE',
          orderId: stop,
          uncovered: '50',
          text: expect.stringContaining(
            `Replace order ${stop} (sell 100 ACME at a stop of $48.00) by: sell 50 ACME at a stop of $48.00`,
          ) as string,
        },
        { kind: 'PLACE', orderId: null, uncovered: '0', text: 'Sell 50 ACME at the market' },
      ],
      faults: [],
      breaches: [],
      questions: [],
    })
    expect(await atBroker()).toEqual({ held: { ACME: 100 }, open: ['SELL 100 STOP 48 WORKING'] })
  })

  test('closes half of it and leaves a stop for the rest', async () => {
    await holdWithStop()
    const done = await act(half)
    expect(done).toMatchObject({ title: 'Close 50 of 100 ACME', state: 'DONE', code: 'ACME' })
    expect(done.steps.map(({ state }) => state)).toEqual(['DONE', 'DONE'])
    expect(await atBroker()).toEqual({ held: { ACME: 50 }, open: ['SELL 50 STOP 48 WORKING'] })
  })

  test('closes all of it with one order, in the place of the stop', async () => {
    await holdWithStop()
    const done = await act(close)
    expect(done.steps).toHaveLength(1)
    expect(done.state).toBe('DONE')
    expect(await atBroker()).toEqual({ held: {}, open: [] })
  })

  test('reverses it: the other side is opened when the close is filled, with its stop', async () => {
    await holdWithStop()
    expect(await preview({ kind: 'REVERSE', stopPrice: '52' })).toMatchObject({
      heldAfter: '-100',
      coveredAfter: '100',
      steps: [{ waitsForFill: false }, { waitsForFill: true }],
    })
    expect(await act({ kind: 'REVERSE', stopPrice: '52' })).toMatchObject({ state: 'DONE' })
    expect(await atBroker()).toEqual({ held: { ACME: -100 }, open: ['BUY_TO_COVER 100 STOP 52 WORKING'] })
  })

  test('adds to it with a stop of its own at the stop of the position', async () => {
    await holdWithStop()
    expect(await act({ kind: 'ADD', quantity: '30', limitPrice: null })).toMatchObject({ state: 'DONE' })
    expect(await atBroker()).toEqual({
      held: { ACME: 130 },
      open: ['SELL 100 STOP 48 WORKING', 'SELL 30 STOP 48 WORKING'],
    })
  })

  test('moves its stop, says what is locked in, and trails it', async () => {
    await buy('100')
    app.market.set('ACME', 60)
    await sellAt('100', 'STOP', '48')
    const locked = await preview({ kind: 'MOVE_STOP', stopPrice: '55' })
    expect(locked).toMatchObject({ averagePrice: '50.01', resultAtStop: toCents(49_900n) })
    expect(await act({ kind: 'MOVE_STOP', stopPrice: '55' })).toMatchObject({ state: 'DONE' })
    expect((await atBroker()).open).toEqual(['SELL 100 STOP 55 WORKING'])
    expect(await act({ kind: 'TRAIL_STOP', trail: { offset: '2', unit: 'DOLLARS' } })).toMatchObject({ state: 'DONE' })
    expect((await atBroker()).open).toEqual([expect.stringContaining('SELL 100 TRAILING_STOP') as string])
  })

  test('sets its target: the stop becomes a pair in one call, and a close of half keeps both', async () => {
    await holdWithStop()
    const target: PositionActionToTake = { kind: 'SET_TARGET', targetPrice: '60' }
    expect((await preview(target)).steps).toMatchObject([{ kind: 'REPLACE', uncovered: '0' }])
    expect(await act(target)).toMatchObject({ state: 'DONE' })
    expect((await atBroker()).open).toEqual(['SELL 100 LIMIT 60 WORKING', 'SELL 100 STOP 48 WORKING'])
    expect(await act(half)).toMatchObject({ state: 'DONE' })
    expect(await atBroker()).toEqual({
      held: { ACME: 50 },
      open: ['SELL 50 LIMIT 60 WORKING', 'SELL 50 STOP 48 WORKING'],
    })
    expect(await act(close, { held: '50' })).toMatchObject({ state: 'DONE' })
    expect(await atBroker()).toEqual({ held: {}, open: [] })
  })

  test('sets a target beside the stop of its entry, which becomes a pair in one call too', async () => {
    await owner.client.order.putOrderWithTrigger(
      {
        body: {
          ticket: 'ACME',
          quantity: '100',
          directionality: 'BUY',
          accountNumber: account.number,
          price: null,
          orderType: 'MARKET',
          childQuantity: '100',
          childDirectionality: 'SELL',
          childPrice: '48',
          childOrderType: 'STOP',
          cancelPrice: null,
        },
      },
      key(),
    )
    const done = await act({ kind: 'SET_TARGET', targetPrice: '60' })
    expect(done).toMatchObject({ state: 'DONE', steps: [{ state: 'DONE' }] })
    expect((await atBroker()).open).toEqual(['SELL 100 LIMIT 60 WORKING', 'SELL 100 STOP 48 WORKING'])
  })

  test('asks the brokerage for nothing twice, and reads the account once for all that was filled', async () => {
    await owner.client.order.putOrderWithTrigger(
      {
        body: {
          ticket: 'ACME',
          quantity: '100',
          directionality: 'BUY',
          accountNumber: account.number,
          price: null,
          orderType: 'MARKET',
          childQuantity: '100',
          childDirectionality: 'SELL',
          childPrice: '48',
          childOrderType: 'STOP',
          cancelPrice: null,
        },
      },
      key(),
    )
    await act({ kind: 'SET_TARGET', targetPrice: '60' })
    expect((await atBroker()).open).toHaveLength(2)
    const requests = await countRequests(async () => expect(await act(half)).toMatchObject({ state: 'DONE' }))
    // Looked at: account, orders, quote. For each of three orders: the list, and the order; the tree of each of the two
    // that are replaced.
    // The reading after the fill: account, transactions, orders, and the account again.
    expect(requests).toEqual({
      readAccount: 3,
      listTransactions: 1,
      listOrders: 5,
      readOrder: 5,
      quotes: 1,
      placeOrder: 1,
      replaceOrder: 2,
    })
    // Nothing is left for the account's own turn.
    const [due] = await app.services.db
      .selectFrom('account_sync')
      .select('next_at')
      .where('account_id', '=', account.id)
      .execute()
    expect(due!.next_at.getTime()).toBeGreaterThan(app.clock.nowMs())
  })

  test('of a price finer than its tick, or beyond the market, is not sent', async () => {
    await holdWithStop()
    await expect(act({ kind: 'MOVE_STOP', stopPrice: '48.501' })).rejects.toMatchObject({
      body: { error: [{ field: 'action.stopPrice' }] },
    })
    await expect(act({ kind: 'MOVE_STOP', stopPrice: '50.5' })).rejects.toEqual(refusedAs('orderFaulty'))
    expect((await preview({ kind: 'MOVE_STOP', stopPrice: '50.5' })).faults[0]).toContain('would be filled at once')
    expect((await atBroker()).open).toEqual(['SELL 100 STOP 48 WORKING'])
  })

  test('takes a target out of the way of a close', async () => {
    await buy('100')
    await sellAt('40', 'LIMIT', '60')
    await sellAt('60', 'STOP', '48')
    expect(await act(close)).toMatchObject({ state: 'DONE', steps: [{ state: 'DONE' }, { state: 'DONE' }] })
    expect(await atBroker()).toEqual({ held: {}, open: [] })
  })

  test('is for the position that its owner saw', async () => {
    await holdWithStop()
    await expect(act(close, { held: '80' })).rejects.toEqual(refusedAs('positionChanged'))
    expect((await atBroker()).held).toEqual({ ACME: 100 })
    expect(await actions()).toEqual([])
  })

  test('is one action per key, and its key says what became of it', async () => {
    await holdWithStop()
    const once = key()
    const first = await act(half, { once })
    expect(await act(half, { once })).toEqual(first)
    await expect(act(close, { once })).rejects.toEqual(refusedAs('requestKeyReused'))
    expect(
      await owner.client.request.settle({ body: { key: once.idempotencyKey, sentAt: app.clock.nowMs() } }),
    ).toMatchObject({ fate: 'DONE', reply: { actionId: first.actionId, state: 'DONE' } })
    expect(await atBroker()).toEqual({ held: { ACME: 50 }, open: ['SELL 50 STOP 48 WORKING'] })
  })

  test('of a position is sent once however often it is asked for at the same moment', async () => {
    await holdWithStop()
    const answers = await Promise.allSettled([act(half), act(half), act(half)])
    const done = answers.filter(({ status }) => status === 'fulfilled')
    expect(done.length).toBeGreaterThanOrEqual(1)
    const { held } = await atBroker()
    expect(held['ACME']).toBe(100 - 50 * done.length)
  })

  test('is kept back by the guard rails where it opens, never where it closes', async () => {
    await holdWithStop()
    await owner.client.order.saveGuardRails({
      body: {
        accountNumber: account.number,
        largestOrder: toCents(100_00n),
        largestPosition: null,
        dailyLoss: null,
        priceDistance: '1',
      },
    })
    await expect(act({ kind: 'ADD', quantity: '30', limitPrice: null })).rejects.toEqual(refusedAs('orderGuarded'))
    expect(await act(close)).toMatchObject({ state: 'DONE' })
    expect((await atBroker()).held).toEqual({})
  })

  test('waits for the opening while the market is closed, and another one on the position is refused until then', async () => {
    await holdWithStop()
    app.clock.advance(8 * 3_600_000)
    owner = await app.signIn(owner.email)
    const waiting = await act(close)
    expect(waiting).toMatchObject({ state: 'WAITING', message: 'Waits for the market to open.' })
    await expect(act(half)).rejects.toMatchObject({ name: 'ApiError' })
    app.clock.advance(16 * 3_600_000)
    await runOrderTurn(app.services)
    app.clock.advance(60_000)
    await runOrderTurn(app.services)
    owner = await app.signIn(owner.email)
    expect(await actions()).toMatchObject([{ state: 'DONE' }])
    expect(await atBroker()).toEqual({ held: {}, open: [] })
  })

  test("is of the owner's own account", async () => {
    await holdWithStop()
    const stranger = await app.signUp(['MANAGERS'])
    await expect(stranger.client.positionAction.actOnPosition({ body: asked(close) }, key())).rejects.toEqual(
      refusedAs('notFound'),
    )
  })
})

describe('a whole account', () => {
  const flatten = () => owner.client.positionAction.flattenAccount({ body: { accountNumber: account.number } }, key())

  test('is cancelled and closed: entries first, then every position', async () => {
    await holdWithStop()
    await buy('200', 'BOLT')
    await owner.client.order.putOrderWithTrigger(
      {
        body: {
          ticket: 'BOLT',
          quantity: '50',
          directionality: 'BUY',
          accountNumber: account.number,
          price: '22',
          orderType: 'STOP',
          childQuantity: '50',
          childDirectionality: 'SELL',
          childPrice: '18',
          childOrderType: 'STOP',
          cancelPrice: null,
        },
      },
      key(),
    )
    const shown = await owner.client.positionAction.previewFlatten({ body: { accountNumber: account.number } })
    expect(shown).toMatchObject({ positions: 2, orders: 1, faults: [], warnings: [] })
    expect(shown.steps.map(({ kind, code }) => `${kind} ${code}`)).toEqual([
      'CANCEL BOLT',
      'REPLACE ACME',
      'PLACE BOLT',
    ])
    let done: PositionAction | undefined
    const requests = await countRequests(async () => (done = await flatten()))
    expect(done).toMatchObject({
      kind: 'FLATTEN',
      state: 'DONE',
      message: 'Every order is cancelled and every position is closed.',
    })
    // Both positions are filled, and one reading is for both.
    expect(requests).toMatchObject({ listTransactions: 1 })
    expect(
      await owner.client.operation.findOpenOperationByAccount({ params: { accountNumber: account.number } }),
    ).toEqual([])
    expect(await atBroker()).toEqual({ held: {}, open: [] })
    await expect(flatten()).rejects.toEqual(refusedAs('orderFaulty'))
  })
})
