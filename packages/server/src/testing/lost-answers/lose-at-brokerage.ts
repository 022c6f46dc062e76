// Lost answers at the real paper brokerage: an order, a replacement, a cancellation or an entry in the fund meets a fault, and what is told
// at the end is compared with what the brokerage and the books hold.
import { randomUUID } from 'node:crypto'
import { parseCents } from '@clubfolio/domain'
import { loginAccess } from '../../features/account/broker-access.ts'
import type { TestBrokerage } from '../paper-brokerage.ts'
import type { TestUser } from '../test-app.ts'
import { startFaultProxy, type WireFault, wireFaults } from './fault-proxy.ts'
import { loseAnswer, type ToldFate } from './lose-answer.ts'
import type { LossyBrowser } from './lossy-browser.ts'

export const lostKinds = ['order', 'replace', 'cancel', 'entry'] as const
export type LostKind = (typeof lostKinds)[number]

export interface LostResult {
  readonly kind: LostKind
  readonly fault: WireFault
  readonly fate: ToldFate
  /** What is untrue about what was told; undefined when all is well. */
  readonly broken: string | undefined
}

export interface LostGround {
  readonly run: (kind: LostKind, random: () => number) => Promise<LostResult>
  readonly stop: () => Promise<void>
}

const symbol = 'ACME'
/** Longer than an undisturbed call takes here, so that only faults are faults. */
const timeoutMs = 2_000
const longestReloadMs = 60

type Ask = (client: LossyBrowser['client'], options: { readonly timeoutMs: number }) => Promise<unknown>

interface Wish {
  readonly ask: Ask
  /** How often it happened. */
  readonly count: () => Promise<number>
}

export async function openLostGround(app: TestBrokerage): Promise<LostGround> {
  app.market.set(symbol, 50)
  const owner = await app.signUp(['MANAGERS'])
  await app.link(owner, `lost${randomUUID().slice(0, 8)}`)
  const account = await app.services.db
    .selectFrom('account')
    .select(['id', 'number', 'hash_value', 'broker_login_id'])
    .where('owner_id', '=', owner.user.id)
    .executeTakeFirstOrThrow()
  const member = await owner.client.member.create({ body: { firstName: 'Ada', lastName: 'Lost', email: 'ada@example.test', phone: '+12125550100', userId: null } })
  const proxy = await startFaultProxy(app.url)
  const atBroker = () =>
    app.broker.listOrders(loginAccess(app.services, account.broker_login_id), account.hash_value, (app.clock.nowMs() - 86_400_000) as never, (app.clock.nowMs() + 86_400_000) as never)
  const countAt = async (price: string): Promise<number> => (await atBroker()).filter((order) => Number(order.price) === Number(price)).length
  let prices = 100
  /** Far below the market, no two alike: the price tells which wish an order belongs to. */
  const nextPrice = (): string => (++prices / 100).toFixed(2)
  const order = (price: string) => ({ ticket: symbol, quantity: '1', directionality: 'BUY', accountNumber: account.number, price, orderType: 'LIMIT' }) as const
  const place = async (): Promise<string> => (await owner.client.order.putOrder({ body: order(nextPrice()) })).orderId

  const wishes: Readonly<Record<LostKind, () => Promise<Wish>>> = {
    order: () => {
      const price = nextPrice()
      return Promise.resolve({ ask: (client, options) => client.order.putOrder({ body: order(price) }, options), count: () => countAt(price) })
    },
    replace: async () => {
      const orderId = await place()
      const price = nextPrice()
      return { ask: (client, options) => client.order.replaceOrder({ body: { accountNumber: account.number, orderId, quantity: '1', filledQuantity: '0', price } }, options), count: () => countAt(price) }
    },
    cancel: async () => {
      const orderId = await place()
      return {
        ask: (client, options) => client.order.cancelOrder({ body: { accountNumber: account.number, orderId } }, options),
        count: async () => ((await atBroker()).find(({ brokerId }) => brokerId === orderId)?.status === 'CANCELED' ? 1 : 0),
      }
    },
    entry: () => {
      const description = randomUUID()
      const body = { accountId: account.id, memberId: member.id, amount: parseCents('10.00')!, date: new Date(app.clock.nowMs()).toISOString().slice(0, 10), description, moveMoney: false }
      return Promise.resolve({ ask: (client, options) => client.member.createContribution({ body }, options), count: () => countEntries(app, owner, account.id, member.id, description) })
    },
  }

  return {
    async run(kind, random) {
      const fault = wireFaults[Math.floor(random() * wireFaults.length)]!
      const wish = await wishes[kind]()
      proxy.cutQuestions(random() < 0.5 ? 3 : 0)
      const told = await loseAnswer({
        proxy, fault, timeoutMs, ask: wish.ask,
        reloadAfterMs: random() < 0.3 ? Math.ceil(random() * longestReloadMs) : undefined,
        person: { url: proxy.url, userId: owner.user.id, token: owner.user.token, nowMs: () => app.clock.nowMs() },
      })
      await proxy.deliver()
      const happened = await wish.count()
      const isTrue = told.keys.length <= 1 && happened === (told.fate === 'done' ? 1 : 0)
      return { kind, fault, fate: told.fate, broken: isTrue ? undefined : `${kind}, ${fault}: told ${told.fate} (${told.words}), happened ${happened} times` }
    },
    stop: () => proxy.stop(),
  }
}

async function countEntries(app: TestBrokerage, owner: TestUser, accountId: string, memberId: string, description: string): Promise<number> {
  const entries = await app.client(owner.user.token).member.findParticipationByMemberAndAccount({ params: { accountId, memberId } })
  return entries.filter((entry) => entry.description === description).length
}
