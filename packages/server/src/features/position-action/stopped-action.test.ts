// Actions on positions while the brokerage fails at each of their steps: a process that is killed before and after a
// call, an answer that is lost though the order arrived or because it never did, a refusal, a rejection, and a fill in
// parts. Nothing is ever sent twice, and nothing that had a stop stays without one beyond a reading.
import type { PositionAction, PositionActionToTake } from '@clubfolio/contract'
import { isOverOrder } from '@clubfolio/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OrderSending } from '../../adapters/broker/port.ts'
import { textOrNull } from '../../adapters/broker/broker-words.ts'
import { runOrderTurn } from '../../jobs/order-job.ts'
import {
  type LinkedAccount,
  linkTrader,
  listAtBroker,
  protectedEntry,
  restOthers,
} from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { loginAccess } from '../account/broker-access.ts'
import { flattenOrders } from '../broker-order/flatten-orders.ts'

const weekMs = 7 * 86_400_000
const minuteMs = 60_000

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let logins = 0
let keys = 0

beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())
afterEach(() => vi.restoreAllMocks())

beforeEach(async () => {
  app.clock.set(testStartMs + weekMs * logins)
  app.market.set('ACME', 50)
  ;({ owner, account } = await linkTrader(app, `stopped${logins++}`))
  await restOthers(app, account)
  await put('BUY', 'MARKET', null)
  await put('SELL', 'STOP', '48')
})

const key = () => ({ idempotencyKey: `stopped-test-${keys++}` })
const access = () => loginAccess(app.services, account.broker_login_id)
const put = (directionality: 'BUY' | 'SELL', orderType: 'MARKET' | 'STOP', price: string | null, quantity = '100') =>
  owner.client.order.putOrder(
    { body: { ticket: 'ACME', quantity, directionality, accountNumber: account.number, price, orderType } },
    key(),
  )
const act = (action: PositionActionToTake) =>
  owner.client.positionAction.actOnPosition(
    { body: { accountNumber: account.number, ticket: 'ACME', held: '100', action } },
    key(),
  )
const repair = (actionId: string, decision: 'CONTINUE' | 'RESTORE' | 'DISMISS') =>
  owner.client.positionAction.repairPositionAction(
    { body: { accountNumber: account.number, actionId, decision } },
    key(),
  )
async function newest(): Promise<PositionAction> {
  const found = await owner.client.positionAction.findPositionActions({ params: { accountNumber: account.number } })
  return found[0]!
}
/** Some turns of the job, each after the claims of dead workers have expired. */
async function turns(count: number, everyMs = 20_000): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    app.clock.advance(everyMs)
    await runOrderTurn(app.services)
  }
}

/** Turns of the job until the action waits for nothing any more, at most eight. */
async function untilSettled(): Promise<PositionAction> {
  for (let turn = 0; turn < 8; turn++) {
    const now = await newest()
    if (now.endedAt !== null || (now.state === 'STOPPED' && now.restoresAt === null)) return now
    await turns(1)
  }
  return newest()
}

interface AtBroker {
  readonly held: number
  /** Shares that working stops, or market orders, end. */
  readonly covered: number
  readonly open: readonly string[]
  /** Orders that were ever filled, without the one of the position itself. */
  readonly filled: readonly string[]
}
async function atBroker(): Promise<AtBroker> {
  const { positions } = await app.broker.readAccount(access(), account.hash_value)
  const orders = flattenOrders(await listAtBroker(app, account, access())).map(({ order }) => order)
  const open = orders.filter(({ status, symbol }) => symbol !== null && !isOverOrder(status))
  return {
    held: positions.reduce((sum, { quantity }) => sum + Number(quantity), 0),
    covered: open
      .filter(({ orderType, status }) => orderType !== 'LIMIT' && status !== 'AWAITING_PARENT_ORDER')
      .reduce((sum, { remainingQuantity }) => sum + Number(remainingQuantity), 0),
    open: open.map(({ instruction, remainingQuantity, orderType }) =>
      [textOrNull(instruction), remainingQuantity, textOrNull(orderType)].join(' '),
    ),
    filled: orders
      .filter(({ filledQuantity }) => Number(filledQuantity) > 0)
      .map(({ instruction, filledQuantity }) => `${textOrNull(instruction) ?? ''} ${filledQuantity}`)
      .filter((filled) => filled !== 'BUY 100')
      .toSorted(),
  }
}

const lost: OrderSending = { outcome: 'LOST', reason: 'The connection broke.' }
const refused: OrderSending = { outcome: 'REFUSED', reason: 'Try it by telephone.' }

type Call = 'placeOrder' | 'replaceOrder'
type Fault = 'killed before' | 'killed after' | 'lost, arrived' | 'lost, never arrived' | 'refused'

