// Reading accounts at the real paper brokerage: values, positions, transactions, movements, official closes, and what
// remains when the brokerage fails.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBrokers } from '../../adapters/broker/brokers.ts'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import { syncDueAccounts } from '../../jobs/account-sync-job.ts'
import { cents, makeMember } from '../../testing/factories.ts'
import { linkTrader } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { findAccount } from '../account/store.ts'
import { readAnyFund } from '../fund/book/load-fund.ts'
import { syncAccount } from './sync-account.ts'
import { takeClose } from './take-close.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let app: TestBrokerage
let owner: TestUser
let accountId: string
let number: string
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())

/**
 * Each test has an owner with one fresh account, at 10:00 in New York on a Wednesday in winter, each a year after the
 * last.
 */
beforeEach(async () => {
  app.clock.set(testStartMs + 364 * dayMs * logins)
  for (const symbol of ['ACME', 'BOLT', 'BASK']) app.market.set(symbol, 50)
  const trader = await linkTrader(app, `login${logins++}`)
  owner = trader.owner
  accountId = trader.account.id
  number = trader.account.number
})

const today = () => new Date(app.clock.nowMs()).toISOString().slice(0, 10)
const dayBefore = (days: number) => new Date(app.clock.nowMs() - days * dayMs).toISOString().slice(0, 10)
const account = () =>
  app.services.db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
const closes = () =>
  app.services.db.selectFrom('account_close').selectAll().where('account_id', '=', accountId).orderBy('day').execute()
const movements = () =>
  app.services.db
    .selectFrom('account_movement')
    .select(['day', 'amount_cents', 'kind'])
    .where('account_id', '=', accountId)
    .orderBy('broker_id')
    .execute()
const read = async () => expect(await syncAccount(app.services, accountId)).toBe('READ')
const toTheClose = () => app.clock.advance(6 * hourMs + 10_000)

test('values and positions are those of the brokerage, the real value without the open profit', async () => {
  await app.fill(number, 'BUY', 100, 'ACME', 50)
  await app.fill(number, 'SELL_SHORT', 10, 'BOLT', 50)
  app.market.set('ACME', 52)
  app.market.set('BOLT', 49.5)
  await read()
  expect(await account()).toMatchObject({
    float_value_cents: 10_020_500n,
    real_value_cents: 10_000_000n,
    cash_cents: 9_550_000n,
  })
  const positions = await app.services.db
    .selectFrom('account_position')
    .select(['symbol', 'quantity', 'average_price', 'market_value_cents', 'open_profit_cents'])
    .where('account_id', '=', accountId)
    .orderBy('symbol')
    .execute()
  expect(positions).toEqual([
    { symbol: 'ACME', quantity: '100', average_price: '50', market_value_cents: 520_000n, open_profit_cents: 20_000n },
    { symbol: 'BOLT', quantity: '-10', average_price: '50', market_value_cents: -49_500n, open_profit_cents: 500n },
  ])
})

test('deposits and withdrawals become movements once, trades do not', async () => {
  await app.transfer(number, 'DEPOSIT', '250.25')
  await app.fill(number, 'BUY', 1, 'ACME', 50)
  await read()
  await app.transfer(number, 'WITHDRAWAL', '100.00')
  await read()
  await read()
  expect(await movements()).toEqual([
    { day: today(), amount_cents: 10_000_000n, kind: 'CASH_RECEIPT' },
    { day: today(), amount_cents: 25_025n, kind: 'ACH_RECEIPT' },
    { day: today(), amount_cents: -10_000n, kind: 'ACH_DISBURSEMENT' },
  ])
})

test('a deposit after the bell belongs to the next session', async () => {
  toTheClose()
  await app.transfer(number, 'DEPOSIT', '1.00')
  await read()
  expect((await movements()).at(-1)).toEqual({ day: dayBefore(-1), amount_cents: 100n, kind: 'ACH_RECEIPT' })
})

