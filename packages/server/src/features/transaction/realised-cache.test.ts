// The cache of realised gains is never stale: every change of a transaction, a movement or a position invalidates it,
// in any process, and pages of one report share one computation.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Services } from '../../services.ts'
import { cents, linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { findRealisedProfit } from './find-realised-profit.ts'
import { createRealisedCache, type RealisedHistory } from './realised-cache.ts'

let app: TestApp
let owner: TestUser
let account: LinkedAccount
/** How often gains were computed. */
let workings = 0
beforeAll(async () => {
  app = await startTestApp({
    replace: () => {
      const inner = createRealisedCache()
      return Promise.resolve({
        realised: {
          ...inner,
          keep: (id: string, version: string, history: RealisedHistory) => (
            workings++,
            inner.keep(id, version, history)
          ),
        },
      })
    },
  })
  owner = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())
beforeEach(async () => {
  account = await linkAccount(app, owner, '2026-01-02', '100000.00')
  await app.services.db
    .insertInto('account_transaction')
    .values(
      Array.from({ length: 240 }, (_, index) =>
        trade(
          `t${index}`,
          index % 2 === 0 ? '10' : '-10',
          index % 2 === 0 ? '-100.00' : `${100 + (index % 7)}.00`,
          index,
        ),
      ),
    )
    .execute()
  workings = 0
})

const trade = (id: string, quantity: string, net: string, minute: number) => ({
  account_id: account.id,
  broker_id: id,
  occurred_at: new Date(Date.UTC(2026, 0, 5 + Math.floor(minute / 20), 15, minute % 60)),
  day: new Date(Date.UTC(2026, 0, 5 + Math.floor(minute / 20))).toISOString().slice(0, 10),
  kind: 'TRADE',
  description: '',
  symbol: `S${minute % 3}`,
  asset_type: 'EQUITY',
  quantity,
  price: '10',
  net_amount_cents: cents(net),
  fee_cents: 0n,
  order_id: null,
})
const heldPosition = () => ({
  account_id: account.id,
  symbol: 'S1',
  asset_type: 'EQUITY',
  description: null,
  multiplier: 1,
  quantity: '5',
  average_price: '9',
  market_value_cents: 100n,
  open_profit_cents: 1n,
})
const whole = { fromDate: null, toDate: null }
const read = () => findRealisedProfit(app.services, account.id, whole)
const readAfresh = () => findRealisedProfit({ db: app.services.db, realised: createRealisedCache() }, account.id, whole)
const versionNow = async (services: Pick<Services, 'db'> = app.services) =>
  (
    await services.db
      .selectFrom('realised_version')
      .select('version')
      .where('account_id', '=', account.id)
      .executeTakeFirst()
  )?.version

test('pages, sums and spans of the report are one working out', async () => {
  const filter = [
    { nomenclatorConfigNameKey: 'account', selectedItem: account.id },
    { nomenclatorConfigNameKey: 'period', selectedItem: ['2026-01-01', '2026-12-31'] as const },
  ]
  const page = (offset: number) =>
    owner.client.report.getStaticReportData({ body: { report: 'realised-gains-by-lot', filter, limit: 50, offset } })
  const pages = [await page(0), await page(50), await page(100)]
  expect(pages.map(({ data }) => data.length)).toEqual([50, 50, 20])
  await owner.client.report.getStaticReportData({
    body: { report: 'realised-gains-by-year', filter: filter.slice(0, 1), limit: 50, offset: 0 },
  })
  await owner.client.transaction.findRealisedProfit({
    body: { accountNumber: account.number, fromDate: '2026-01-07', toDate: '2026-01-08' },
  })
  expect(workings).toBe(1)
})

test('every change of their sources computes them again, and what is read equals a fresh computation', async () => {
  const { db } = app.services
  const movement = {
    account_id: account.id,
    id: crypto.randomUUID(),
    broker_id: 't9',
    day: '2026-01-05',
    amount_cents: 100n,
    kind: 'RECEIVE_AND_DELIVER',
    description: '',
    created_at: new Date(0),
  }
  const changes: Record<string, () => Promise<unknown>> = {
    'a new trade': () =>
      db
        .insertInto('account_transaction')
        .values(trade('new', '-10', '300.00', 239))
        .execute(),
    'a corrected trade': () =>
      db
        .updateTable('account_transaction')
        .set({ net_amount_cents: 1n })
        .where('account_id', '=', account.id)
        .where('broker_id', '=', 'new')
        .execute(),
    'a trade that is gone': () =>
      db
        .deleteFrom('account_transaction')
        .where('account_id', '=', account.id)
        .where('broker_id', '=', 'new')
        .execute(),
    'a movement': () => db.insertInto('account_movement').values(movement).execute(),
    'another value of it': () =>
      db.updateTable('account_movement').set({ amount_cents: 200n }).where('id', '=', movement.id).execute(),
    'a position': () => db.insertInto('account_position').values(heldPosition()).execute(),
    'its average price': () =>
      db.updateTable('account_position').set({ average_price: '8' }).where('account_id', '=', account.id).execute(),
    'its quantity': () =>
      db.updateTable('account_position').set({ quantity: '6' }).where('account_id', '=', account.id).execute(),
    'a position that is closed': () => db.deleteFrom('account_position').where('account_id', '=', account.id).execute(),
  }
  await read()
  for (const [what, change] of Object.entries(changes)) {
    const before = workings
    await change()
    expect([what, await read()]).toEqual([what, await readAfresh()])
    expect([what, workings - before]).toEqual([what, 1])
  }
})

test('what the brokerage reports every minute without a trade computes nothing again', async () => {
  const { db } = app.services
  await db.insertInto('account_position').values(heldPosition()).execute()
  await read()
  workings = 0
  await db.updateTable('account_transaction').set({ description: '' }).where('account_id', '=', account.id).execute()
  const [position] = await db
    .deleteFrom('account_position')
    .where('account_id', '=', account.id)
    .returningAll()
    .execute()
  await db
    .insertInto('account_position')
    .values({ ...position!, market_value_cents: 999n, open_profit_cents: -5n })
    .execute()
  await read()
  expect(workings).toBe(0)
})

test('a version that was rolled back never comes again', async () => {
  const before = await versionNow()
  const seen = [before]
  for (let round = 0; round < 3; round++) {
    await app.services.db
      .transaction()
      .execute(async (trx) => {
        await trx
          .deleteFrom('account_transaction')
          .where('account_id', '=', account.id)
          .where('broker_id', '=', 't0')
          .execute()
        seen.push(
          (
            await sql<{
              version: string
            }>`select version from realised_version where account_id = ${account.id}`.execute(trx)
          ).rows[0]!.version,
        )
        throw new Error('back')
      })
      .catch(() => undefined)
  }
  expect(new Set(seen).size).toBe(4)
  expect(await versionNow()).toBe(before)
})

test('an account goes with its version', async () => {
  await app.services.db.deleteFrom('account').where('id', '=', account.id).execute()
  expect(await versionNow()).toBeUndefined()
})