/** Makes one call to the brokerage fail, once. */
function fail(call: Call, fault: Fault): void {
  const real = app.broker[call].bind(app.broker) as (...sent: readonly unknown[]) => Promise<OrderSending>
  const faulty = async (...sent: readonly unknown[]): Promise<OrderSending> => {
    if (fault === 'killed before') throw new Error('killed')
    if (fault === 'refused') return refused
    if (fault === 'lost, never arrived') return lost
    await real(...sent)
    if (fault === 'killed after') throw new Error('killed')
    return lost
  }
  vi.spyOn(app.broker, call).mockImplementationOnce(faulty)
}

/** Does something once the next action has read its orders and then its account. */
function afterTheLook(work: () => unknown): void {
  const readAccount = app.broker.readAccount.bind(app.broker)
  vi.spyOn(app.broker, 'readAccount').mockImplementationOnce(async (...call) => {
    const before = await readAccount(...call)
    await work()
    return before
  })
}

/** Does something between the two readings of the next action, whichever of them is the first. */
function betweenTheReadings(work: () => unknown): void {
  const listOrders = app.broker.listOrders.bind(app.broker)
  const readAccount = app.broker.readAccount.bind(app.broker)
  let isWorkDone: Promise<unknown> | undefined
  const inTurn = async <T>(read: () => Promise<T>): Promise<T> => {
    if (isWorkDone !== undefined) {
      await isWorkDone
      return read()
    }
    const first = read()
    isWorkDone = first.then(work)
    await isWorkDone
    return first
  }
  vi.spyOn(app.broker, 'listOrders').mockImplementationOnce((...call) => inTurn(() => listOrders(...call)))
  vi.spyOn(app.broker, 'readAccount').mockImplementationOnce((...call) => inTurn(() => readAccount(...call)))
}

const half: PositionActionToTake = { kind: 'CLOSE', quantity: '50' }
const all: PositionActionToTake = { kind: 'CLOSE', quantity: null }
const reverse: PositionActionToTake = { kind: 'REVERSE', stopPrice: '52' }
const move: PositionActionToTake = { kind: 'MOVE_STOP', stopPrice: '49' }

const faults: readonly Fault[] = ['killed before', 'killed after', 'lost, arrived', 'lost, never arrived', 'refused']
interface Scene {
  readonly name: string
  readonly action: PositionActionToTake
  readonly call: Call
  /** What is filled, and what is left, when the action is done in full. */
  readonly done: Omit<AtBroker, 'open'>
}
const scenes: readonly Scene[] = [
  {
    name: 'the first step of half',
    action: half,
    call: 'replaceOrder',
    done: { held: 50, covered: 50, filled: ['SELL 50'] },
  },
  {
    name: 'the second step of half',
    action: half,
    call: 'placeOrder',
    done: { held: 50, covered: 50, filled: ['SELL 50'] },
  },
  {
    name: 'the one step of a close',
    action: all,
    call: 'replaceOrder',
    done: { held: 0, covered: 0, filled: ['SELL 100'] },
  },
  {
    name: 'the second step of a reversal',
    action: reverse,
    call: 'placeOrder',
    done: { held: -100, covered: 100, filled: ['SELL 100', 'SELL_SHORT 100'] },
  },
  {
    name: 'the one step of a moved stop',
    action: move,
    call: 'replaceOrder',
    done: { held: 100, covered: 100, filled: [] },
  },
]
const cases = scenes.flatMap((scene) => faults.map((fault) => ({ ...scene, fault, title: `${scene.name}, ${fault}` })))

