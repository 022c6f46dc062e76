// Actions whose market orders fill in parts, and at a brokerage that cannot replace a stop by another type of order:
// the other side is opened only when nothing is left, a stop that was cancelled first comes back, and what it closed
// before it was cancelled is not sold again.
import type { PositionActionToTake } from '@clubfolio/contract'
import { isOverOrder } from '@clubfolio/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { textOrNull } from '../../adapters/broker/broker-words.ts'
import type { BrokerPort } from '../../adapters/broker/port.ts'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { findLinkedAccount, type LinkedAccount } from '../../testing/linked-trader.ts'
import { startTestBrokerage, testAlpacaName, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { loginAccess } from '../account/broker-access.ts'
import { flattenOrders } from '../broker-order/flatten-orders.ts'

interface Scene {
  readonly app: TestBrokerage
  readonly owner: TestUser
  readonly account: LinkedAccount
  readonly broker: BrokerPort
}

let keys = 0
const key = () => ({ idempotencyKey: `parts-test-${keys++}` })
afterEach(() => vi.restoreAllMocks())

const put = (
  { owner, account }: Scene,
  directionality: 'BUY' | 'SELL',
  orderType: 'MARKET' | 'STOP' | 'LIMIT',
  price: string | null,
) =>
  owner.client.order.putOrder(
    {
      body: {
        ticket: 'ACME',
        quantity: '100',
        directionality,
        accountNumber: account.number,
        price,
        orderType,
        ...(orderType === 'STOP' ? { duration: 'GOOD_TILL_CANCEL' as const } : {}),
      },
    },
    key(),
  )
const act = ({ owner, account }: Scene, action: PositionActionToTake) =>
  owner.client.positionAction.actOnPosition(
    { body: { accountNumber: account.number, ticket: 'ACME', held: '100', action } },
    key(),
  )
const newest = async ({ owner, account }: Scene) =>
  (await owner.client.positionAction.findPositionActions({ params: { accountNumber: account.number } }))[0]!

async function atBroker({ app, account, broker }: Scene): Promise<{ readonly held: number; readonly open: string[] }> {
  const access = loginAccess(app.services, account.broker_login_id)
  const nowMs = app.clock.nowMs()
  const [{ positions }, orders] = await Promise.all([
    broker.readAccount(access, account.hash_value),
    broker.listOrders(access, account.hash_value, (nowMs - 86_400_000) as never, (nowMs + 3_600_000) as never),
  ])
  return {
    held: positions.reduce((sum, { quantity }) => sum + Number(quantity), 0),
    open: flattenOrders(orders)
      .map(({ order }) => order)
      .filter(({ status, symbol }) => symbol !== null && !isOverOrder(status))
      .map(({ instruction, remainingQuantity, orderType }) =>
        [textOrNull(instruction), remainingQuantity, textOrNull(orderType)].join(' '),
      ),
  }
}

describe('at a brokerage that fills in parts', () => {
  let scene: Scene
  beforeAll(async () => {
    const app = await startTestBrokerage({ execution: { partialFills: { seed: 'parts', percent: 100 } } })
    app.market.set('ACME', 50)
    const owner = await app.signUp(['MANAGERS'])
    await app.link(owner, 'parts')
    const account = await findLinkedAccount(app, owner)
    await app.fill(account.number, 'BUY', 100, 'ACME', 50)
    scene = { app, owner, account, broker: app.broker }
  })
  afterAll(() => scene.app.stop())

  test('a reversal opens the other side only when all of it is closed, and never more than was held', async () => {
    const { app } = scene
    let action = await act(scene, { kind: 'REVERSE', stopPrice: null })
    expect(action).toMatchObject({ state: 'WAITING', steps: [{ state: 'PLACED' }, { state: 'PENDING' }] })
    for (let turn = 0; turn < 60 && action.endedAt === null; turn++) {
      const { held, open } = await atBroker(scene)
      // As long as something is left, nothing of the other side is at the brokerage.
      expect(held > 0 ? open.filter((order) => order.startsWith('SELL_SHORT')) : []).toEqual([])
      expect(held).toBeGreaterThanOrEqual(-100)
      app.clock.advance(3_000)
      app.market.set('ACME', 50)
      await runOrderTurn(app.services)
      action = await newest(scene)
    }
    expect(action).toMatchObject({ state: 'DONE' })
    expect(await atBroker(scene)).toEqual({ held: -100, open: [] })
  })

  test('closing everything sells what covers a written call when that is bought back, and not before', async () => {
    const { app, broker } = scene
    const codes = ['ACME  280121C00050000', 'ACME  280121C00055000'] as const
    const quote = () => {
      app.market.set('ACME', 50)
      app.market.set(codes[0], 4)
      app.market.set(codes[1], 2)
    }
    quote()
    const owner = await app.signUp(['MANAGERS'])
    await app.link(owner, 'spread')
    const account = await findLinkedAccount(app, owner)
    const spread: Scene = { app, owner, account, broker }
    const holdings = async () => (await broker.readAccount(access(), account.hash_value)).positions
    const access = () => loginAccess(app.services, account.broker_login_id)
    const turn = async () => {
      app.clock.advance(3_000)
      quote()
      await runOrderTurn(app.services)
    }
    await owner.client.order.putSpread(
      {
        body: {
          accountNumber: account.number,
          legs: [
            { ticket: codes[0], instruction: 'BUY_TO_OPEN', ratio: '1' },
            { ticket: codes[1], instruction: 'SELL_TO_OPEN', ratio: '1' },
          ],
          quantity: '8',
          priceType: 'NET_DEBIT',
          netPrice: '2.10',
        },
      },
      key(),
    )
    for (let turns = 0; turns < 60 && (await atBroker(spread)).open.length > 0; turns++) {
      app.clock.advance(60_000)
      quote()
      await runOrderTurn(app.services)
    }
    expect((await holdings()).map(({ quantity }) => Number(quantity)).toSorted()).toEqual([-8, 8])
    const { steps } = await owner.client.positionAction.previewFlatten({ body: { accountNumber: account.number } })
    expect(steps.map(({ code, waitsForFill }) => [code, waitsForFill])).toEqual([
      [codes[1], false],
      [codes[0], true],
    ])
    await owner.client.positionAction.flattenAccount({ body: { accountNumber: account.number } }, key())
    for (let turns = 0; turns < 60 && (await newest(spread)).endedAt === null; turns++) {
      const left = await holdings()
      const isWritten = left.some(({ quantity }) => Number(quantity) < 0)
      const { open } = await atBroker(spread)
      expect(isWritten ? open.filter((order) => order.startsWith('SELL')) : []).toEqual([])
      await turn()
    }
    expect(await newest(spread)).toMatchObject({ state: 'DONE' })
    expect(await holdings()).toEqual([])
  })

  test('what a cancelled sale of a part has sold is never sold again, however often its owner goes on', async () => {
    const { app, broker } = scene
    app.market.set('ACME', 50)
    const owner = await app.signUp(['MANAGERS'])
    await app.link(owner, 'counted')
    const account = await findLinkedAccount(app, owner)
    const counted: Scene = { app, owner, account, broker }
    await app.fill(account.number, 'BUY', 100, 'ACME', 50)
    const turn = async () => {
      app.clock.advance(3_000)
      app.market.set('ACME', 50)
      await runOrderTurn(app.services)
    }
    const { actionId, steps } = await act(counted, { kind: 'CLOSE', quantity: '50' })
    expect(steps).toMatchObject([{ state: 'PLACED' }])
    await owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId: steps[0]!.orderId! } })
    await turn()
    expect(await newest(counted)).toMatchObject({ state: 'STOPPED' })
    const { held } = await atBroker(counted)
    expect(held).toBeLessThan(100)
    expect(held).toBeGreaterThan(50)
    const goOn = () =>
      owner.client.positionAction.repairPositionAction(
        { body: { accountNumber: account.number, actionId, decision: 'CONTINUE' } },
        key(),
      )
    vi.spyOn(broker, 'placeOrder').mockResolvedValueOnce({ outcome: 'REFUSED', reason: 'Not now.' })
    expect(await goOn()).toMatchObject({ state: 'STOPPED' })
    await goOn()
    for (let turns = 0; turns < 60 && (await newest(counted)).endedAt === null; turns++) await turn()
    expect(await newest(counted)).toMatchObject({ state: 'DONE' })
    expect(await atBroker(counted)).toEqual({ held: 50, open: [] })
  })

  describe('while an entry with a stop is filled in part', () => {
    let logins = 0
    let held = 0

    beforeEach(async () => {
      const { app } = scene
      app.market.set('ACME', 50)
      const owner = await app.signUp(['MANAGERS'])
      await app.link(owner, `filling${logins++}`)
      const account = await findLinkedAccount(app, owner)
      await owner.client.order.putOrderWithTrigger(
        {
          body: {
            ticket: 'ACME',
            quantity: '400',
            directionality: 'BUY',
            accountNumber: account.number,
            price: null,
            orderType: 'MARKET',
            childQuantity: '400',
            childDirectionality: 'SELL',
            childPrice: '48.00',
            childOrderType: 'STOP',
            cancelPrice: null,
          },
        },
        key(),
      )
      scene = { ...scene, owner, account }
      held = (await atBroker(scene)).held
    })

    const close = (quantity: string | null) =>
      scene.owner.client.positionAction.actOnPosition(
        {
          body: {
            accountNumber: scene.account.number,
            ticket: 'ACME',
            held: String(held),
            action: { kind: 'CLOSE', quantity },
          },
        },
        key(),
      )
    async function untilOver(): Promise<void> {
      for (let turn = 0; turn < 60 && (await newest(scene)).endedAt === null; turn++) {
        scene.app.clock.advance(3_000)
        scene.app.market.set('ACME', 50)
        await runOrderTurn(scene.app.services)
      }
    }

    test('closing the position ends the entry and its stop with it', async () => {
      expect(held).toBeGreaterThan(0)
      expect(held).toBeLessThan(400)
      const { steps } = await close(null)
      expect(steps).toMatchObject([{ state: 'DONE' }, {}])
      await untilOver()
      expect(await newest(scene)).toMatchObject({ state: 'DONE' })
      expect(await atBroker(scene)).toEqual({ held: 0, open: [] })
    })

    test('more that is filled before the entry is cancelled keeps its stop, and Continue closes that too', async () => {
      const { app, owner, account, broker } = scene
      const cancel = broker.cancelOrder.bind(broker)
      vi.spyOn(broker, 'cancelOrder').mockImplementationOnce((...call) => {
        app.clock.advance(3_000)
        app.market.set('ACME', 50)
        return cancel(...call)
      })
      const action = await close(null)
      expect(action).toMatchObject({ state: 'STOPPED', steps: [{ state: 'FAILED' }, { state: 'PENDING' }] })
      expect(action.message).toContain('more of it were filled before it was cancelled')
      const now = await atBroker(scene)
      expect(now.held).toBeGreaterThan(held)
      expect(now.open).toEqual([`SELL ${now.held} STOP`])
      await owner.client.positionAction.repairPositionAction({
        body: { accountNumber: account.number, actionId: action.actionId, decision: 'CONTINUE' },
      })
      await untilOver()
      expect(await atBroker(scene)).toEqual({ held: 0, open: [] })
    })
  })
})

