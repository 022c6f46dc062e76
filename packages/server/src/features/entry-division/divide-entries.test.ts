// Entries that rest after a partial fill, at the real paper brokerage on both of its wires: the part gets its stop
// within a minute, the rest is entered again once, and only while it is wanted.
import type { OrderEntryWithTrigger } from '@clubfolio/contract'
import { isOverOrder, quantityOfDraft, toCents } from '@clubfolio/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { textOrNull } from '../../adapters/broker/broker-words.ts'
import { BrokerFailure, type BrokerOrder, type BrokerPort } from '../../adapters/broker/port.ts'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { findLinkedAccount, type LinkedAccount, protectedEntry, restOthers } from '../../testing/linked-trader.ts'
import { startTestBrokerage, testAlpacaName, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { loginAccess } from '../account/broker-access.ts'
import { flattenOrders } from '../broker-order/flatten-orders.ts'
import { noGuardRails } from '../order-limit/guard-rails.ts'
import { divideEntries } from './divide-entries.ts'

const dayMs = 86_400_000
const partialFills = { seed: 'parts', percent: 0 }
const contract = 'ACME  280121C00050000'
const failing = () => new BrokerFailure('UNAVAILABLE', 'No answer.')
let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let broker: BrokerPort
let logins = 0
let keys = 0

beforeAll(async () => {
  app = await startTestBrokerage({ execution: { partialFills } })
})
afterAll(() => app.stop())
afterEach(() => vi.restoreAllMocks())

async function begin(wire?: typeof testAlpacaName): Promise<void> {
  partialFills.percent = 0
  app.clock.set(testStartMs + 28 * dayMs * logins)
  quote(50)
  owner = await app.signUp(['MANAGERS'])
  await app.link(owner, `parts${logins++}`, 'MARGIN', wire)
  account = await findLinkedAccount(app, owner)
  broker = wire === undefined ? app.broker : app.alpaca
  await restOthers(app, account)
}

const newKey = () => ({ idempotencyKey: `division-test-${keys++}` })
/** A buy of 100 at 49.50 or better, with a stop loss at 48.50. */
const enter = (more: Partial<OrderEntryWithTrigger> = {}) =>
  owner.client.order.putOrderWithTrigger(
    {
      body: protectedEntry(account, { orderType: 'LIMIT', price: '49.5', duration: 'GOOD_TILL_CANCEL', ...more }),
    },
    newKey(),
  )
const quote = (price: number) => {
  app.market.set('ACME', price)
  app.market.set(contract, price / 10)
}
async function list(): Promise<BrokerOrder[]> {
  const access = loginAccess(app.services, account.broker_login_id)
  const nowMs = app.clock.nowMs()
  return broker.listOrders(access, account.hash_value, (nowMs - dayMs) as never, (nowMs + dayMs) as never)
}
const held = async (symbol = 'ACME'): Promise<number> => {
  const access = loginAccess(app.services, account.broker_login_id)
  const { positions } = await broker.readAccount(access, account.hash_value)
  return Number(positions.find((one) => one.symbol === symbol)?.quantity ?? 0)
}
/** What is open at the brokerage: `SELL 24 STOP WORKING`. */
const open = async (): Promise<string[]> =>
  flattenOrders(await list())
    .map(({ order }) => order)
    .filter(({ symbol, status }) => symbol !== null && !isOverOrder(status))
    .map(
      ({ instruction, remainingQuantity, orderType, status }) =>
        `${textOrNull(instruction) ?? ''} ${remainingQuantity} ${textOrNull(orderType) ?? ''} ${status}`,
    )
    .toSorted()
/** The price reaches the entry for a moment, in which a part is filled, and returns. */
async function fillPart(at = 49.4): Promise<number> {
  const before = await held()
  partialFills.percent = 100
  quote(at)
  app.clock.advance(1_000)
  await list()
  quote(50)
  partialFills.percent = 0
  return (await held()) - before
}
async function turn(seconds: number): Promise<void> {
  app.clock.advance(seconds * 1_000)
  quote(50)
  await runOrderTurn(app.services)
}
/** The reading that finds the part, and the turn in which it has waited long enough. */
async function waitForDivision(): Promise<void> {
  await turn(10)
  await turn(31)
}
const shown = async (orderId: string) =>
  (await owner.client.order.findOrders({ body: { accountNumber: account.number } })).find(
    (one) => one.orderId === orderId,
  )
const filledParts = async () =>
  (await owner.client.operation.findProtectionByAccount({ params: { accountNumber: account.number } })).filledParts
const told = async () =>
  (
    await app.services.db
      .selectFrom('notification')
      .select(['title', 'text'])
      .where('user_id', '=', owner.user.id)
      .orderBy('created_at')
      .execute()
  ).map(({ title, text }) => `${title}: ${text}`)
const alerts = async () =>
  (
    await app.services.db
      .selectFrom('alert')
      .select('title')
      .where('user_id', '=', owner.user.id)
      .where('kind', '=', 'ORDER_UNPROTECTED')
      .execute()
  ).map(({ title }) => title)

describe('an entry with a stop that rests after a part was filled', () => {
  beforeEach(() => begin())

  test('is divided after half a minute: the part has its stop, the rest waits at the same price with its own', async () => {
    const { orderId } = await enter()
    const part = await fillPart()
    expect(part).toBeGreaterThan(0)
    expect(part).toBeLessThan(100)
    await turn(10)
    expect(await open()).toEqual([`BUY ${100 - part} LIMIT WORKING`, 'SELL 100 STOP AWAITING_PARENT_ORDER'])
    expect(await filledParts()).toEqual([
      {
        orderId,
        code: 'ACME',
        filled: part,
        left: 100 - part,
        dividesAt: app.clock.nowMs() + 30_000,
        hasStop: false,
      },
    ])
    await turn(31)
    expect(await open()).toEqual(
      [
        `BUY ${100 - part} LIMIT WORKING`,
        `SELL ${100 - part} STOP AWAITING_PARENT_ORDER`,
        `SELL ${part} STOP WORKING`,
      ].toSorted(),
    )
    const entry = await shown(orderId)
    const restId = /order (\S+)\.$/.exec(entry?.description ?? '')?.[1] ?? ''
    expect(entry).toMatchObject({
      status: 'CANCELED',
      description: `${part} of 100 were filled and have their stop; the rest is order ${restId}.`,
    })
    expect(await shown(restId)).toMatchObject({
      status: 'WORKING',
      price: '49.5',
      quantity: String(100 - part),
      duration: 'GOOD_TILL_CANCEL',
      description: `The rest of order ${orderId}.`,
      children: [{ status: 'AWAITING_PARENT_ORDER', price: '48.5', quantity: String(100 - part) }],
    })
    expect(await told()).toContainEqual(
      expect.stringContaining(
        `They get their stop now. The other ${100 - part} are entered again, behind the orders already waiting.`,
      ),
    )
    expect(await alerts()).toEqual([])
    expect(await filledParts()).toEqual([])
    await turn(60)
    expect(await open()).toHaveLength(3)
  })

  test('with a target has a pair for the part and a bracket for the rest', async () => {
    await enter({ targetPrice: '56' })
    const part = await fillPart()
    await waitForDivision()
    const left = 100 - part
    expect(await open()).toEqual(
      [
        `BUY ${left} LIMIT WORKING`,
        `SELL ${left} LIMIT AWAITING_PARENT_ORDER`,
        `SELL ${left} STOP AWAITING_PARENT_ORDER`,
        `SELL ${part} LIMIT WORKING`,
        `SELL ${part} STOP WORKING`,
      ].toSorted(),
    )
  })

  test('is divided again when a part of its rest is filled', async () => {
    await enter()
    const first = await fillPart()
    await waitForDivision()
    const second = await fillPart()
    await waitForDivision()
    expect(await open()).toEqual(
      [
        `BUY ${100 - first - second} LIMIT WORKING`,
        `SELL ${100 - first - second} STOP AWAITING_PARENT_ORDER`,
        `SELL ${first} STOP WORKING`,
        `SELL ${second} STOP WORKING`,
      ].toSorted(),
    )
  })

  test('in contracts is divided too', async () => {
    await enter({ ticket: contract, quantity: '9', price: '4.95', childQuantity: '9', childPrice: '4.5' })
    await fillPart()
    const part = await held(contract)
    expect(part).toBeLessThan(9)
    await waitForDivision()
    expect(await open()).toEqual(
      [
        `BUY_TO_OPEN ${9 - part} LIMIT WORKING`,
        `SELL_TO_CLOSE ${9 - part} STOP AWAITING_PARENT_ORDER`,
        `SELL_TO_CLOSE ${part} STOP WORKING`,
      ].toSorted(),
    )
  })

  test('at a stop that was reached goes on at the market', async () => {
    await enter({ orderType: 'STOP', price: '50.5' })
    const part = await fillPart(50.6)
    expect(part).toBeLessThan(100)
    partialFills.percent = 100
    await turn(10)
    await turn(25)
    const before = await held()
    expect(before).toBeLessThan(100)
    const { cancelOrder } = broker
    vi.spyOn(broker, 'cancelOrder').mockImplementationOnce((...call) => {
      partialFills.percent = 0
      return cancelOrder(...call)
    })
    await turn(6)
    expect(await held()).toBe(100)
  })

  test('is not divided when it is filled in full before that, also while it is being cancelled', async () => {
    await enter()
    await fillPart()
    const { cancelOrder } = broker
    vi.spyOn(broker, 'cancelOrder').mockImplementationOnce(async (...call) => {
      quote(49.4)
      app.clock.advance(1_000)
      await list()
      return cancelOrder(...call)
    })
    await waitForDivision()
    expect(await held()).toBe(100)
    expect(await open()).toEqual(['SELL 100 STOP WORKING'])
    await turn(10)
    expect(await open()).toEqual(['SELL 100 STOP WORKING'])
  })

  test('enters what is left when more was filled before it was cancelled', async () => {
    await enter()
    const part = await fillPart()
    const { cancelOrder } = broker
    vi.spyOn(broker, 'cancelOrder').mockImplementationOnce(async (...call) => {
      await fillPart()
      return cancelOrder(...call)
    })
    await waitForDivision()
    const all = await held()
    expect(all).toBeGreaterThan(part)
    expect(await open()).toEqual(
      [
        `BUY ${100 - all} LIMIT WORKING`,
        `SELL ${100 - all} STOP AWAITING_PARENT_ORDER`,
        `SELL ${all} STOP WORKING`,
      ].toSorted(),
    )
  })
})

describe('the rest of a divided entry', () => {
  beforeEach(() => begin())

  const enteredRests = async () =>
    (await list()).filter(({ instruction, filledQuantity }) => instruction === 'BUY' && Number(filledQuantity) === 0)

  test.each([
    ['refused', { outcome: 'REFUSED', reason: 'Not today.' }, 0, 'Not today.'],
    ['lost and never arrives', { outcome: 'LOST', reason: 'The connection broke.' }, 90, 'there was no such order'],
  ] as const)(
    'that is %s is not sent again: the part keeps its stop, and the owner is notified',
    async (_, sent, wait, why) => {
      await enter()
      const part = await fillPart()
      vi.spyOn(broker, 'placeOrder').mockResolvedValueOnce(sent)
      await waitForDivision()
      if (wait > 0) for (let turns = 0; turns < 4; turns++) await turn(wait / 3)
      expect(await open()).toEqual([`SELL ${part} STOP WORKING`])
      const words = (await told()).filter((text) =>
        text.startsWith('The rest of an entry in ACME was not entered again'),
      )
      expect(words).toEqual([expect.stringContaining(why)])
      await turn(10)
      expect(await open()).toEqual([`SELL ${part} STOP WORKING`])
    },
  )

  test('whose answer is lost is found, and entered once', async () => {
    const { orderId } = await enter()
    await fillPart()
    const { placeOrder } = broker
    vi.spyOn(broker, 'placeOrder').mockImplementationOnce(async (...call) => {
      await placeOrder(...call)
      return { outcome: 'LOST', reason: 'The connection broke.' }
    })
    await waitForDivision()
    await turn(10)
    expect(await enteredRests()).toHaveLength(1)
    expect((await shown(orderId))?.description).toContain('the rest is order')
  })

  test('is entered once by several workers, and after one that died while it sent it', async () => {
    await enter()
    await fillPart()
    const { placeOrder } = broker
    vi.spyOn(broker, 'placeOrder').mockImplementationOnce(async (...call) => {
      await placeOrder(...call)
      throw new Error('killed')
    })
    await turn(10)
    app.clock.advance(31_000)
    await Promise.all(Array.from({ length: 4 }, () => divideEntries(app.services)))
    for (let turns = 0; turns < 4; turns++) {
      await turn(31)
      await Promise.all(Array.from({ length: 4 }, () => divideEntries(app.services)))
    }
    expect(await enteredRests()).toHaveLength(1)
  })

  test('is not entered when more than two minutes have passed since the cancellation', async () => {
    await enter()
    const part = await fillPart()
    const { cancelOrder } = broker
    vi.spyOn(broker, 'cancelOrder').mockImplementationOnce(async (...call) => {
      await cancelOrder(...call)
      throw new Error('killed')
    })
    await waitForDivision()
    const { readAccount } = broker
    vi.spyOn(broker, 'readAccount').mockImplementation(async (...call) => {
      if (app.clock.nowMs() < untilMs) throw failing()
      return readAccount(...call)
    })
    const untilMs = app.clock.nowMs() + 200_000
    for (let turns = 0; turns < 5; turns++) await turn(61)
    expect(await open()).toEqual([`SELL ${part} STOP WORKING`])
    expect(await told()).toContainEqual(expect.stringContaining('More than two minutes passed'))
  })

  /** Stops the division between the cancellation of the entry and its rest. */
  async function stopBetween(
    duration: 'DAY' | 'GOOD_TILL_CANCEL' = 'GOOD_TILL_CANCEL',
  ): Promise<{ orderId: string; part: number; goOn: () => Promise<void> }> {
    const { orderId } = await enter({ duration })
    const part = await fillPart()
    await turn(10)
    const spy = vi.spyOn(broker, 'readAccount').mockRejectedValue(failing())
    await turn(31)
    spy.mockRestore()
    expect(await open()).toEqual([`SELL ${part} STOP WORKING`])
    return {
      orderId,
      part,
      async goOn() {
        await turn(10)
        await turn(10)
      },
    }
  }

  test('is not entered once its owner has cancelled the entry', async () => {
    const { orderId, part, goOn } = await stopBetween()
    expect(await owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId } })).toMatchObject({
      message: `Order ${orderId} is cancelled.`,
    })
    await goOn()
    expect(await open()).toEqual([`SELL ${part} STOP WORKING`])
    expect((await told()).filter((text) => text.includes('not entered again'))).toEqual([])
  })

  test.each(['all orders', 'the position', 'everything'] as const)(
    'is not entered once its owner has ended %s',
    async (what) => {
      const { part, goOn } = await stopBetween()
      const accountNumber = account.number
      if (what === 'all orders') await owner.client.order.cancelAllOrders({ body: { accountNumber } }, newKey())
      else if (what === 'everything')
        await owner.client.positionAction.flattenAccount({ body: { accountNumber } }, newKey())
      else
        await owner.client.positionAction.actOnPosition(
          { body: { accountNumber, ticket: 'ACME', held: String(part), action: { kind: 'CLOSE', quantity: null } } },
          newKey(),
        )
      await goOn()
      expect(await open()).toEqual([])
      expect(await held()).toBe(what === 'all orders' ? part : 0)
    },
  )

  async function reachStop(): Promise<void> {
    quote(48)
    app.clock.advance(1_000)
    await list()
  }
  const change = (row: { readonly market_day?: string; readonly number?: number }) =>
    app.services.db.updateTable('entry_division').set(row).where('account_id', '=', account.id).execute()
  test.each([
    [
      'the entry was for a day that is over',
      () => change({ market_day: '2026-01-02' }),
      'It was for a day that is over.',
    ],
    ['it would be one part too many', () => change({ number: 20 }), 'The entry was filled in 20 parts already.'],
    ['the stop of the part was reached', () => reachStop(), 'The position is already closed.'],
  ])('is not entered when %s, and the owner is notified', async (_, happens, why) => {
    const { goOn } = await stopBetween('DAY')
    await happens()
    await goOn()
    expect((await open()).filter((order) => order.startsWith('BUY'))).toEqual([])
    expect(await told()).toContainEqual(expect.stringContaining(why))
  })

  test('is what a cancellation of the divided order means, also while it is being sent', async () => {
    const { orderId } = await enter()
    const part = await fillPart()
    const { placeOrder } = broker
    const cancelEntry = () => owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId } })
    vi.spyOn(broker, 'placeOrder').mockImplementationOnce(async (...call) => {
      const sent = await placeOrder(...call)
      await cancelEntry()
      return sent
    })
    await waitForDivision()
    expect(await open()).toEqual([`SELL ${part} STOP WORKING`])
    const again = await enter({ price: '49.45' })
    await fillPart()
    await waitForDivision()
    expect((await open()).filter((order) => order.startsWith('BUY'))).toHaveLength(1)
    await owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId: again.orderId } })
    expect((await open()).filter((order) => order.startsWith('BUY'))).toEqual([])
  })

  test('counts towards the limits until it is entered, and is entered although they are tighter by then', async () => {
    const limit = (dollars: bigint) =>
      owner.client.order.saveGuardRails({
        body: { ...noGuardRails, accountNumber: account.number, largestPosition: toCents(dollars * 100n) },
      })
    await limit(5_100n)
    const { part, goOn } = await stopBetween()
    await expect(
      owner.client.order.putOrder(
        {
          body: {
            ticket: 'ACME',
            quantity: '40',
            directionality: 'BUY',
            accountNumber: account.number,
            price: '49',
            orderType: 'LIMIT',
          },
        },
        newKey(),
      ),
    ).rejects.toEqual(refusedAs('orderGuarded'))
    await limit(100n)
    await goOn()
    expect((await open()).filter((order) => order.startsWith('BUY'))).toEqual([`BUY ${100 - part} LIMIT WORKING`])
  })
})

