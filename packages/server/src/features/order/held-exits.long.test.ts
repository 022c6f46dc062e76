// Random sequences of entries with held exits at the real paper brokerage, on Alpaca's wire, with the brokerage failing
// at any step: lost answers, lost requests, refusals, deaths, partial fills. After each quiet minute every filled share
// is covered by exactly one working exit, and no part of an entry has two.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textOrNull } from '../../adapters/broker/broker-words.ts'
import type { BrokerOrder, BrokerPort, OrderSending } from '../../adapters/broker/port.ts'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { linkTrader, type LinkedAccount, protectedEntry } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { loginAccess } from '../account/broker-access.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

const runs = 6
const partialFills = { seed: 'parts', percent: 0 }
let app: TestBrokerage
let real: BrokerPort['placeOrder']

beforeAll(async () => {
  app = await startTestBrokerage({ isAlpacaFirst: true, execution: { partialFills } })
  real = app.alpaca.placeOrder
})
afterAll(() => app.stop())

/** A small generator, so that a failing sequence is repeated by its number. */
function randomOf(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const leavesOf = (order: BrokerOrder): BrokerOrder[] => [
  ...(order.symbol === null ? [] : [order]),
  ...order.children.flatMap(leavesOf),
]

function failing(random: () => number): BrokerPort['placeOrder'] {
  const faults: readonly ((...call: Parameters<typeof real>) => Promise<OrderSending>)[] = [
    (...call) => real(...call),
    async (...call) => {
      await real(...call)
      return { outcome: 'LOST', reason: 'The answer is lost.' }
    },
    () => Promise.resolve({ outcome: 'LOST', reason: 'The request is lost.' }),
    () => Promise.reject(new Error('killed')),
    async (...call) => {
      await real(...call)
      throw new Error('killed')
    },
    () => Promise.resolve({ outcome: 'REFUSED', reason: 'Not now.' }),
  ]
  return (...call) => faults[Math.floor(random() * faults.length)]!(...call)
}

test.each(Array.from({ length: runs }, (_, seed) => seed))(
  'sequence %i leaves nothing naked and nothing twice',
  async (seed) => {
    const random = randomOf(seed)
    app.clock.advance(7 * 86_400_000)
    app.market.set('ACME', 50)
    const { owner, account } = await linkTrader(app, `random${seed}`)
    const broker = app.alpaca as Writable<BrokerPort>
    for (let step = 0; step < 6; step++) {
      partialFills.percent = random() < 0.4 ? 100 : 0
      broker.placeOrder = failing(random)
      await enter(owner, account, { seed, step, random })
      for (let turn = 0; turn < 3; turn++) await move(random() < 0.6 ? 51 : 50)
    }
    broker.placeOrder = real
    partialFills.percent = 0
    for (let turn = 0; turn < 14; turn++) await move(51)
    const orders = (await list(account)).flatMap(leavesOf)
    const sum = (found: readonly BrokerOrder[], of: (order: BrokerOrder) => string) =>
      found.reduce((total, order) => total + Number(of(order)), 0)
    const bought = sum(
      orders.filter(({ instruction }) => instruction === 'BUY'),
      ({ filledQuantity }) => filledQuantity,
    )
    const stops = orders.filter(
      ({ instruction, orderType, status }) =>
        instruction === 'SELL' && textOrNull(orderType) === 'STOP' && status === 'WORKING',
    )
    expect(sum(stops, ({ remainingQuantity }) => remainingQuantity)).toBe(bought)
    const waiting = await app.services.db
      .selectFrom('held_exit')
      .selectAll()
      .where('account_id', '=', account.id)
      .where('state', '=', 'WAITING')
      .where('placed_quantity', '>', '0')
      .execute()
    expect(waiting).toEqual([])
  },
)

interface Step {
  readonly seed: number
  readonly step: number
  readonly random: () => number
}

/** Puts an entry, or takes one back; a failure is what the test is about. */
async function enter(owner: TestUser, account: LinkedAccount, { seed, step, random }: Step): Promise<void> {
  const quantity = String(10 + Math.floor(random() * 20))
  const body = protectedEntry(account, {
    quantity,
    childQuantity: quantity,
    ...(random() < 0.4 ? { targetPrice: '60' } : {}),
  })
  const placed = await owner.client.order
    .putOrderWithTrigger({ body }, { idempotencyKey: `random-${seed}-${step}` })
    .catch(() => undefined)
  if (placed === undefined || random() > 0.25) return
  await owner.client.order
    .cancelOrder({ body: { accountNumber: account.number, orderId: placed.orderId } })
    .catch(() => undefined)
}

async function move(price: number): Promise<void> {
  app.clock.advance(60_000)
  app.market.set('ACME', price)
  await runOrderTurn(app.services)
}

function list(account: LinkedAccount): Promise<BrokerOrder[]> {
  const nowMs = app.clock.nowMs()
  const access = loginAccess(app.services, account.broker_login_id)
  return app.alpaca.listOrders(access, account.hash_value, (nowMs - 86_400_000) as never, (nowMs + 1) as never)
}
