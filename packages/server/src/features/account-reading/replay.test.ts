// A replay across the whole application: imported bars, started and stepped on the brokerage's console; orders, quotes,
// closes and the account's valuations follow the market's time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateSource } from '../market/activate-source.ts'
import { findQuotes } from '../quote/find-quotes.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { importText } from '../../testing/import-for-test.ts'
import { startTestBrokerage, type Consent, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { loginAccess } from '../account/broker-access.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { syncAccount } from './sync-account.ts'

const prices = `symbol,date,open,high,low,close,adj_close,volume,dividend,split
ACME,2020-02-18,60,61,59,60,60,1000,0,1
ACME,2020-02-19,60,62,59.5,61,61,1000,0,1
ACME,2020-02-20,61,61.5,58,58.5,58.5,1000,0,1
ACME,2020-02-21,55,56,50,51,51,1000,0,1
ACME,2020-02-24,25,26,24,25.5,25.5,2000,0,2
`

let app: TestBrokerage
let manager: TestUser
let console: Consent
let accountId: string

/** Submits a form of the brokerage's console, as its owner would. */
async function press(action: string, fields: Record<string, string> = {}): Promise<void> {
  await console.browser.get('/paper')
  const { status } = await console.browser.submit(action, fields)
  if (status >= 400) throw new Error(`The console answered ${status} to ${action}`)
}

async function place(body: Record<string, unknown>): Promise<void> {
  const row = await app.services.db
    .selectFrom('account')
    .select(['broker_login_id', 'hash_value'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const answer = await fetch(`${app.brokerUrl}/trader/v1/accounts/${row.hash_value}/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await loginAccess(app.services, row.broker_login_id).accessToken()}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ session: 'NORMAL', duration: 'GOOD_TILL_CANCEL', orderStrategyType: 'SINGLE', ...body }),
  })
  if (answer.status !== 201) throw new Error(`The order answered ${answer.status}: ${await answer.text()}`)
}

const leg = (instruction: string) => [
  { instruction, quantity: 100, instrument: { symbol: 'ACME', assetType: 'EQUITY' } },
]
const lastPrice = async () => (await findQuotes(app.services, ['ACME']))[0]?.last
const value = async () =>
  Number(
    (
      await app.services.db
        .selectFrom('account')
        .select('float_value_cents')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
    ).float_value_cents,
  ) / 100

/** The profit of the day of each open position. */
const plDays = async () => {
  const { number } = await row()
  const found = await manager.client.operation.findOpenOperationByAccount({ params: { accountNumber: number } })
  return found.map(({ plDay }) => plDay)
}

beforeAll(async () => {
  app = await startTestBrokerage()
  await importText(app.services, 'prices.csv', prices)
  await inTransaction(app.services.db, (trx) => activateSource(trx, app.clock, 'import', null))
  manager = await app.signUp(['MANAGERS'])
  const started = await manager.client.account.getAmtTk()
  console = await app.register(started.authoriseUrl, 'player')
  await press('/paper/replay-start', { day: '2020-02-19', speed: '600' })
  await console.openAccount(started.authoriseUrl, 'MARGIN')
  // The account opened before the replay belongs to the stopped market, the second one to the replay.
  const back = await console.allow(undefined, (boxes) => boxes.slice(-1))
  await manager.client.account.createMy({
    body: { code: back.get('code')!, token: back.get('state')!, ownerId: manager.user.id },
  })
  accountId = (
    await app.services.db
      .selectFrom('account')
      .select('id')
      .where('owner_id', '=', manager.user.id)
      .executeTakeFirstOrThrow()
  ).id
})
afterAll(() => app.stop())

test('before the opening of its first day nothing is known but the close before', async () => {
  expect(
    await app.services.db
      .selectFrom('account')
      .select('market_source')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow(),
  ).toEqual({ market_source: expect.stringMatching(/^replay\/[0-9a-f-]{36}$/) })
  expect(await lastPrice()).toBe(60)
  await place({
    orderType: 'STOP',
    stopPrice: 61.5,
    orderLegCollection: leg('BUY'),
    orderStrategyType: 'TRIGGER',
    childOrderStrategies: [
      {
        session: 'NORMAL',
        duration: 'GOOD_TILL_CANCEL',
        orderStrategyType: 'SINGLE',
        orderType: 'STOP',
        stopPrice: 54,
        orderLegCollection: leg('SELL'),
      },
    ],
  })
})

test('each step moves quotes, fills, values and closes', async () => {
  await press('/paper/replay-step', { step: 'OPEN' })
  expect(await lastPrice()).toBe(60)
  await press('/paper/replay-step', { step: 'CLOSE' })
  // The stop was touched on the way up to the high of 62.
  expect(await syncAccount(app.services, accountId)).toBe('READ')
  expect(await lastPrice()).toBe(61)
  expect(await value()).toBe(100_000 - 6_150 + 6_100)
  await press('/paper/replay-step', { step: 'CLOSE' })
  expect(await lastPrice()).toBe(58.5)
  await syncAccount(app.services, accountId)
  expect(await value()).toBe(100_000 - 6_150 + 5_850)
  await press('/paper/replay-step', { step: 'OPEN' })
  await syncAccount(app.services, accountId)
  // 100 held overnight, from 58.50 to 55.00: the recorded bars of later days have no part in it.
  expect(await plDays()).toEqual([-35_000n])
  // The child's stop is at 54; the next day opens at 55 and falls through it.
  await press('/paper/replay-step', { step: 'CLOSE' })
  await syncAccount(app.services, accountId)
  expect(await value()).toBe(100_000 - 6_150 + 5_400)
  const closes = await app.services.db
    .selectFrom('account_close')
    .select(['day', 'broker_value_cents', 'is_reconciled'])
    .where('account_id', '=', accountId)
    .orderBy('day')
    .execute()
  expect(
    closes.map(({ day, broker_value_cents: cents, is_reconciled: adds }) => [day, Number(cents) / 100, adds]),
  ).toEqual([
    ['2020-02-19', 99_950, true],
    ['2020-02-20', 99_700, true],
    ['2020-02-21', 99_250, true],
  ])
})

test('a split takes effect on its day, and a paused replay stays where it is', async () => {
  // The market day of the 24th started at the close of the 21st, at 51 in old shares.
  expect(await lastPrice()).toBe(25.5)
  await press('/paper/replay-play', { speed: '3600' })
  app.clock.advance(1_000)
  await press('/paper/replay-pause')
  const stood = await lastPrice()
  app.clock.advance(60_000)
  expect(await lastPrice()).toBe(stood)
  await press('/paper/replay-step', { step: 'OPEN' })
  expect(await lastPrice()).toBe(25)
  await press('/paper/replay-step', { step: 'CLOSE' })
  await syncAccount(app.services, accountId)
  expect(await value()).toBe(99_250)
})

const row = () =>
  app.services.db
    .selectFrom('account')
    .select(['market_source', 'broker_login_id', 'hash_value', 'number'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
const ownTime = async () => accountMarketTime(app.services.db, app.clock, (await row()).market_source)
const ownCloses = () =>
  app.services.db
    .selectFrom('account_close')
    .select(['day', 'broker_value_cents'])
    .where('account_id', '=', accountId)
    .orderBy('day')
    .execute()

test('an account of an earlier replay stays where that one ended, whatever the next one plays', async () => {
  const stood = await ownTime()
  expect(stood.isActive).toBe(true)
  const closes = await ownCloses()
  await press('/paper/replay-start', { day: '2020-02-19', speed: '600' })
  await press('/paper/replay-step', { step: 'CLOSE' })
  expect(await ownTime()).toEqual({ ...stood, isActive: false })
  expect(await syncAccount(app.services, accountId)).toBe('READ')
  expect(await value()).toBe(99_250)
  expect(await ownCloses()).toEqual(closes)
  // Server and brokerage agree on it, and an order is rejected with a reason that says what to do.
  await place({ orderType: 'MARKET', orderLegCollection: leg('BUY') })
  await syncAccount(app.services, accountId)
  const orders = await app.services.db
    .selectFrom('broker_order')
    .select(['status', 'description', 'entered_at'])
    .where('account_id', '=', accountId)
    .where('status', '=', 'REJECTED')
    .execute()
  expect(orders).toEqual([
    {
      status: 'REJECTED',
      description: expect.stringContaining('Open another account for the current replay.'),
      entered_at: new Date(stood.nowMs),
    },
  ])
})

test('a replay that is left for another market stays where it was left', async () => {
  const started = await manager.client.account.getAmtTk()
  await console.openAccount(started.authoriseUrl, 'MARGIN')
  const back = await console.allow(undefined, (boxes) => boxes.slice(-1))
  await manager.client.account.createMy({
    body: { code: back.get('code')!, token: back.get('state')!, ownerId: manager.user.id },
  })
  const second = await app.services.db
    .selectFrom('account')
    .select('market_source')
    .where('owner_id', '=', manager.user.id)
    .where('id', '<>', accountId)
    .executeTakeFirstOrThrow()
  const time = () => accountMarketTime(app.services.db, app.clock, second.market_source)
  const before = await time()
  await app.services.pool.query(`update market_source set market_day = '2026-03-04' where source = 'simulated'`)
  await inTransaction(app.services.db, (trx) => activateSource(trx, app.clock, 'simulated', null))
  expect(await time()).toEqual({ ...before, isActive: false })
  await inTransaction(app.services.db, (trx) => activateSource(trx, app.clock, 'import', null))
  await press('/paper/replay-start', { day: '2020-02-20', speed: '600' })
  expect(await time()).toEqual({ ...before, isActive: false })
})
