// The money rule after every event of random runs on real books: orders of every kind in shares and options, deposits, withdrawals,
// dividends, splits, spin-offs and expiries. Cash + long value - short value is what came in by transfers, plus what was realised
// before fees, plus open profit, less fees, plus dividends. Design: brokerage, Money, property.
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
import type { OrderDraft } from '../order/order-draft.ts'
import type { OrderTerms } from '../order/order.ts'
import { dollars } from '../testing/bar-market.ts'
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

let own: BrokerDatabase
let database: Database
let runs = 0

beforeAll(async () => {
  own = await createBrokerDatabase()
  database = connect(own.url, () => {})
  await migrate(database)
  await database.insertInto('paper.login').values({ login_id: LOGIN, user_name: 'property', password_hash: '', created_at: new Date(START) }).execute()
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
  fc.record({ orderType: fc.constant('TRAILING_STOP' as const), trail: fc.constant({ offset: dollars(1.5), isPercent: false }) }),
)
const share = fc.record({
  symbol: fc.constantFrom('ACME', 'BOLT'),
  instruction: fc.constantFrom('BUY' as const, 'BUY' as const, 'SELL' as const, 'SELL_SHORT' as const, 'BUY_TO_COVER' as const),
  quantity: fc.integer({ min: 1, max: 400 }).map(BigInt),
  kind,
})
const option = fc.record({
  symbol: fc.constantFrom(CALL, PUT),
  instruction: fc.constantFrom('BUY_TO_OPEN' as const, 'SELL_TO_OPEN' as const, 'SELL_TO_CLOSE' as const, 'BUY_TO_CLOSE' as const),
  quantity: fc.integer({ min: 1, max: 3 }).map(BigInt),
  kind: fc.constant({ orderType: 'MARKET' as const }),
})
const event = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('order' as const), order: share }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('order' as const), order: option }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('price' as const), symbol: fc.constantFrom('ACME', 'BOLT', CALL, PUT), at: fc.double({ min: 0.7, max: 1.4, noNaN: true }), hours: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('money' as const), dollars: fc.integer({ min: -9_000, max: 9_000 }).filter((value) => value !== 0) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('action' as const), symbol: fc.constantFrom('ACME', 'BOLT'), action: fc.constantFrom({ kind: 'DIVIDEND' as const, value: '0.37' }, { kind: 'SPLIT' as const, value: '1.5' }, { kind: 'SPLIT' as const, value: '1.122' }) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('cancel' as const) }) },
)
const run = fc.record({ events: fc.array(event, { minLength: 8, maxLength: 22 }), isPartly: fc.boolean(), accountType: fc.constantFrom('MARGIN' as const, 'MARGIN' as const, 'CASH' as const) })
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
  market.set(CALL, 2.4)
  market.set(PUT, 0.8)
  const stage = { market, nowMs: START }
  const state = () => marketState('simulated', 'live', { wallMs: stage.nowMs, marketMs: stage.nowMs }, market, true)
  await inTransaction(database, async (transaction) => openAccount(transaction, { loginId: LOGIN, accountType, nickName, reference: null }, state()))
  const account = (await listAccountsOfLogin(database, LOGIN)).find((one) => one.nickName === nickName)
  if (account === undefined) throw new Error('no account')
  const settings = { ...PLAIN_SETTINGS, slippage: dollars(0.01), commission: cents(65n), partialFills: isPartly ? { seed: nickName, percent: 50 } : null }
  const parts = { database, settings, desk: { active: async () => state(), of: async () => state(), isActive: async () => true } }
  return Object.assign(stage, { account, parts })
}

