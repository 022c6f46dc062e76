// An account belongs to the market it was opened in. While another market is active, that market's prices for the same
// symbol do not apply to it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../kernel/transaction.ts'
import { importText } from '../../testing/import-for-test.ts'
import { startTestBrokerage, type Consent, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { activateSource } from '../market/activate-source.ts'
import { findOperations } from '../operation/find-operations.ts'
import { syncAccount } from './sync-account.ts'

/** A split on the last day: in today's shares, the previous close counts half. */
const prices = `symbol,date,open,high,low,close,adj_close,volume,dividend,split
ACME,2026-02-27,120,122,119,120,120,1000,0,1
ACME,2026-03-02,60,62,59.5,60,60,1000,0,2
ACME,2026-03-03,60,62,59.5,61,61,1000,0,1
`

let app: TestBrokerage
let owner: TestUser
let unlinked: { person: TestUser; consent: Consent }
let account: { id: string; number: string }

const rowOf = (person: TestUser) =>
  app.services.db.selectFrom('account').selectAll().where('owner_id', '=', person.user.id).executeTakeFirstOrThrow()
const closes = () =>
  app.services.db
    .selectFrom('account_close')
    .select(['day', 'broker_value_cents', 'is_reconciled'])
    .where('account_id', '=', account.id)
    .orderBy('day')
    .execute()

/** Lists a different ACME in the simulated market, at another price. */
async function listSimulated(): Promise<void> {
  const { pool } = app.services
  await pool.query(
    `insert into instrument (id, source, code, code_key, name, name_key, asset_type, created_at) select gen_random_uuid(), 'simulated', 'ACME', 'ACME', 'Simulated Acme', 'simulated acme', 'EQUITY', now()
     where not exists (select from instrument where source = 'simulated' and code = 'ACME')`,
  )
  await pool.query(
    `insert into daily_bar (instrument_id, day, open, high, low, close, volume)
     select id, day, 10, 10, 10, 10, 1 from instrument, unnest(array['2026-03-02', '2026-03-03', '2026-03-04']::date[]) day where source = 'simulated' and code = 'ACME'`,
  )
  await pool.query(`update market_source set market_day = '2026-03-04' where source = 'simulated'`)
}

beforeAll(async () => {
  app = await startTestBrokerage()
  // One minute before the close at which the imported market stops.
  app.clock.set(Date.parse('2026-03-03T20:59:00Z'))
  await importText(app.services, 'prices.csv', prices)
  await inTransaction(app.services.db, (trx) => activateSource(trx, app.clock, 'import', null))
  owner = await app.signUp(['MANAGERS'])
  await app.link(owner, 'anna')
  account = await rowOf(owner)
  await app.fill(account.number, 'BUY', 100, 'ACME', 60)
  const person = await app.signUp(['MANAGERS'])
  unlinked = { person, consent: await app.register((await person.client.account.getAmtTk()).authoriseUrl, 'berta') }
  await syncAccount(app.services, account.id)

  await listSimulated()
  await inTransaction(app.services.db, (trx) => activateSource(trx, app.clock, 'simulated', null))
  app.clock.set(Date.parse('2026-03-05T15:00:00Z'))
})
afterAll(() => app.stop())

test('its value, positions and closes stay at the prices of its own market', async () => {
  expect(await syncAccount(app.services, account.id)).toBe('READ')
  expect(await rowOf(owner)).toMatchObject({
    market_source: 'import',
    float_value_cents: 10_010_000n,
    real_value_cents: 10_000_000n,
  })
  expect(await findOperations(app.services, await rowOf(owner))).toMatchObject([
    { code: 'ACME', lastPrice: 61, isLive: false },
  ])
  expect(await closes()).toEqual([{ day: '2026-03-03', broker_value_cents: 10_010_000n, is_reconciled: true }])
})

test('money that moves meanwhile corrects its close by the closing prices of its own market', async () => {
  await app.transfer(account.number, 'DEPOSIT', '500.00')
  expect(await syncAccount(app.services, account.id)).toBe('READ')
  expect(await closes()).toEqual([{ day: '2026-03-03', broker_value_cents: 10_060_000n, is_reconciled: true }])
})

test('linked while another market is active, it still belongs to the one it was opened in', async () => {
  const again = await app.signIn(unlinked.person.email)
  const back = await unlinked.consent.allow((await again.client.account.getAmtTk()).authoriseUrl)
  await again.client.account.createMy({
    body: { code: back.get('code')!, token: back.get('state')!, ownerId: again.user.id },
  })
  expect(await rowOf(again)).toMatchObject({ market_source: 'import', linked_day: '2026-03-03' })
})