test('no close is taken before the bell; after it there is one, however often it is asked for', async () => {
  await read()
  expect(await closes()).toEqual([])
  await app.fill(number, 'BUY', 100, 'ACME', 50)
  app.market.close('ACME', today(), 53)
  toTheClose()
  app.market.set('ACME', 60)
  const day = today()
  const outcomes = await Promise.all([
    takeClose(app.services, accountId),
    takeClose(app.services, accountId),
    takeClose(app.services, accountId),
  ])
  expect(outcomes).toContain('READ')
  await takeClose(app.services, accountId)
  expect(await closes()).toMatchObject([
    {
      day,
      broker_value_cents: 10_030_000n,
      real_value_cents: 10_000_000n,
      cash_cents: 9_500_000n,
      is_rebuilt: false,
      is_reconciled: true,
    },
  ])
})

test('what trades after the bell is not in the close, whenever the close is taken', async () => {
  await read()
  app.market.close('ACME', today(), 53)
  const day = today()
  toTheClose()
  await app.fill(number, 'BUY', 100, 'ACME', 55)
  await app.transfer(number, 'DEPOSIT', '777.00')
  await read()
  expect(await closes()).toMatchObject([
    { day, broker_value_cents: 10_000_000n, cash_cents: 10_000_000n, is_reconciled: true },
  ])
})

test('sessions missed while nobody read are rebuilt from closing prices and marked so', async () => {
  await app.fill(number, 'BUY', 100, 'ACME', 50)
  const days = [today(), dayBefore(-1), dayBefore(-2)]
  for (const [index, day] of days.entries()) app.market.close('ACME', day, 51 + index)
  app.clock.advance(2 * dayMs + 6 * hourMs + 10_000)
  await read()
  expect(
    (await closes()).map(({ day, broker_value_cents, is_rebuilt, is_reconciled }) => [
      day,
      broker_value_cents,
      is_rebuilt,
      is_reconciled,
    ]),
  ).toEqual([
    [days[0], 10_010_000n, true, true],
    [days[1], 10_020_000n, true, true],
    [days[2], 10_030_000n, false, true],
  ])
})

