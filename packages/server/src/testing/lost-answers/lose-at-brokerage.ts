// Lost answers at the real paper brokerage: an order, money, a mail or a schedule meets a fault, and the fate that is
// finally reported is compared with what the brokerage, the books and the outbox hold.
import { findLinkedAccount } from '../linked-trader.ts'
import { randomUUID } from 'node:crypto'
import { addCalendarDays, newYorkDateAt, newYorkInstant, parseCents, sessionHours } from '@clubfolio/domain'
import { loginAccess } from '../../features/account/broker-access.ts'
import { syncAccount } from '../../features/account-reading/sync-account.ts'
import type { TestBrokerage } from '../paper-brokerage.ts'
import { startFaultProxy, type WireFault, wireFaults } from './fault-proxy.ts'
import { dropAnswer, type ToldFate } from './lose-answer.ts'
import type { Ground, Intent } from './lost-ground.ts'
import { mailKinds, mailWishes } from './mail-wishes.ts'
import { moneyKinds, moneyWishes } from './money-wishes.ts'

const orderKinds = ['order', 'replace', 'cancel'] as const
export const lossKinds = [...orderKinds, ...moneyKinds, ...mailKinds] as const
export type LostKind = (typeof lossKinds)[number]

export interface LostResult {
  readonly kind: LostKind
  readonly fault: WireFault
  readonly fate: ToldFate
  /** What is untrue about the reported fate; undefined when all is well. */
  readonly broken: string | undefined
}

export interface LostGround {
  readonly run: (kind: LostKind, random: () => number) => Promise<LostResult>
  readonly stop: () => Promise<void>
}

const symbol = 'ACME'
/** Longer than an undisturbed call takes here, so that only injected faults cause timeouts. */
const timeoutMs = 2_000
const longestReloadMs = 60
const tenMinute = 10 * 60

export async function openLostGround(app: TestBrokerage): Promise<LostGround> {
  const ground = await prepareGround(app)
  const { owner } = ground
  const proxy = await startFaultProxy(app.url)
  const wishes: Readonly<Record<LostKind, () => Promise<Intent>>> = {
    ...orderWishes(ground),
    ...moneyWishes(ground),
    ...mailWishes(ground),
  }
  return {
    async run(kind, random) {
      const fault = wireFaults[Math.floor(random() * wireFaults.length)]!
      const wish = await wishes[kind]()
      proxy.cutQuestions(random() < 0.5 ? 3 : 0)
      const told = await dropAnswer({
        proxy,
        fault,
        timeoutMs,
        ask: wish.ask,
        reloadAfterMs: random() < 0.3 ? Math.ceil(random() * longestReloadMs) : undefined,
        person: { url: proxy.url, userId: owner.user.id, token: owner.user.token, nowMs: () => app.clock.nowMs() },
      })
      await proxy.deliver()
      const happened = await wish.count()
      const isTrue = told.keys.length <= 1 && happened.every((times) => times === (told.fate === 'done' ? 1 : 0))
      return {
        kind,
        fault,
        fate: told.fate,
        broken: isTrue
          ? undefined
          : `${kind}, ${fault}: told ${told.fate} (${told.words}), happened ${happened.join(' and ')} times`,
      }
    },
    stop: () => proxy.stop(),
  }
}

/** Creates an account that was opened a session ago, with a member who has paid in enough to be paid out. */
async function prepareGround(app: TestBrokerage): Promise<Ground> {
  app.market.set(symbol, 50)
  const first = await app.signUp(['MANAGERS'])
  await app.link(first, `lost${randomUUID().slice(0, 8)}`)
  const account = await findLinkedAccount(app, first)
  await syncAccount(app.services, account.id)
  const day = toNextSession(app)
  const owner = await app.signIn(first.email)
  await syncAccount(app.services, account.id)
  const { id: memberId } = await owner.client.member.create({
    body: { firstName: 'Ada', lastName: 'Lost', email: 'ada@example.test', phone: '+12125550100', userId: null },
  })
  await owner.client.member.createContribution({
    body: {
      accountId: account.id,
      memberId,
      amount: parseCents('5000.00')!,
      date: day,
      description: 'in',
      moveMoney: true,
    },
  })
  await app.services.background.idle()
  return { app, owner, account, memberId, day }
}

function toNextSession(app: TestBrokerage): string {
  let day = addCalendarDays(newYorkDateAt(app.clock.nowMs()), 1)
  while (sessionHours(day) === null) day = addCalendarDays(day, 1)
  app.clock.set(newYorkInstant(day, tenMinute))
  app.market.set(symbol, 50)
  return day
}

let prices = 100
/** Far below the market, each different: the price identifies the request an order belongs to. */
const nextPrice = (): string => (++prices / 100).toFixed(2)

function orderWishes({
  app,
  owner,
  account,
}: Ground): Readonly<Record<(typeof orderKinds)[number], () => Promise<Intent>>> {
  const atBroker = () =>
    app.broker.listOrders(
      loginAccess(app.services, account.broker_login_id),
      account.hash_value,
      (app.clock.nowMs() - 86_400_000) as never,
      (app.clock.nowMs() + 86_400_000) as never,
    )
  const countAt = async (price: string): Promise<number> =>
    (await atBroker()).filter((order) => Number(order.price) === Number(price)).length
  const order = (price: string) =>
    ({
      ticket: symbol,
      quantity: '1',
      directionality: 'BUY',
      accountNumber: account.number,
      price,
      orderType: 'LIMIT',
    }) as const
  const place = async (): Promise<string> => (await owner.client.order.putOrder({ body: order(nextPrice()) })).orderId
  return {
    order: () => {
      const price = nextPrice()
      return Promise.resolve({
        ask: (client, options) => client.order.putOrder({ body: order(price) }, options),
        count: async () => [await countAt(price)],
      })
    },
    replace: async () => {
      const orderId = await place()
      const price = nextPrice()
      return {
        ask: (client, options) =>
          client.order.replaceOrder(
            { body: { accountNumber: account.number, orderId, quantity: '1', filledQuantity: '0', price } },
            options,
          ),
        count: async () => [await countAt(price)],
      }
    },
    cancel: async () => {
      const orderId = await place()
      return {
        ask: (client, options) =>
          client.order.cancelOrder({ body: { accountNumber: account.number, orderId } }, options),
        count: async () => [
          (await atBroker()).find(({ brokerId }) => brokerId === orderId)?.status === 'CANCELED' ? 1 : 0,
        ],
      }
    },
  }
}
