// A recorded day that arrives symbol by symbol, as the server's books and screens see it. Decision 0023.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../kernel/transaction.ts'
import { importText } from '../../testing/import-for-test.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { activateSource } from '../market/activate-source.ts'
import { syncAccount } from './sync-account.ts'

const head = 'symbol,date,open,high,low,close,adj_close,volume,dividend,split\n'

let app: TestBrokerage
let owner: TestUser
let account: { id: string; number: string }

const closes = () =>
  app.services.db
    .selectFrom('account_close')
    .select(['day', 'broker_value_cents', 'is_reconciled'])
    .where('account_id', '=', account.id)
    .where('day', '>', '2026-03-03')
    .orderBy('day')
    .execute()
const read = () => syncAccount(app.services, account.id)
const bookings = async () =>
  (
    await app.services.db
      .selectFrom('account_transaction')
      .select(['description', 'quantity'])
      .where('account_id', '=', account.id)
      .where('kind', '=', 'RECEIVE_AND_DELIVER')
      .orderBy('occurred_at')
      .execute()
  ).map((row) => `${row.description} ${row.quantity}`)

beforeAll(async () => {
  app = await startTestBrokerage()
  app.clock.set(Date.parse('2026-03-03T22:00:00Z'))
  await importText(
    app.services,
    'both.csv',
    `${head}ACME,2026-03-03,100,100,100,100,100,1000,0,1\nBOLT,2026-03-03,50,50,50,50,50,1000,0,1\n`,
  )
  await inTransaction(app.services.db, (trx) => activateSource(trx, app.clock, 'import', null))
  owner = await app.signUp(['MANAGERS'])
  await app.link(owner, 'arrivals')
  account = await app.services.db
    .selectFrom('account')
    .selectAll()
    .where('owner_id', '=', owner.user.id)
    .executeTakeFirstOrThrow()
  await app.fill(account.number, 'BUY', 100, 'ACME', 100)
  await app.fill(account.number, 'BUY', 100, 'BOLT', 50)
  await read()
})
afterAll(() => app.stop())

test('no close is taken of a day before all that is held has come in, and none is valued in the wrong shares', async () => {
  app.clock.set(Date.parse('2026-03-04T22:00:00Z'))
  await importText(app.services, 'bolt.csv', `${head}BOLT,2026-03-04,25,25,25,25,25,1000,0,2\n`)
  expect(await read()).toBe('READ')
  expect(await closes()).toEqual([])
  await importText(app.services, 'acme.csv', `${head}ACME,2026-03-04,25,25,25,25,25,1000,0,4\n`)
  expect(await read()).toBe('READ')
  expect(await closes()).toEqual([{ day: '2026-03-04', broker_value_cents: 10_000_000n, is_reconciled: true }])
  expect(await bookings()).toEqual(['Split 4 for 1 of ACME 300', 'Split 2 for 1 of BOLT 100'])
})

test('a split that arrives after its day was closed is in the books with its correction in words', async () => {
  app.clock.set(Date.parse('2026-03-05T22:00:00Z'))
  await importText(
    app.services,
    'day.csv',
    `${head}ACME,2026-03-05,5,5,5,5,5,1000,0,1\nBOLT,2026-03-05,25,25,25,25,25,1000,0,1\n`,
  )
  await read()
  app.clock.set(Date.parse('2026-03-05T22:01:00Z'))
  await importText(app.services, 'again.csv', `${head}ACME,2026-03-05,5,5,5,5,5,1000,0,5\n`)
  await read()
  expect((await bookings()).at(-1)).toBe(
    'Split 5 for 1 of ACME. Correction: it took effect on 2026-03-05 and came in late 1600',
  )
  expect((await closes()).at(-1)).toEqual({ day: '2026-03-05', broker_value_cents: 10_000_000n, is_reconciled: true })
})