describe('where the brokerage ends the exits with their entry', () => {
  beforeEach(() => begin(testAlpacaName))

  test('the part gets a pair of ours before the rest is entered, and nothing says that it has no stop', async () => {
    await enter({ targetPrice: '56' })
    const part = await fillPart()
    const { placeOrder } = broker
    const sent: string[] = []
    vi.spyOn(broker, 'placeOrder').mockImplementation((...call) => {
      const [, , draft] = call
      sent.push(`${draft.kind} ${quantityOfDraft(draft)}`)
      return placeOrder(...call)
    })
    await waitForDivision()
    expect(sent).toEqual([`PAIR ${part}`, `ENTRY ${100 - part}`])
    expect((await open()).filter((order) => order.includes(' WORKING') || order.includes(' NEW'))).toEqual(
      [`BUY ${100 - part} LIMIT WORKING`, `SELL ${part} LIMIT WORKING`, `SELL ${part} STOP WORKING`].toSorted(),
    )
    expect(await alerts()).toEqual([])
  })

  test('the rest is not entered while the part has no stop, which is tried again and alerted', async () => {
    await enter()
    const part = await fillPart()
    const spy = vi.spyOn(broker, 'placeOrder').mockResolvedValue({ outcome: 'REFUSED', reason: 'Not today.' })
    await waitForDivision()
    for (let turns = 0; turns < 5; turns++) await turn(31)
    expect(await open()).toEqual([])
    expect(await alerts()).toEqual([`${part} ACME without a stop`])
    expect(await told()).toContainEqual(expect.stringContaining('What was filled of it has no stop yet.'))
    spy.mockRestore()
    for (let turns = 0; turns < 5; turns++) await turn(61)
    expect(await open()).toEqual([`SELL ${part} STOP WORKING`])
  })
})

describe('what a replaced entry had filled', () => {
  beforeEach(() => begin())

  test('has its stop too, although nothing of the new one is filled', async () => {
    const { orderId } = await enter()
    const part = await fillPart()
    await turn(10)
    const left = 100 - part
    await owner.client.order.replaceOrder(
      {
        body: {
          accountNumber: account.number,
          orderId,
          quantity: String(left),
          filledQuantity: String(part),
          price: '49.3',
        },
      },
      newKey(),
    )
    expect(await open()).toEqual([`BUY ${left} LIMIT WORKING`, 'SELL 100 STOP AWAITING_PARENT_ORDER'])
    await waitForDivision()
    expect(await open()).toEqual(
      [`BUY ${left} LIMIT WORKING`, `SELL ${left} STOP AWAITING_PARENT_ORDER`, `SELL ${part} STOP WORKING`].toSorted(),
    )
    expect(await alerts()).toEqual([])
  })
})
