// Cuts the engine off at every statement it sends to the database, as a killed process or a lost connection would, and
// restarts it: the account ends exactly like an undisturbed one.
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  RootOperationNode,
  QueryResult,
  UnknownRow,
} from 'kysely'
import { marketDay } from '@clubfolio/domain'
import type { EpochMs } from '@clubfolio/domain'
import { createSimulatedMarket } from '@clubfolio/simulated-market'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../db/connect.ts'
import type { Database } from '../db/connect.ts'
import { steerableClock } from '../kernel/clock.ts'
import { checkBooks } from '../ledger/check-books.ts'
import type { AccountSummary } from '../ledger/list-accounts.ts'
import { listAccountsOfLogin } from '../ledger/list-accounts.ts'
import { openAccountForLogin } from '../ledger/open-account-for-login.ts'
import type { MarketDesk } from '../market/market-desk.ts'
import { marketState } from '../market/market-state.ts'
import { simulatedPaperMarket } from '../market/simulated-paper-market.ts'
import { price } from '../money/money.ts'
import { PLAIN_SETTINGS } from '../order/account-book.ts'
import type { ReceivedOrder } from '../order/order-draft.ts'
import { migrate } from '../db/migrate.ts'
import { createBrokerDatabase } from '../testing/broker-database.ts'
import type { BrokerDatabase } from '../testing/broker-database.ts'
import { advanceAccount } from './advance-account.ts'
import { placeOrder } from './order-desk.ts'

const MORNING = Date.parse('2026-03-04T15:00:00Z') as EpochMs
const WEEK_LATER = Date.parse('2026-03-11T15:00:00Z') as EpochMs
const LOGIN = '01890000-0000-7000-8000-00000000aaaa'
const simulated = createSimulatedMarket({ seed: 'cut', instrumentCount: 20 })
const market = simulatedPaperMarket(simulated)
const clock = steerableClock(MORNING)
const [, , share] = simulated.instruments(marketDay('2026-03-04'))
const symbol = share?.code ?? ''

const desk: MarketDesk = {
  active: async () =>
    marketState('simulated', 'live', {
      clocks: { wallMs: clock.now(), marketMs: clock.now() },
      market,
      alwaysOpen: true,
    }),
  of: async () => desk.active(),
  isActive: async () => true,
}

class Cut extends Error {}

/** Lets `left` statements through and fails every one after them. */
class CutAfter implements KyselyPlugin {
  left: number
  constructor(statements: number) {
    this.left = statements
  }
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (this.left === 0) throw new Cut('cut off')
    this.left -= 1
    return node
  }
  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}

let own: BrokerDatabase
let database: Database

beforeAll(async () => {
  own = await createBrokerDatabase()
  database = connect(own.url, () => {})
  await migrate(database)
  await database
    .insertInto('paper.login')
    .values({ login_id: LOGIN, user_name: 'cut', password_hash: '', created_at: new Date(MORNING) })
    .execute()
})
afterAll(async () => {
  await database.destroy()
  await own.drop()
})

const draft = (more: Partial<NonNullable<ReceivedOrder['terms']>>, children: ReceivedOrder[] = []): ReceivedOrder => ({
  strategy: children.length > 0 ? 'TRIGGER' : 'SINGLE',
  isShortable: true,
  details: {},
  children,
  terms: {
    symbol,
    assetType: 'EQUITY',
    cusip: null,
    description: symbol,
    multiplier: 1n,
    instruction: 'BUY',
    quantity: 10n,
    orderType: 'MARKET',
    session: 'NORMAL',
    duration: 'GOOD_TILL_CANCEL',
    price: null,
    stopPrice: null,
    trail: null,
    limitOffset: null,
    keepsPrice: false,
    legs: null,
    ...more,
  },
})