async function draftOf({ market, nowMs }: Stage, order: { symbol: string; instruction: OrderTerms['instruction']; quantity: bigint; kind: Partial<OrderTerms> & Pick<OrderTerms, 'orderType'> }): Promise<OrderDraft | null> {
  const instrument = await market.find(order.symbol, nowMs)
  const isOption = instrument?.assetType === 'OPTION'
  if (instrument === null || (isOption && (await market.option(order.symbol, nowMs)) === null)) return null
  return {
    strategy: 'SINGLE', isShortable: instrument.isShortable, details: {}, children: [],
    terms: {
      symbol: order.symbol, assetType: instrument.assetType, cusip: instrument.cusip, description: instrument.description, multiplier: isOption ? 100n : 1n, instruction: order.instruction,
      quantity: order.quantity, session: 'NORMAL', duration: 'GOOD_TILL_CANCEL', price: null, stopPrice: null, trail: null, limitOffset: null, ...order.kind,
    },
  }
}

async function happen(stage: Stage, one: Run['events'][number]): Promise<void> {
  const { account, parts, market } = stage
  if (one.what === 'order') {
    const draft = await draftOf(stage, one.order)
    if (draft !== null) await placeOrder(parts, account, draft)
  } else if (one.what === 'price') {
    stage.nowMs = (stage.nowMs + one.hours * HOUR_MS) as EpochMs
    const base = one.symbol === CALL ? 2.4 : one.symbol === PUT ? 0.8 : 50
    market.set(one.symbol, Math.round(base * one.at * 100) / 100)
    await advanceAccount(database, account, await parts.desk.active(), parts.settings)
  } else if (one.what === 'money') {
    const amount = cents(BigInt(Math.abs(one.dollars)) * 100n)
    await moveMoney(parts, account, { direction: one.dollars > 0 ? 'DEPOSIT' : 'WITHDRAWAL', amount, reference: `${stage.nowMs}-${one.dollars}` })
  } else if (one.what === 'action') {
    // It takes effect with the market day that begins at the next close.
    stage.nowMs = (stage.nowMs + 3 * 24 * HOUR_MS) as EpochMs
    market.act(one.symbol, { day: marketDayAt(stage.nowMs), ...one.action })
    await advanceAccount(database, account, await parts.desk.active(), parts.settings)
  } else {
    const open = await database.selectFrom('paper.account_order').select('order_id').where('account_id', '=', account.accountId).where('status', '=', 'WORKING').executeTakeFirst()
    if (open !== undefined) await cancelOrder(parts, account, open.order_id)
  }
}

/** Both sides of the rule, to the last step of cost. */
async function checkRule({ account, market, nowMs }: Stage): Promise<void> {
  const { cash_cents: cash } = await database.selectFrom('paper.account').select('cash_cents').where('account_id', '=', account.accountId).executeTakeFirstOrThrow()
  const booked = await database.selectFrom('paper.transaction').select(['kind', 'net_amount_cents', 'realised']).where('account_id', '=', account.accountId).execute()
  const fees = await database.selectFrom('paper.transaction_item').select('amount_cents').where('account_id', '=', account.accountId).where('fee_type', 'is not', null).execute()
  const held = await database.selectFrom('paper.position').selectAll().where('account_id', '=', account.accountId).execute()
  let value = costOfCents(cash) as bigint
  let explained = 0n
  for (const { kind: what, net_amount_cents: net, realised } of booked) {
    explained += costOfColumn(realised)
    if (['CASH_RECEIPT', 'ACH_RECEIPT', 'ACH_DISBURSEMENT', 'DIVIDEND_OR_INTEREST'].includes(what)) explained += costOfCents(net)
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
      const kinds = await database.selectFrom('paper.transaction').select(['kind', 'description']).where('account_id', '=', stage.account.accountId).execute()
      for (const { kind: what, description } of kinds) seen.add(what === 'TRADE' ? `TRADE ${description.split(' ')[0] ?? ''}` : what)
    }
    await fc.assert(fc.asyncProperty(run, play), { numRuns: 60, seed: SEED })
    expect(await checkBooks(database)).toEqual([])
    // The runs went through everything that the rule speaks of.
    expect([...seen]).toEqual(expect.arrayContaining(['ACH_RECEIPT', 'ACH_DISBURSEMENT', 'DIVIDEND_OR_INTEREST', 'RECEIVE_AND_DELIVER', 'TRADE Expired', 'TRADE Paid']))
  }, 240_000)
})
