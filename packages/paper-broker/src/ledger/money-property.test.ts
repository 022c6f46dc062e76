// The money rule after every event of random runs on real books: every kind of order in shares and options, single-leg
// and multi-leg, exercise, deposits, withdrawals, dividends, splits, spin-offs and expiries. Cash + long value - short
// value = net transfers + realised before fees + open profit - fees + dividends. Source: docs/rules/paper-brokerage.md,
// "Money".
import type { EpochMs } from '@clubfolio/domain'
import { marketDayAt } from '@clubfolio/domain'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../db/connect.ts'
import type { Database } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { advanceAccount } from '../engine/advance-account.ts'
import { cancelOrder, placeOrder } from '../engine/order-desk.ts'
import type { OrderParts } from '../engine/order-desk.ts'
import { moveMoney } from '../funding/move-money.ts'
import { marketState } from '../market/market-state.ts'
import { amountOf, cents, costOfCents, costOfColumn } from '../money/money.ts'
import { PLAIN_SETTINGS } from '../order/account-book.ts'
import type { ReceivedOrder } from '../order/order-draft.ts'
import type { OrderTerms } from '../order/order.ts'
import { dollars } from '../testing/bar-market.ts'
import { UnreadableOrder, readOrderBody } from '../trader/order-body.ts'
import { orderDraftOf } from '../trader/order-draft-of.ts'
import type { BrokerDatabase } from '../testing/broker-database.ts'
import { createBrokerDatabase } from '../testing/broker-database.ts'
import type { FixedMarket } from '../testing/fixed-market.ts'
import { fixedMarket } from '../testing/fixed-market.ts'
import { checkBooks } from './check-books.ts'
import type { AccountSummary } from './list-accounts.ts'
import { listAccountsOfLogin } from './list-accounts.ts'
import { openAccount } from './open-account.ts'
import { inTransaction } from '../db/in-transaction.ts'

const SEED = 20_261_121
const START = Date.parse('2026-03-04T15:00:00Z') as EpochMs
const LOGIN = '01890000-0000-7000-8000-00000000bbbb'
const HOUR_MS = 3_600_000
const CALL = 'ACME  260313C00052500'
const PUT = 'ACME  260313P00045000'
const FAR_CALL = 'ACME  260313C00055000'
const FAR_PUT = 'ACME  260313P00040000'
const BASE: Readonly<Record<string, number>> = { [CALL]: 2.4, [FAR_CALL]: 1.1, [PUT]: 0.8, [FAR_PUT]: 0.2 }

let own: BrokerDatabase
let database: Database
let runs = 0

beforeAll(async () => {
  own = await createBrokerDatabase()
  database = connect(own.url, () => {})
  await migrate(database)
  await database
    .insertInto('paper.login')
    .values({ login_id: LOGIN, user_name: 'property', password_hash: '', created_at: new Date(START) })
    .execute()
})
afterAll(async () => {
  await database.destroy()
  await own.drop()
})

