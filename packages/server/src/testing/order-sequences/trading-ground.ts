// An account at the real paper brokerage that tests trade in while calls fail: its prices, its turns of time, and what
// the brokerage has of it.
import { isOpening, isOverOrder, isStopType, sideOf } from '@clubfolio/domain'
import { sql } from 'kysely'
import { textOrNull } from '../../adapters/broker/broker-words.ts'
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import { loginAccess } from '../../features/account/broker-access.ts'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { type LinkedAccount, linkTrader, listAtBroker, restOthers } from '../linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../paper-brokerage.ts'
import { testStartMs, type TestUser } from '../test-app.ts'
import { type FaultyBrokerage, makeFaulty } from './faulty-brokerage.ts'

/** Calls on ACME: 50 and 55 of one expiration, and the 50 of a later one. */
export const near = 'ACME  280121C00050000'
export const far = 'ACME  280121C00055000'
export const later = 'ACME  280317C00050000'
export const shares = ['ACME', 'BOLT'] as const
export type Share = (typeof shares)[number]
/** What is traded, shares first. */
export const codes = [...shares, near, far, later] as const
export type Code = (typeof codes)[number]

const dayMs = 86_400_000
export const turnMs = 20_000
const firstOrder = 70_000_000_001
const ordersOfAccount = 1_000
const startPrices: Readonly<Record<string, number>> = { ACME: 50, BOLT: 20, [near]: 4, [far]: 2, [later]: 5 }

export interface Ground {
  readonly app: TestBrokerage
  readonly owner: TestUser
  readonly account: LinkedAccount
  readonly faults: FaultyBrokerage
  readonly priceOf: (symbol: string) => number
  /** Moves the price by a factor: 0.97 is 3 percent down. */
  readonly move: (symbol: string, factor: number) => void
  /** The price is there for a second, in which what it reaches is filled in part, and then where it was. */
  readonly touch: (symbol: string, price: number) => Promise<void>
  /** What the prices of ACME and its near call are multiplied by when a fault moves them. */
  readonly jumpBy: (factor: number) => void
  /** Percent of executions that are only a part. */
  readonly fillInParts: (percent: number) => void
  /** Time passes, prices are quoted again, and the job has its turn. */
  readonly turn: () => Promise<void>
  readonly newKey: () => { readonly idempotencyKey: string }
}

export interface Stage {
  /**
   * A new account with the prices of the beginning. Its number decides its day and the numbers of its orders, and so
   * which parts are filled: a sequence with a number of its own is the same alone and among others.
   */
  open(number?: number): Promise<Ground>
  stop(): Promise<void>
}

/** Starts the application and its brokerage, once for many accounts. */
export async function startStage(): Promise<Stage> {
  const partialFills = { seed: 'parts', percent: 0 }
  const app = await startTestBrokerage({ execution: { partialFills } })
  const prices = new Map(Object.entries(startPrices))
  const quote = (symbol: string): void => app.market.set(symbol, prices.get(symbol) ?? 0)
  const quoteAll = (): void => [...prices.keys()].forEach(quote)
  const move = (symbol: string, factor: number): void => {
    prices.set(symbol, Math.round((prices.get(symbol) ?? 0) * factor * 100) / 100)
    quote(symbol)
  }
  let jump = 1
  const faults = makeFaulty(app.broker, {
    async reject(send) {
      for (const symbol of prices.keys()) app.market.unset(symbol)
      const sent = await send()
      quoteAll()
      return sent
    },
    movePrice: () => {
      move('ACME', jump)
      move(near, jump)
    },
  })
  let accounts = 0
  let keys = 0
  return {
    async open(number = accounts) {
      app.clock.set(testStartMs + dayMs * number)
      await sql`select setval('paper.order_number', ${firstOrder + number * ordersOfAccount}, false)`.execute(
        app.services.db,
      )
      partialFills.percent = 0
      faults.stop()
      for (const [symbol, price] of Object.entries(startPrices)) prices.set(symbol, price)
      quoteAll()
      const { owner, account } = await linkTrader(app, `sequence${accounts++}`)
      await restOthers(app, account)
      const access = () => loginAccess(app.services, account.broker_login_id)
      return {
        app,
        owner,
        account,
        faults,
        priceOf: (symbol) => prices.get(symbol) ?? 0,
        move,
        async touch(symbol, price) {
          const { percent } = partialFills
          partialFills.percent = 100
          app.market.set(symbol, Math.round(price * 100) / 100)
          app.clock.advance(1_000)
          await listAtBroker(app, account, access())
          partialFills.percent = percent
          quoteAll()
        },
        jumpBy: (factor) => void (jump = factor),
        fillInParts: (percent) => void (partialFills.percent = percent),
        async turn() {
          app.clock.advance(turnMs)
          quoteAll()
          await runOrderTurn(app.services)
        },
        newKey: () => ({ idempotencyKey: `sequence-test-${keys++}` }),
      }
    },
    async stop() {
      faults.restore()
      await app.stop()
    },
  }
}