describe('a step that fails', () => {
  test.each(cases)(
    '$title: nothing is sent twice, and it ends done or with its stop',
    async ({ action, call, fault, done }) => {
      fail(call, fault)
      await act(action).catch(() => undefined)
      const after = await untilSettled()
      const { held, covered, filled } = await atBroker()
      // However it ended, it was sent at most once.
      expect(done.filled).toEqual(expect.arrayContaining([...filled]))
      expect(filled.length).toBeLessThanOrEqual(done.filled.length)
      expect(['DONE', 'STOPPED', 'RESTORED']).toContain(after.state)
      // What is held has the stop that it had.
      expect(covered).toBe(Math.abs(held))
      // An order that arrived is found, and the action is done in full; one that did not is never sent again on its own.
      const hasArrived = fault === 'killed after' || fault === 'lost, arrived'
      expect(hasArrived ? { state: after.state, held, covered, filled } : undefined).toEqual(
        hasArrived ? { state: 'DONE', ...done } : undefined,
      )
    },
  )

  test('is sent by the job when its process died before it could begin', async () => {
    const list = app.broker.listOrders.bind(app.broker)
    const replace = app.broker.replaceOrder.bind(app.broker)
    let isKilled = false
    vi.spyOn(app.broker, 'replaceOrder').mockImplementationOnce(async (...sent) => {
      isKilled = true
      return replace(...sent)
    })
    vi.spyOn(app.broker, 'listOrders').mockImplementation(async (...span) => {
      if (!isKilled) return list(...span)
      isKilled = false
      throw new Error('killed')
    })
    await expect(act(half)).rejects.toMatchObject({ name: 'ApiError' })
    expect(await atBroker()).toMatchObject({ held: 100, covered: 50 })
    await turns(3)
    expect(await newest()).toMatchObject({ state: 'DONE' })
    expect(await atBroker()).toMatchObject({ held: 50, covered: 50, filled: ['SELL 50'] })
  })

  test('says which steps are done, what the position has now, and when the stop comes back', async () => {
    fail('placeOrder', 'refused')
    const stopped = await act(half)
    expect(stopped).toMatchObject({
      state: 'STOPPED',
      steps: [
        { state: 'DONE' },
        { state: 'FAILED', reason: expect.stringContaining('Try it by telephone.') as string },
      ],
      message: expect.stringMatching(/^Step 2 failed: .*50 of 100 ACME have no stop now\.$/) as string,
      restoresAt: app.clock.nowMs() + minuteMs,
    })
    expect(await atBroker()).toMatchObject({ held: 100, covered: 50 })
    const notes = await app.services.db
      .selectFrom('notification')
      .select(['title', 'text'])
      .where('user_id', '=', owner.user.id)
      .execute()
    expect(notes).toContainEqual({
      title: 'An action on a position stopped',
      text: expect.stringContaining('50 of 100 ACME have no stop now.') as string,
    })
  })

  test('goes on when its owner says so, with what is left', async () => {
    fail('placeOrder', 'refused')
    const { actionId } = await act(half)
    expect(await repair(actionId, 'CONTINUE')).toMatchObject({ state: 'DONE' })
    expect(await atBroker()).toMatchObject({ held: 50, covered: 50, filled: ['SELL 50'] })
    await expect(repair(actionId, 'CONTINUE')).rejects.toEqual(refusedAs('actionNotStopped'))
  })

  test('gives the stop back when its owner says so, once', async () => {
    fail('placeOrder', 'refused')
    const { actionId } = await act(half)
    expect(await repair(actionId, 'RESTORE')).toMatchObject({
      state: 'RESTORED',
      message: 'The stop was placed again.',
    })
    expect(await atBroker()).toMatchObject({ held: 100, covered: 100, open: ['SELL 50 STOP', 'SELL 50 STOP'] })
    await turns(3, minuteMs)
    expect(await atBroker()).toMatchObject({ held: 100, covered: 100 })
  })

  test('gives the stop back on its own a minute later when nobody decides', async () => {
    fail('placeOrder', 'refused')
    await act(half)
    app.clock.advance(minuteMs - 1)
    await runOrderTurn(app.services)
    expect(await atBroker()).toMatchObject({ covered: 50 })
    app.clock.advance(1)
    await runOrderTurn(app.services)
    expect(await atBroker()).toMatchObject({ held: 100, covered: 100 })
    expect(await newest()).toMatchObject({ state: 'RESTORED' })
  })

  test('closes at the market what the price has passed meanwhile', async () => {
    fail('placeOrder', 'refused')
    const { actionId } = await act(half)
    app.market.set('ACME', 47)
    expect(await repair(actionId, 'RESTORE')).toMatchObject({
      message: 'The price had passed the stop, so it was closed at the market.',
    })
    expect(await atBroker()).toMatchObject({ held: 0, open: [] })
  })

  test('is left as it is when its owner says so', async () => {
    fail('placeOrder', 'refused')
    const { actionId } = await act(half)
    expect(await repair(actionId, 'DISMISS')).toMatchObject({ state: 'DISMISSED', restoresAt: null })
    await turns(3, minuteMs)
    expect(await atBroker()).toMatchObject({ held: 100, covered: 50 })
  })

  test('tries again to give the stop back while the brokerage does not answer', async () => {
    fail('placeOrder', 'refused')
    await act(half)
    const down = vi.spyOn(app.broker, 'readAccount').mockRejectedValue(new Error('no answer'))
    app.clock.advance(minuteMs)
    await runOrderTurn(app.services).catch(() => undefined)
    expect(await newest()).not.toMatchObject({ state: 'RESTORED' })
    down.mockRestore()
    await turns(6, minuteMs)
    expect(await newest()).toMatchObject({ state: 'RESTORED' })
    expect(await atBroker()).toMatchObject({ held: 100, covered: 100 })
  })

  test('found long after its process died is not gone on with: the stop comes back instead', async () => {
    fail('placeOrder', 'killed before')
    await act(half).catch(() => undefined)
    app.clock.advance(10 * minuteMs)
    await turns(5)
    expect(await newest()).toMatchObject({ state: 'RESTORED' })
    expect(await atBroker()).toMatchObject({ held: 100, covered: 100, filled: [] })
  })

  test('whose position was closed by its own stop meanwhile is done', async () => {
    afterTheLook(() => app.market.set('ACME', 47))
    expect(await act(all)).toMatchObject({ state: 'DONE' })
    expect(await atBroker()).toMatchObject({ held: 0, open: [], filled: ['SELL 100'] })
  })
})