const cent = fc.integer({ min: 3_000, max: 7_000 }).map((value) => dollars(value / 100))
const kind: fc.Arbitrary<Partial<OrderTerms> & Pick<OrderTerms, 'orderType'>> = fc.oneof(
  fc.constant({ orderType: 'MARKET' as const }),
  fc.record({ orderType: fc.constant('LIMIT' as const), price: cent }),
  fc.record({ orderType: fc.constant('STOP' as const), stopPrice: cent }),
  fc.record({
    orderType: fc.constant('TRAILING_STOP' as const),
    trail: fc.constant({ offset: dollars(1.5), isPercent: false }),
  }),
)
const share = fc.record({
  symbol: fc.constantFrom('ACME', 'BOLT'),
  instruction: fc.constantFrom(
    'BUY' as const,
    'BUY' as const,
    'SELL' as const,
    'SELL_SHORT' as const,
    'BUY_TO_COVER' as const,
  ),
  quantity: fc.integer({ min: 1, max: 400 }).map(BigInt),
  kind,
})
const option = fc.record({
  symbol: fc.constantFrom(CALL, PUT),
  instruction: fc.constantFrom(
    'BUY_TO_OPEN' as const,
    'SELL_TO_OPEN' as const,
    'SELL_TO_CLOSE' as const,
    'BUY_TO_CLOSE' as const,
  ),
  quantity: fc.integer({ min: 1, max: 3 }).map(BigInt),
  kind: fc.constant({ orderType: 'MARKET' as const }),
})
type Side = '+' | '-'
const SPREADS: readonly (readonly (readonly [Side, number, string])[])[] = [
  [
    ['-', 1, PUT],
    ['+', 1, FAR_PUT],
  ],
  [
    ['-', 1, CALL],
    ['+', 1, FAR_CALL],
  ],
  [
    ['+', 1, CALL],
    ['-', 1, FAR_CALL],
  ],
  [
    ['+', 1, CALL],
    ['+', 1, PUT],
  ],
  [
    ['+', 1, FAR_PUT],
    ['-', 1, PUT],
    ['-', 1, CALL],
    ['+', 1, FAR_CALL],
  ],
  [
    ['+', 100, 'ACME'],
    ['-', 1, CALL],
  ],
  [
    ['+', 2, FAR_CALL],
    ['-', 1, CALL],
  ],
]
const spread = fc.record({
  legs: fc.constantFrom(...SPREADS),
  units: fc.integer({ min: 1, max: 4 }),
  isClosing: fc.boolean(),
  kind: fc.oneof(
    fc.constant({ orderType: 'MARKET' }),
    fc.constant({ orderType: 'NET_ZERO' }),
    fc.record({
      orderType: fc.constantFrom('NET_DEBIT', 'NET_CREDIT'),
      price: fc.integer({ min: 1, max: 300 }).map((value) => value / 100),
    }),
  ),
})
const special = fc.oneof(
  fc.record({
    symbol: fc.constantFrom(CALL, PUT, FAR_CALL),
    orderType: fc.constant('EXERCISE'),
    instruction: fc.constant('SELL_TO_CLOSE'),
  }),
  fc.record({
    symbol: fc.constantFrom(FAR_PUT, PUT, FAR_CALL),
    orderType: fc.constant('CABINET'),
    instruction: fc.constantFrom('SELL_TO_CLOSE', 'BUY_TO_CLOSE'),
    price: fc.constantFrom(0.001, 0.01),
  }),
  fc.record({
    symbol: fc.constantFrom('ACME', 'BOLT'),
    orderType: fc.constant('NON_MARKETABLE'),
    instruction: fc.constantFrom('BUY', 'SELL_SHORT'),
    price: fc.integer({ min: 3_000, max: 7_000 }).map((value) => value / 100),
  }),
)
const event = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('spread' as const), spread }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('special' as const), special }) },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('order' as const), order: share }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('order' as const), order: option }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('price' as const),
      symbol: fc.constantFrom('ACME', 'BOLT', CALL, PUT, FAR_CALL, FAR_PUT),
      at: fc.double({ min: 0.05, max: 1.4, noNaN: true }),
      hours: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('money' as const),
      dollars: fc.integer({ min: -9_000, max: 9_000 }).filter((value) => value !== 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('action' as const),
      symbol: fc.constantFrom('ACME', 'BOLT'),
      action: fc.constantFrom(
        { kind: 'DIVIDEND' as const, value: '0.37' },
        { kind: 'SPLIT' as const, value: '1.5' },
        { kind: 'SPLIT' as const, value: '1.122' },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('cancel' as const) }) },
)
const run = fc.record({
  events: fc.array(event, { minLength: 10, maxLength: 30 }),
  isPartly: fc.boolean(),
  accountType: fc.constantFrom('MARGIN' as const, 'MARGIN' as const, 'CASH' as const),
})
type Run = typeof run extends fc.Arbitrary<infer Value> ? Value : never

interface Stage {
  readonly account: AccountSummary
  readonly parts: OrderParts
  readonly market: FixedMarket
  nowMs: EpochMs
}

async function begin({ isPartly, accountType }: Pick<Run, 'isPartly' | 'accountType'>): Promise<Stage> {
  runs += 1
  const nickName = `run ${runs}`
  const market = fixedMarket()
  for (const [symbol, price] of Object.entries(BASE)) market.set(symbol, price)
  const stage = { market, nowMs: START }
  const state = () =>
    marketState('simulated', 'live', {
      clocks: { wallMs: stage.nowMs, marketMs: stage.nowMs },
      market,
      alwaysOpen: true,
    })
  await inTransaction(database, async (transaction) =>
    openAccount(transaction, { loginId: LOGIN, accountType, nickName, reference: null }, state()),
  )
  const account = (await listAccountsOfLogin(database, LOGIN)).find((one) => one.nickName === nickName)
  if (account === undefined) throw new Error('no account')
  const settings = {
    ...PLAIN_SETTINGS,
    slippage: dollars(0.01),
    commission: cents(65n),
    contractFee: cents(13n),
    partialFills: isPartly ? { seed: nickName, percent: 50 } : null,
  }
  const parts = {
    database,
    settings,
    desk: { active: async () => state(), of: async () => state(), isActive: async () => true },
  }
  return Object.assign(stage, { account, parts })
}