/** An order that the brokerage has, with the group whose orders cancel each other. */
export interface ListedOrder {
  readonly order: BrokerOrder
  readonly groupId: string
}

export interface AtBrokerage {
  /** Signed quantities; what is not held is absent. */
  readonly held: ReadonlyMap<string, number>
  readonly orders: readonly ListedOrder[]
}

export async function lookAtBrokerage({ app, account }: Ground): Promise<AtBrokerage> {
  const access = loginAccess(app.services, account.broker_login_id)
  const roots = await listAtBroker(app, account, access)
  const { positions } = await app.broker.readAccount(access, account.hash_value)
  return {
    held: new Map(
      positions.map(({ symbol, quantity }): [string, number] => [symbol, Number(quantity)]).filter(([, held]) => held),
    ),
    orders: roots.flatMap((order) => listed(order, order.brokerId)),
  }
}

function listed(order: BrokerOrder, groupId: string): ListedOrder[] {
  return [
    ...(order.symbol === null ? [] : [{ order, groupId }]),
    ...order.children.flatMap((child) => listed(child, order.strategy === 'OCO' ? groupId : child.brokerId)),
  ]
}

const isWorking = ({ order: { status } }: ListedOrder): boolean =>
  !isOverOrder(status) && status !== 'AWAITING_PARENT_ORDER'

/** Returns the quantity of a symbol that an order still closes, of a position of this sign. */
function closes({ order }: ListedOrder, symbol: string, isLong: boolean): number {
  const isClosing = (instruction: string | null): boolean =>
    instruction !== null && !isOpening(instruction) && (sideOf(instruction) === 'SELL') === isLong
  if (order.legs.length === 0)
    return order.symbol === symbol && isClosing(textOrNull(order.instruction)) ? Number(order.remainingQuantity) : 0
  const leg = order.legs.find((one) => one.symbol === symbol && isClosing(textOrNull(one.instruction)))
  if (leg === undefined) return 0
  return (Number(leg.quantity) * Number(order.remainingQuantity)) / Number(order.quantity)
}

/** Returns what working orders close of a position on one side, of each group its largest order. */
export function closedBy(
  { orders }: AtBrokerage,
  symbol: string,
  isLong: boolean,
  counts: (order: BrokerOrder) => boolean = () => true,
): number {
  const groups = new Map<string, number>()
  for (const one of orders.filter((each) => isWorking(each) && counts(each.order)))
    groups.set(one.groupId, Math.max(groups.get(one.groupId) ?? 0, closes(one, symbol, isLong)))
  return [...groups.values()].reduce((sum, quantity) => sum + quantity, 0)
}

/** Returns the shares of a position that a stop ends, or an order at the market. */
export function coveredOf(at: AtBrokerage, symbol: string): number {
  const isEnd = ({ orderType, legs }: BrokerOrder): boolean =>
    legs.length === 0 && (isStopType(textOrNull(orderType)) || orderType === 'MARKET')
  const held = at.held.get(symbol) ?? 0
  return Math.min(Math.abs(held), closedBy(at, symbol, held > 0, isEnd))
}