describe('a stop for a part that the market reaches before it is replaced', () => {
  test('counts as sold, and the rest follows at the market', async () => {
    ;({ owner, account } = await linkTrader(app, `overtaken${logins++}`))
    await restOthers(app, account)
    await put('BUY', 'MARKET', null)
    await put('SELL', 'STOP', '48', '60')
    afterTheLook(async () => {
      app.market.set('ACME', 47)
      app.clock.advance(1_000)
      await listAtBroker(app, account, access())
    })
    expect(await act(all)).toMatchObject({
      state: 'DONE',
      steps: [{ state: 'DONE', text: 'Sell 40 ACME at the market' }],
    })
    expect(await atBroker()).toMatchObject({ held: 0, open: [], filled: ['SELL 40', 'SELL 60'] })
  })

  test('counts as sold when the rest is refused and its owner goes on', async () => {
    ;({ owner, account } = await linkTrader(app, `overtaken${logins++}`))
    await restOthers(app, account)
    await put('BUY', 'MARKET', null)
    await put('SELL', 'STOP', '48', '60')
    afterTheLook(async () => {
      app.market.set('ACME', 47)
      app.clock.advance(1_000)
      await listAtBroker(app, account, access())
    })
    fail('placeOrder', 'refused')
    const { actionId, state } = await act({ kind: 'CLOSE', quantity: '100' })
    expect(state).toBe('STOPPED')
    expect(await repair(actionId, 'CONTINUE')).toMatchObject({ state: 'DONE' })
    expect(await atBroker()).toMatchObject({ held: 0, open: [], filled: ['SELL 40', 'SELL 60'] })
  })
})

describe('an entry that is filled between the reading of the orders and that of the account', () => {
  const putEntry = (quantity: string) =>
    owner.client.order.putOrderWithTrigger(
      {
        body: protectedEntry(account, {
          orderType: 'LIMIT',
          price: '49',
          quantity,
          childQuantity: quantity,
          childPrice: '45',
        }),
      },
      key(),
    )
  const fillEntry = () => {
    app.clock.advance(1_000)
    app.market.set('ACME', 48.5)
  }

  test('keeps its stop when everything is closed', async () => {
    ;({ owner, account } = await linkTrader(app, `between${logins++}`))
    await restOthers(app, account)
    await putEntry('100')
    betweenTheReadings(fillEntry)
    await owner.client.positionAction.flattenAccount({ body: { accountNumber: account.number } }, key())
    expect(await atBroker()).toMatchObject({ held: 100, covered: 100, open: ['SELL 100 STOP'] })
  })

  test('keeps its stop when the position that was seen is closed: another quantity is held', async () => {
    await putEntry('50')
    betweenTheReadings(fillEntry)
    await expect(act(all)).rejects.toEqual(refusedAs('positionChanged'))
    expect(await atBroker()).toMatchObject({ held: 150, covered: 150 })
  })
})

describe('a stop that was placed with its entry', () => {
  // A brokerage lists such a stop with its entry, by the time of the entry.
  test.each([
    ['today', 0],
    ['days ago', 5],
  ] as const)('%s and is replaced is found when the answer is lost', async (_, days) => {
    ;({ owner, account } = await linkTrader(app, `inside${logins++}`))
    await restOthers(app, account)
    await owner.client.order.putOrderWithTrigger(
      { body: protectedEntry(account, { orderType: 'MARKET', price: null, childPrice: '48' }) },
      key(),
    )
    app.clock.advance(days * 86_400_000)
    app.market.set('ACME', 50)
    owner = await app.signIn(owner.email)
    await turns(1)
    fail('replaceOrder', 'lost, arrived')
    await act(move)
    expect(await untilSettled()).toMatchObject({ state: 'DONE' })
    expect(
      await owner.client.operation.findOpenOperationByAccount({ params: { accountNumber: account.number } }),
    ).toMatchObject([{ longQuantity: 100, stopLossPrice: 49, stopLossQty: 100 }])
  })
})