async function draftOf(
  { market, nowMs }: Stage,
  order: {
    symbol: string
    instruction: OrderTerms['instruction']
    quantity: bigint
    kind: Partial<OrderTerms> & Pick<OrderTerms, 'orderType'>
  },
): Promise<ReceivedOrder | null> {
  const instrument = await market.find(order.symbol, nowMs)
  const isOption = instrument?.assetType === 'OPTION'
  if (instrument === null || (isOption && (await market.option(order.symbol, nowMs)) === null)) return null
  return {
    strategy: 'SINGLE',
    isShortable: instrument.isShortable,
    details: {},
    children: [],
    terms: {
      symbol: order.symbol,
      assetType: instrument.assetType,
      cusip: instrument.cusip,
      description: instrument.description,
      multiplier: isOption ? 100n : 1n,
      instruction: order.instruction,
      quantity: order.quantity,
      session: 'NORMAL',
      duration: 'GOOD_TILL_CANCEL',
      price: null,
      stopPrice: null,
      trail: null,
      limitOffset: null,
      keepsPrice: false,
      legs: null,
      ...order.kind,
    },
  }
}

/** Places an order body as clients send it, unless the market no longer knows its symbols. */
async function placeBody({ account, parts }: Stage, body: Record<string, unknown>): Promise<void> {
  try {
    await placeOrder(
      parts,
      account,
      await orderDraftOf(
        readOrderBody({ session: 'NORMAL', duration: 'DAY', orderStrategyType: 'SINGLE', ...body }),
        await parts.desk.active(),
      ),
    )
  } catch (error) {
    if (!(error instanceof UnreadableOrder)) throw error
  }
}

const wireLeg = (instruction: string, quantity: number, symbol: string): object => ({
  instruction,
  quantity,
  instrument: { symbol, assetType: symbol.length === 21 ? 'OPTION' : 'EQUITY' },
})

/** Returns the instruction for a side, to open or to close what was opened: closing takes the other side. */
function instructionOf(side: Side, isClosing: boolean, symbol: string): string {
  const isBuy = (side === '+') !== isClosing
  if (symbol.length < 21) return isBuy ? 'BUY' : 'SELL'
  return `${isBuy ? 'BUY' : 'SELL'}_TO_${isClosing ? 'CLOSE' : 'OPEN'}`
}

async function happen(stage: Stage, one: Run['events'][number]): Promise<void> {
  const { account, parts, market } = stage
  if (one.what === 'order') {
    const draft = await draftOf(stage, one.order)
    if (draft !== null) await placeOrder(parts, account, draft)
  } else if (one.what === 'spread') {
    const { legs, units, isClosing, kind: type } = one.spread
    await placeBody(stage, {
      ...type,
      duration: 'GOOD_TILL_CANCEL',
      orderLegCollection: legs.map(([side, ratio, symbol]) =>
        wireLeg(instructionOf(side, isClosing, symbol), ratio * units, symbol),
      ),
    })
  } else if (one.what === 'special') {
    const { symbol, instruction, ...more } = one.special
    // Cabinet orders are for contracts that have become worthless.
    if (more.orderType === 'CABINET') market.set(symbol, 0.01)
    await placeBody(stage, {
      ...more,
      orderLegCollection: [wireLeg(instruction, symbol.length === 21 ? 1 : 50, symbol)],
    })
  } else if (one.what === 'price') {
    stage.nowMs = (stage.nowMs + one.hours * HOUR_MS) as EpochMs
    // Shares do not fall to zero; options do.
    const base = BASE[one.symbol]
    market.set(
      one.symbol,
      base === undefined ? Math.round(50 * Math.max(one.at, 0.7) * 100) / 100 : Math.round(base * one.at * 100) / 100,
    )
    await advanceAccount(database, account, await parts.desk.active(), parts.settings)
  } else if (one.what === 'money') {
    const amount = cents(BigInt(Math.abs(one.dollars)) * 100n)
    await moveMoney(parts, account, {
      direction: one.dollars > 0 ? 'DEPOSIT' : 'WITHDRAWAL',
      amount,
      reference: `${stage.nowMs}-${one.dollars}`,
    })
  } else if (one.what === 'action') {
    // The action takes effect with the market day that begins at the next close.
    stage.nowMs = (stage.nowMs + 3 * 24 * HOUR_MS) as EpochMs
    market.act(one.symbol, { day: marketDayAt(stage.nowMs), ...one.action })
    await advanceAccount(database, account, await parts.desk.active(), parts.settings)
  } else {
    const open = await database
      .selectFrom('paper.account_order')
      .select('order_id')
      .where('account_id', '=', account.accountId)
      .where('status', '=', 'WORKING')
      .executeTakeFirst()
    if (open !== undefined) await cancelOrder(parts, account, open.order_id)
  }
}