/** An account with a bracket around a position and an entry with a stop, all within reach of a week's prices. */
async function prepare(name: string): Promise<AccountSummary> {
  clock.moveTo(MORNING)
  await openAccountForLogin(
    { database, desk },
    { loginId: LOGIN, accountType: 'MARGIN', nickName: name, reference: name },
  )
  const account = (await listAccountsOfLogin(database, LOGIN)).find((one) => one.nickName === name)
  const quote = await market.quote(symbol, MORNING)
  if (account === undefined || quote === null) throw new Error('nothing to begin with')
  const near = (percent: bigint): ReturnType<typeof price> =>
    price(((quote.last * (1000n + percent)) / 1_000n / 100n) * 100n)
  const parts = { database, desk, settings: PLAIN_SETTINGS }
  await placeOrder(parts, account, draft({}))
  await placeOrder(parts, account, {
    ...draft({}),
    strategy: 'OCO',
    terms: null,
    children: [
      draft({ instruction: 'SELL', orderType: 'LIMIT', price: near(15n) }),
      draft({ instruction: 'SELL', orderType: 'STOP', stopPrice: near(-15n) }),
    ],
  })
  await placeOrder(
    parts,
    account,
    draft({ orderType: 'STOP', stopPrice: near(5n) }, [
      draft({
        instruction: 'SELL',
        orderType: 'TRAILING_STOP',
        trail: { offset: price(quote.last / 100n), isPercent: false },
      }),
    ]),
  )
  return account
}

/** Returns what happened, without the identifiers that differ between accounts. */
async function storyOf(account: AccountSummary): Promise<unknown> {
  const orders = await database
    .selectFrom('paper.account_order')
    .select(['order_type', 'status', 'filled', 'best_price', 'closed_at'])
    .where('account_id', '=', account.accountId)
    .orderBy('order_id')
    .execute()
  const fills = await database
    .selectFrom('paper.execution')
    .select(['line', 'quantity', 'price', 'occurred_at'])
    .where('account_id', '=', account.accountId)
    .orderBy('activity_id')
    .execute()
  const { cash_cents, worked_through } = await database
    .selectFrom('paper.account')
    .selectAll()
    .where('account_id', '=', account.accountId)
    .executeTakeFirstOrThrow()
  return { orders, fills, cash_cents, worked_through }
}

describe('an engine that is cut off', () => {
  it('at any statement, and started again, has executed everything exactly once', async () => {
    const undisturbed = await prepare('undisturbed')
    clock.moveTo(WEEK_LATER)
    await advanceAccount(database, undisturbed, await desk.active(), PLAIN_SETTINGS)
    const story = await storyOf(undisturbed)
    expect((story as { fills: unknown[] }).fills.length).toBeGreaterThanOrEqual(4)

    const disturbed = await prepare('disturbed')
    const before = await storyOf(disturbed)
    clock.moveTo(WEEK_LATER)
    const cuts: { error: unknown; left: unknown }[] = []
    for (let statements = 0; ; statements += 1) {
      try {
        await advanceAccount(
          database.withPlugin(new CutAfter(statements)),
          disturbed,
          await desk.active(),
          PLAIN_SETTINGS,
        )
        break
      } catch (error) {
        cuts.push({ error, left: await storyOf(disturbed) })
      }
    }
    expect(cuts.length).toBeGreaterThan(20)
    expect(cuts.every(({ error }) => error instanceof Cut)).toBe(true)
    for (const { left } of cuts) expect(left).toEqual(before)
    expect(await storyOf(disturbed)).toEqual(story)
    expect(await checkBooks(database)).toEqual([])
  })

  it('by a second engine at the same moment executes everything once', async () => {
    const shared = await prepare('shared')
    clock.moveTo(WEEK_LATER)
    const state = await desk.active()
    await Promise.all(Array.from({ length: 5 }, () => advanceAccount(database, shared, state, PLAIN_SETTINGS)))
    const undisturbed = (await listAccountsOfLogin(database, LOGIN)).find((one) => one.nickName === 'undisturbed')
    if (undisturbed === undefined) throw new Error('no account to compare with')
    expect(await storyOf(shared)).toEqual(await storyOf(undisturbed))
    expect(await checkBooks(database)).toEqual([])
  })

  it('goes on in small steps to the same end as in one', async () => {
    const stepped = await prepare('stepped')
    for (let atMs = MORNING + 7_777_777; atMs < WEEK_LATER; atMs += 7_777_777) {
      clock.moveTo(atMs)
      await advanceAccount(database, stepped, await desk.active(), PLAIN_SETTINGS)
    }
    clock.moveTo(WEEK_LATER)
    await advanceAccount(database, stepped, await desk.active(), PLAIN_SETTINGS)
    const undisturbed = (await listAccountsOfLogin(database, LOGIN)).find((one) => one.nickName === 'undisturbed')
    if (undisturbed === undefined) throw new Error('no account to compare with')
    expect(await storyOf(stepped)).toEqual(await storyOf(undisturbed))
  })
})
