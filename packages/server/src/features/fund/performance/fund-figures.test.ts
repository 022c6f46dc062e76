// The figures above the participation table, through the API: expected numbers are computed by hand from the rows of
// each test.
import { inspect } from 'node:util'
import { formatCents } from '@clubfolio/domain'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '../../../kernel/id.ts'
import { cents, closeSession, linkAccount, makeMember, type LinkedAccount } from '../../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let app: TestApp
let manager: TestUser
beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'])
  await listBenchmark('SPY', { '2025-03-03': 400, '2025-09-02': 500, '2026-03-03': 440 })
})
afterAll(() => app.stop())

async function listBenchmark(code: string, closes: Record<string, number>): Promise<void> {
  const id = newId(app.clock)
  await app.services.pool.query(
    `insert into instrument (id, source, code, code_key, name, name_key, asset_type, created_at) values ($1, 'simulated', $2, $2, $2, lower($2), 'ETF', now())`,
    [id, code],
  )
  for (const [day, close] of Object.entries(closes)) {
    await app.services.pool.query(
      'insert into daily_bar (instrument_id, day, open, high, low, close, volume) values ($1, $2, $3, $3, $3, $3, 1)',
      [id, day, close],
    )
  }
}

const overviewOf = (account: LinkedAccount) => manager.client.member.fundOverview({ params: { accountId: account.id } })
const derive = (
  account: LinkedAccount,
  figure: 'fund-value' | 'SPY' | 'internal-rate' | 'cash-outside' | 'drawdown' | 'profit',
) => manager.client.fund.findDerivation({ params: { accountId: account.id, figure } })
const pay = (account: LinkedAccount, memberId: string, amount: string, date: string) =>
  manager.client.member.createContribution({
    body: { accountId: account.id, memberId, amount: cents(amount), date, description: 'late news' },
  })

describe('a year of a fund of 1,000.00 that gained a tenth', () => {
  test('TWR and XIRR are 10 %, the same cash in SPY is worth 1,100.00, and each says where it comes from', async () => {
    const account = await linkAccount(app, manager, '2025-03-03', '1000.00')
    await closeSession(app, account, '2025-09-02', '1050.00', '50.00')
    await closeSession(app, account, '2026-03-03', '1100.00', '20.00')
    const overview = await overviewOf(account)
    expect(overview).toMatchObject({
      fundValue: cents('1100.00'),
      profitLostAmount: cents('100.00'),
      timeWeighted: { percent: 10, yearlyPercent: 10, days: 365 },
      internalRate: { percent: 10, because: null },
      risk: null,
      benchmarks: [{ symbol: 'SPY', endValue: cents('1100.00'), internalRate: { percent: 10, because: null } }],
    })
    const spy = await derive(account, 'SPY')
    expect(spy).toMatchObject({
      result: '$1,100.00',
      asOf: '2026-03-03',
      rows: [['2025-03-03', '$1,000.00', '2025-03-03', '$400.00', '2.5000']],
    })
    expect((await derive(account, 'internal-rate')).rows).toEqual([
      ['2026-03-03', '-$1,100.00 (value)'],
      ['2025-03-03', '$1,000.00'],
    ])
    expect((await derive(account, 'fund-value')).rows.map((row) => row[3])).toEqual([
      '$1,100.00',
      '$1,050.00',
      '$1,000.00',
    ])
    expect((await derive(account, 'drawdown')).result).toBe('n/a')
  })
})

test('closes of a benchmark are read once until the market changes', async () => {
  const { market, log, pool } = app.services
  const lastCloseIs = (close: number) =>
    pool.query(
      "update daily_bar set close = $1 where day = '2026-03-03' and instrument_id in (select id from instrument where code = 'SPY')",
      [close],
    )
  market.watch(app.databaseUrl, log)
  try {
    await vi.waitUntil(() => market.version() !== undefined, { timeout: 20_000 })
    const account = await linkAccount(app, manager, '2025-03-03', '1000.00')
    await closeSession(app, account, '2026-03-03', '1100.00', '20.00')
    const endValue = async () => (await overviewOf(account)).benchmarks[0]?.endValue
    expect(await endValue()).toBe(cents('1100.00'))
    const query = vi.spyOn(Client.prototype, 'query')
    expect(await endValue()).toBe(cents('1100.00'))
    expect(inspect(query.mock.calls, { depth: 3 })).not.toContain('daily_bar')
    query.mockRestore()

    const before = market.version()
    await lastCloseIs(480)
    await vi.waitUntil(() => market.version() !== before, { timeout: 20_000 })
    expect(await endValue()).toBe(cents('1200.00'))
  } finally {
    await market.stop()
    await lastCloseIs(440)
  }
})

test('under 30 days there is no yearly return, and a flow before the first price of a benchmark leaves it out', async () => {
  const account = await linkAccount(app, manager, '2024-01-02', '1000.00')
  await closeSession(app, account, '2024-01-03', '1100.00')
  const overview = await overviewOf(account)
  expect(overview.internalRate).toEqual({ percent: null, because: 'too-short' })
  expect(overview.benchmarks).toEqual([])
})

test('cash outside is derived to the cent, and an overdue contribution with a late deposit raises the warning', async () => {
  const account = await linkAccount(app, manager, '2026-02-02', '1000.00')
  const ann = await makeMember(manager, 'Ann')
  await closeSession(app, account, '2026-02-03', '1000.00')
  await pay(account, ann, '200.00', '2026-02-04')
  const movement = newId(app.clock)
  await app.services.db
    .insertInto('account_movement')
    .values({
      account_id: account.id,
      id: movement,
      broker_id: movement,
      day: '2026-02-25',
      amount_cents: cents('150.00'),
      kind: 'CASH_RECEIPT',
      description: 'wire',
      created_at: new Date(),
    })
    .execute()
  for (const day of ['2026-02-04', '2026-02-24']) await closeSession(app, account, day, '1000.00')
  await closeSession(app, account, '2026-02-25', '1150.00')
  const overview = await overviewOf(account)
  expect(overview.toBeMatched).toEqual({ count: 2, overstated: cents('150.00'), understated: 0n })
  const derivation = await derive(account, 'cash-outside')
  expect(derivation.rows[0]?.[3]).toBe(derivation.result)
  expect(derivation.result).toBe(`$${formatCents(overview.cashOutside)}`)
})

test("somebody else's figures are not found", async () => {
  const account = await linkAccount(app, manager, '2026-03-03', '10.00')
  const stranger = await app.signUp(['MANAGERS'])
  await expect(
    stranger.client.fund.findDerivation({ params: { accountId: account.id, figure: 'profit' } }),
  ).rejects.toMatchObject({ status: 404 })
})