/** Compares both sides of the rule, to the last step of cost. */
async function checkRule({ account, market, nowMs }: Stage): Promise<void> {
  const { cash_cents: cash } = await database
    .selectFrom('paper.account')
    .select('cash_cents')
    .where('account_id', '=', account.accountId)
    .executeTakeFirstOrThrow()
  const booked = await database
    .selectFrom('paper.transaction')
    .select(['kind', 'net_amount_cents', 'realised'])
    .where('account_id', '=', account.accountId)
    .execute()
  const fees = await database
    .selectFrom('paper.transaction_item')
    .select('amount_cents')
    .where('account_id', '=', account.accountId)
    .where('fee_type', 'is not', null)
    .execute()
  const held = await database
    .selectFrom('paper.position')
    .selectAll()
    .where('account_id', '=', account.accountId)
    .execute()
  let value = costOfCents(cash) as bigint
  let explained = 0n
  for (const { kind: what, net_amount_cents: net, realised } of booked) {
    explained += costOfColumn(realised)
    if (['CASH_RECEIPT', 'ACH_RECEIPT', 'ACH_DISBURSEMENT', 'DIVIDEND_OR_INTEREST'].includes(what))
      explained += costOfCents(net)
  }
  // Fees are booked as negative amounts.
  for (const { amount_cents: fee } of fees) explained += costOfCents(fee)
  for (const { symbol, quantity, cost, multiplier } of held) {
    const quote = await market.quote(symbol, nowMs)
    if (quote === null) throw new Error(`${symbol} is held without a price`)
    const worth = costOfCents(amountOf(quote.last, quantity, BigInt(multiplier)))
    value += worth
    explained += quantity > 0n ? worth - costOfColumn(cost) : worth + costOfColumn(cost)
  }
  expect(value).toBe(explained)
}

describe('the money of random accounts', () => {
  it('is explained to the last step after every event, and the sums agree with the books', async () => {
    const seen = new Set<string>()
    const play = async (one: Run): Promise<void> => {
      const stage = await begin(one)
      for (const what of one.events) {
        await happen(stage, what)
        await checkRule(stage)
      }
      const kinds = await database
        .selectFrom('paper.transaction')
        .select(['kind', 'description'])
        .where('account_id', '=', stage.account.accountId)
        .execute()
      for (const { kind: what, description } of kinds)
        seen.add(what === 'TRADE' ? `TRADE ${description.split(' ')[0] ?? ''}` : what)
    }
    await fc.assert(fc.asyncProperty(run, play), { numRuns: 60, seed: SEED })
    expect(await checkBooks(database)).toEqual([])
    // The runs covered every kind of event in the rule.
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'ACH_RECEIPT',
        'ACH_DISBURSEMENT',
        'DIVIDEND_OR_INTEREST',
        'RECEIVE_AND_DELIVER',
        'TRADE Expired',
        'TRADE Paid',
        'TRADE Exercised',
      ]),
    )
    const orders = await database
      .selectFrom('paper.account_order')
      .select(['order_type', 'filled', 'legs'])
      .where('filled', '>', 0n)
      .execute()
    const kinds = new Set(
      orders.map(({ order_type: type, legs }) => (legs === null ? type : `${type ?? ''} of ${legs.length} legs`)),
    )
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        'MARKET',
        'LIMIT',
        'TRAILING_STOP',
        'CABINET',
        'NON_MARKETABLE',
        'EXERCISE of 2 legs',
        ...['MARKET', 'NET_DEBIT', 'NET_CREDIT', 'NET_ZERO'].map((type) => `${type} of 2 legs`),
        'MARKET of 4 legs',
        'NET_DEBIT of 4 legs',
        'NET_ZERO of 4 legs',
      ]),
    )
  }, 240_000)
})