describe('at a brokerage that replaces no stop by another type of order', () => {
  let brokerage: TestBrokerage
  let scene: Scene
  let logins = 0
  const partialFills = { seed: 'parts', percent: 0 }
  beforeAll(async () => {
    brokerage = await startTestBrokerage({ isAlpacaFirst: true, execution: { partialFills } })
  })
  afterAll(() => brokerage.stop())

  async function hold(): Promise<void> {
    const app = brokerage
    app.market.set('ACME', 50)
    const owner = await app.signUp(['MANAGERS'])
    await app.link(owner, `cancels-first${logins++}`, 'MARGIN', testAlpacaName)
    scene = { app, owner, account: await findLinkedAccount(app, owner), broker: app.alpaca }
    await put(scene, 'BUY', 'MARKET', null)
  }
  async function holdWithStop(): Promise<void> {
    await hold()
    await put(scene, 'SELL', 'STOP', '48')
  }
  const preview = (action: PositionActionToTake) =>
    scene.owner.client.positionAction.previewPositionAction({
      body: { accountNumber: scene.account.number, ticket: 'ACME', held: '100', action },
    })

  test('closes by cancelling the stop and selling at once, and says so before', async () => {
    await holdWithStop()
    const action = { kind: 'CLOSE', quantity: null } as const
    expect(await preview(action)).toMatchObject({
      steps: [
        { kind: 'CANCEL', uncovered: '100' },
        { kind: 'PLACE', uncovered: '0' },
      ],
    })
    expect(await act(scene, action)).toMatchObject({ state: 'DONE' })
    expect(await atBroker(scene)).toEqual({ held: 0, open: [] })
  })

  test('gets its stop back when the sale is refused', async () => {
    await holdWithStop()
    vi.spyOn(scene.app.alpaca, 'placeOrder').mockResolvedValueOnce({ outcome: 'REFUSED', reason: 'Not now.' })
    expect(await act(scene, { kind: 'CLOSE', quantity: null })).toMatchObject({ state: 'STOPPED' })
    expect(await atBroker(scene)).toEqual({ held: 100, open: [] })
    scene.app.clock.advance(60_000)
    await runOrderTurn(scene.app.services)
    expect(await newest(scene)).toMatchObject({ state: 'RESTORED' })
    expect(await atBroker(scene)).toEqual({ held: 100, open: ['SELL 100 STOP'] })
  })

  test('sells only what a stop that is just being filled has left, when it is cancelled', async () => {
    await holdWithStop()
    const { app, broker } = scene
    const cancel = broker.cancelOrder.bind(broker)
    vi.spyOn(broker, 'cancelOrder').mockImplementationOnce(async (...call) => {
      partialFills.percent = 100
      app.clock.advance(3_000)
      app.market.set('ACME', 47)
      const sent = await cancel(...call)
      partialFills.percent = 0
      return sent
    })
    const { state, steps } = await act(scene, { kind: 'CLOSE', quantity: null })
    expect(state).toBe('DONE')
    expect(steps).toMatchObject([
      { state: 'DONE', reason: expect.stringMatching(/^\d+ more of it were filled before it was cancelled/) as string },
      { state: 'DONE', text: expect.not.stringContaining('100 ACME') as string },
    ])
    expect(await atBroker(scene)).toEqual({ held: 0, open: [] })
  })

  test('adds at a limit, and the stop of what is added outlasts the day of its entry', async () => {
    await holdWithStop()
    const { app, account, broker } = scene
    const action = { kind: 'ADD', quantity: '10', limitPrice: '49' } as const
    expect((await preview(action)).warnings).toContainEqual(expect.objectContaining({ kind: 'exitsHeldHere' }))
    expect(await act(scene, action)).toMatchObject({ state: 'DONE' })
    expect((await atBroker(scene)).open.toSorted()).toEqual(['BUY 10 LIMIT', 'SELL 100 STOP'])
    app.clock.advance(60_000)
    app.market.set('ACME', 48.6)
    await runOrderTurn(app.services)
    const nowMs = app.clock.nowMs()
    const access = loginAccess(app.services, account.broker_login_id)
    const orders = await broker.listOrders(
      access,
      account.hash_value,
      (nowMs - 86_400_000) as never,
      (nowMs + 3_600_000) as never,
    )
    const stops = flattenOrders(orders).filter(({ order: { orderType } }) => textOrNull(orderType) === 'STOP')
    expect(stops.map(({ order: { quantity, duration } }) => `${quantity} ${textOrNull(duration)}`).toSorted()).toEqual([
      '10 GOOD_TILL_CANCEL',
      '100 GOOD_TILL_CANCEL',
    ])
  })

  test('refuses to trail a stop beside a target before it cancels the target', async () => {
    await hold()
    await put(scene, 'SELL', 'LIMIT', '60')
    const action = { kind: 'TRAIL_STOP', trail: { offset: '2', unit: 'DOLLARS' } } as const
    expect((await preview(action)).faults).toContainEqual(expect.stringContaining('does not pair a stop that trails'))
    await expect(act(scene, action)).rejects.toEqual(refusedAs('orderFaulty'))
    expect(await atBroker(scene)).toEqual({ held: 100, open: ['SELL 100 LIMIT'] })
  })

  test('moves a stop in one call, because its type stays', async () => {
    await holdWithStop()
    expect(await act(scene, { kind: 'MOVE_STOP', stopPrice: '49' })).toMatchObject({
      state: 'DONE',
      steps: [{ state: 'DONE' }],
    })
    expect(await atBroker(scene)).toEqual({ held: 100, open: ['SELL 100 STOP'] })
  })
})