test('an account with a past is rebuilt at its first reading, from its first transaction on', async () => {
  const first = today()
  app.clock.advance(5 * dayMs)
  await app.fill(number, 'BUY', 10, 'ACME', 48)
  app.clock.advance(dayMs)
  await read()
  const rebuilt = await closes()
  expect(rebuilt[0]).toMatchObject({ day: first, broker_value_cents: 10_000_000n, is_rebuilt: true })
  expect(rebuilt.map(({ day }) => day)).toEqual([first, dayBefore(5), dayBefore(4), dayBefore(1)])
  expect(rebuilt.at(-1)).toMatchObject({ broker_value_cents: 10_002_000n, real_value_cents: 10_000_000n })
  const sync = await app.services.db
    .selectFrom('account_sync')
    .select(['is_rebuilt', 'unexplained_cents'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  expect(sync).toEqual({ is_rebuilt: true, unexplained_cents: 0n })
})

test('cash that no transaction explains marks the close; when the broker books it late the close is corrected', async () => {
  await read()
  toTheClose()
  await read()
  app.clock.advance(dayMs)
  const day = today()
  const hidden = {
    ...app.broker,
    listTransactions: (...input: Parameters<typeof app.broker.listTransactions>) =>
      app.broker.listTransactions(...input).then((list) => list.filter(({ kind }) => kind !== 'ACH_RECEIPT')),
  }
  app.clock.advance(-hourMs)
  await app.transfer(number, 'DEPOSIT', '500.00')
  app.clock.advance(hourMs)
  await syncAccount({ ...app.services, brokers: createBrokers([hidden]) }, accountId)
  expect((await closes()).at(-1)).toMatchObject({ day, cash_cents: 10_050_000n, is_reconciled: false })
  expect(await findAccount(app.services.db, (await account()).owner_id, accountId)).toMatchObject({
    unexplainedCash: 50_000n,
  })
  app.clock.advance(hourMs)
  await read()
  expect((await closes()).at(-1)).toMatchObject({ day, cash_cents: 10_050_000n, is_reconciled: true, is_rebuilt: true })
  expect(await findAccount(app.services.db, (await account()).owner_id, accountId)).toMatchObject({
    unexplainedCash: 0n,
  })
})

/** The application at a brokerage that lacks the daily bars of ACME that `isMissing` names. */
const withoutBars = (isMissing: (day: string) => boolean): typeof app.services => ({
  ...app.services,
  brokers: createBrokers([
    {
      ...app.broker,
      dailyCloses: async (...of: Parameters<typeof app.broker.dailyCloses>) =>
        (await app.broker.dailyCloses(...of)).filter(({ day }) => of[1] !== 'ACME' || !isMissing(day)),
    },
  ]),
})

/** One share of ACME that closed yesterday at 50; today ends, and its close of 53 is missing. */
async function endDayWithoutPrice() {
  await app.fill(number, 'BUY', 100, 'ACME', 50)
  app.market.close('ACME', today(), 50)
  toTheClose()
  await read()
  app.clock.advance(dayMs - 6 * hourMs - 10_000)
  const day = today()
  app.market.close('ACME', day, 53)
  toTheClose()
  return { day, without: withoutBars((one) => one === day) }
}

test('a close waits two hours for a missing price, is then marked, and is corrected when the price comes', async () => {
  const { day, without } = await endDayWithoutPrice()
  await syncAccount(without, accountId)
  expect((await closes()).at(-1)?.day).not.toBe(day)
  app.clock.advance(2 * hourMs)
  await syncAccount(without, accountId)
  expect((await closes()).at(-1)).toMatchObject({ day, broker_value_cents: 10_000_000n, is_reconciled: false })
  app.clock.advance(hourMs)
  await syncAccount(without, accountId)
  expect((await closes()).at(-1)).toMatchObject({ day, is_reconciled: false })
  await read()
  const corrected = { broker_value_cents: 10_030_000n, is_reconciled: true, is_rebuilt: true }
  expect((await closes()).at(-1)).toMatchObject({ day, ...corrected })
})

test('an entry is not dealt at a close that lacks a price, and is dealt when the price has come', async () => {
  const { day, without } = await endDayWithoutPrice()
  app.clock.advance(2 * hourMs)
  await syncAccount(without, accountId)
  app.clock.advance(16 * hourMs)
  const signedIn = await app.signIn(owner.email)
  const memberId = await makeMember(signedIn, 'Ann')
  await signedIn.client.member.createContribution({
    body: { accountId, memberId, amount: cents('1003.00'), date: today(), description: 'monthly' },
  })
  const fund = async () => (await readAnyFund(app.services, accountId)).replay
  expect((await fund()).pending).toMatchObject([{ reason: 'close-missing', awaitedSession: day }])
  await read()
  expect(await fund()).toMatchObject({ pending: [], fundValueCents: 10_130_300n })
  expect((await fund()).dealings.at(-1)).toMatchObject({ cause: 'contribution', units: 10_000_000_000n })
})

test('a symbol with a later price did not trade, and one without a price for long does not: their last price counts', async () => {
  const { day } = await endDayWithoutPrice()
  app.clock.advance(dayMs)
  await syncAccount(
    withoutBars((one) => one === day),
    accountId,
  )
  expect((await closes()).find((close) => close.day === day)).toMatchObject({ is_reconciled: true })
  const halted = withoutBars((one) => one >= day)
  app.clock.advance(7 * dayMs)
  await syncAccount(halted, accountId)
  expect((await closes()).filter((close) => !close.is_reconciled)).toEqual([])
})

test('a close inside a period that the fund has closed is not corrected any more', async () => {
  await read()
  toTheClose()
  await read()
  app.clock.advance(dayMs)
  const day = today()
  app.clock.advance(-hourMs)
  await app.transfer(number, 'DEPOSIT', '300.00')
  app.clock.advance(hourMs)
  const hidden = {
    ...app.broker,
    listTransactions: (...input: Parameters<typeof app.broker.listTransactions>) =>
      app.broker
        .listTransactions(...input)
        .then((list) => list.filter(({ netAmountCents }) => netAmountCents !== 30_000n)),
  }
  await syncAccount({ ...app.services, brokers: createBrokers([hidden]) }, accountId)
  const asDealt = (await closes()).at(-1)
  expect(asDealt).toMatchObject({ day, is_reconciled: false })
  await app.services.db
    .insertInto('fund')
    .values({
      account_id: accountId,
      dealing: 'of-the-day',
      opening_day: '2020-01-02',
      opening_value_cents: 10_000_000n,
      opening_profit_cents: 0n,
      closed_until: day,
      created_at: new Date(app.clock.nowMs()),
    })
    .execute()
  try {
    app.clock.advance(hourMs)
    await read()
    expect((await closes()).find((close) => close.day === day)).toEqual(asDealt)
    await app.services.db.updateTable('fund').set({ closed_until: null }).where('account_id', '=', accountId).execute()
    app.clock.advance(hourMs)
    await read()
    expect((await closes()).find((close) => close.day === day)).toMatchObject({ is_reconciled: true })
  } finally {
    await app.services.db.deleteFrom('fund_movement').where('account_id', '=', accountId).execute()
    await app.services.db.deleteFrom('fund').where('account_id', '=', accountId).execute()
  }
})

test('on an early close the bell rings at one', async () => {
  // The day after Thanksgiving; the access is renewed by linking a new account on it.
  app.clock.set(Date.parse('2029-11-23T15:00:00Z'))
  const other = await app.signUp(['MANAGERS'])
  await app.link(other, 'early')
  const own = await app.services.db
    .selectFrom('account')
    .select('id')
    .where('owner_id', '=', other.user.id)
    .executeTakeFirstOrThrow()
  app.clock.set(Date.parse('2029-11-23T17:59:59Z'))
  await takeClose(app.services, own.id)
  const days = () =>
    app.services.db.selectFrom('account_close').select('day').where('account_id', '=', own.id).execute()
  expect(await days()).toEqual([])
  app.clock.set(Date.parse('2029-11-23T18:00:05Z'))
  await takeClose(app.services, own.id)
  expect(await days()).toEqual([{ day: '2029-11-23' }])
})

test('a failing brokerage leaves the last good values, says why and since when, and is asked less and less often', async () => {
  await read()
  const good = await account()
  app.clock.advance(60_000)
  const broken = {
    ...app.services,
    brokers: createBrokers([
      { ...app.broker, readAccount: () => Promise.reject(new BrokerFailure('UNAVAILABLE', 'down')) },
    ]),
  }
  const waits: number[] = []
  const since = app.clock.nowMs()
  for (let turn = 0; turn < 7; turn++) {
    expect(await syncAccount(broken, accountId)).toMatchObject({ kind: 'UNAVAILABLE' })
    const sync = await app.services.db
      .selectFrom('account_sync')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    expect(sync).toMatchObject({ failure: 'UNAVAILABLE', failed_at: new Date(since) })
    waits.push((sync.next_at.getTime() - app.clock.nowMs()) / 60_000)
    app.clock.advance(60_000)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30])
  expect(await account()).toEqual(good)
})

test('the job reads each account that is due once, and a disabled account never', async () => {
  app.clock.advance(1_000)
  const turns = await Promise.all([syncDueAccounts(app.services), syncDueAccounts(app.services)])
  expect(turns[0] + turns[1]).toBeGreaterThan(0)
  expect((await account()).synced_at?.getTime()).toBe(app.clock.nowMs())
  expect(await syncDueAccounts(app.services)).toBe(0)
  await app.services.db.updateTable('account').set({ is_active: false }).where('id', '=', accountId).execute()
  app.clock.advance(hourMs)
  await syncDueAccounts(app.services)
  expect((await account()).synced_at?.getTime()).toBe(app.clock.nowMs() - hourMs)
})

test('the next reading falls right after the bell when that comes sooner than a minute', async () => {
  app.clock.advance(6 * hourMs - 20_000)
  await read()
  const { next_at } = await app.services.db
    .selectFrom('account_sync')
    .select('next_at')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  expect(next_at.getTime() - app.clock.nowMs()).toBe(25_000)
})

test('a reading that the bell overtakes leaves the close due at once, whether it ends well or badly', async () => {
  await read()
  const overtaken = (end: () => Promise<void>) => ({
    ...app.services,
    brokers: createBrokers([
      {
        ...app.broker,
        listOrders: async (...of: Parameters<typeof app.broker.listOrders>) => {
          const orders = await app.broker.listOrders(...of)
          app.clock.advance(dayMs)
          await end()
          return orders
        },
      },
    ]),
  })
  const due = () =>
    app.services.db
      .selectFrom('account_sync')
      .select('next_at')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  for (const end of [() => Promise.resolve(), () => Promise.reject(new BrokerFailure('UNAVAILABLE', 'It hung up.'))]) {
    app.clock.advance(60_000)
    const day = today()
    await syncAccount(overtaken(end), accountId)
    expect((await closes()).at(-1)?.day).not.toBe(day)
    expect((await due()).next_at.getTime()).toBeLessThanOrEqual(app.clock.nowMs())
    await syncDueAccounts(app.services)
    expect((await closes()).at(-1)?.day).toBe(day)
  }
})

test('a reading that fails after a newer one went well says nothing about it', async () => {
  const late: typeof app.services = {
    ...app.services,
    brokers: createBrokers([
      {
        ...app.broker,
        readAccount: async () => {
          app.clock.advance(1_000)
          await read()
          throw new BrokerFailure('UNAVAILABLE', 'It hung up.')
        },
      },
    ]),
  }
  await syncAccount(late, accountId)
  expect(
    await app.services.db
      .selectFrom('account_sync')
      .select(['failures', 'failure'])
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow(),
  ).toEqual({ failures: 0, failure: null })
})

test('on a market that does not move the last session is today, and money moved later corrects its close', async () => {
  const other = await app.signUp(['MANAGERS'])
  const friday = '2021-04-16'
  const standing = { source: 'import', mode: 'closed', market_time: new Date('2021-04-16T20:00:00Z') } as const
  await app.services.db.updateTable('market.clock').set(standing).execute()
  try {
    await app.link(other, 'standing')
    const own = await app.services.db
      .selectFrom('account')
      .select(['id', 'number', 'linked_day', 'market_source'])
      .where('owner_id', '=', other.user.id)
      .executeTakeFirstOrThrow()
    expect(own).toMatchObject({ linked_day: friday, market_source: 'import' })
    const days = () =>
      app.services.db
        .selectFrom('account_close')
        .select(['day', 'broker_value_cents', 'is_reconciled'])
        .where('account_id', '=', own.id)
        .execute()
    expect(await syncAccount(app.services, own.id)).toBe('READ')
    expect(await days()).toEqual([{ day: friday, broker_value_cents: 10_000_000n, is_reconciled: true }])
    await app.transfer(own.number, 'DEPOSIT', '500.00')
    expect(await syncAccount(app.services, own.id)).toBe('READ')
    expect(await days()).toEqual([{ day: friday, broker_value_cents: 10_050_000n, is_reconciled: true }])
    const points = await app.services.db
      .selectFrom('account_point')
      .select('broker_value_cents')
      .where('account_id', '=', own.id)
      .execute()
    expect(points).toEqual([{ broker_value_cents: 10_050_000n }])
  } finally {
    await app.services.db.updateTable('market.clock').set({ source: 'simulated', mode: 'live' }).execute()
  }
})
