// What must not read whole tables that grow with an installation: how many rows of a table a question reads, counted by
// the database. The tables are as large as a plan needs that prefers the index (decision 0122).
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readHistoryLines } from '../features/fund/history/history-lines.ts'
import { deleteOldRows } from '../features/job/forget-old-rows.ts'
import { findUnmeasured } from '../features/journal/measure-trades.ts'
import { findAreas } from '../features/report/definitions/user-activity.ts'
import { findKinds } from '../features/report/definitions/transactions.ts'
import { readReportPage } from '../features/report/read-report.ts'
import { forgetOldRuns } from '../features/report-delivery/forget-runs.ts'
import { selectTransactionPage } from '../features/transaction/find-transactions.ts'
import { findUsersByKeyword } from '../features/user/find-users-by-keyword.ts'
import { dropWebPush } from '../features/web-push/send-web-push.ts'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import type { Session } from '../kernel/session.ts'
import { makeAccounts } from './poisoned-rows/hundred-rows.ts'
import { startTestApp, type TestApp, type TestUser } from './test-app.ts'

const many = 5_000

let app: TestApp
let administrator: TestUser
let accountId: string
beforeAll(async () => {
  app = await startTestApp()
  administrator = await app.signUp(['ADMINISTRATORS'])
  const manager = await app.signUp(['MANAGERS'])
  accountId = (await makeAccounts(app, manager, 1))[0]!
  const { db } = app.services
  await sql`
    insert into audit_log (id, at, actor_id, action, object_type, object_id)
    select gen_random_uuid(), now() - n * interval '6 hours', gen_random_uuid(),
      (array['session.open', 'fund.entry', 'order.place'])[n % 3 + 1], 'fund', gen_random_uuid()::text
    from generate_series(1, ${many}::int) n`.execute(db)
  await sql`
    insert into app_user (id, first_name, last_name, email, phone_number, password_hash, status, created_at, updated_at)
    select gen_random_uuid(), md5(n::text), md5(n || 'last'), n || '@crowd.test', '', 'x', 'ACTIVE', now(), now()
    from generate_series(1, ${many}::int) n`.execute(db)
  await sql`
    insert into journal_trade (account_id, trade_id, underlying, code_key, codes, code_keys, side, quantity, fee_cents,
      entry_ids, setup, tags, has_note, held, opened_day)
    select ${accountId}, n::text, code, code, array[code], array[code], 'LONG', 1, 0, '{}', '', '{}', false, '[]', current_date
    from generate_series(1, ${many}::int) n, lateral (select 'GONE' || n % 3 as code) one`.execute(db)
  await sql`
    insert into outgoing_message (id, user_id, channel, state, planned_at, next_at)
    select gen_random_uuid(), ${manager.user.id}, 'MAIL', 'SENT', ${now()}, ${now()} from generate_series(1, ${many}::int)
  `.execute(db)
  await sql`
    insert into report_run (id, owner_id, kind, report, name, request, formats, comment, state, next_at, requested_at, ended_at)
    select gen_random_uuid(), ${manager.user.id}, 'DOWNLOAD', 'transactions', 'Transactions', '{}', '{pdf}', '', 'DONE', at,
      at, at from generate_series(1, ${many}::int) n, lateral (select ${now()}::timestamptz - n * interval '100 minutes' as at) one
  `.execute(db)
  // Booked by turns with those of another account, as brokerages do, so that each is on a page of its own.
  const [other] = await makeAccounts(app, manager, 1)
  await sql`
    insert into account_transaction (account_id, broker_id, occurred_at, day, kind, description, net_amount_cents)
    select account, (700000 + n)::text, at, at::date, 'TRADE', repeat('Filled ', 100), 0
    from generate_series(1, ${many}::int) n, lateral (select ${now()}::timestamptz - n * interval '1 hour' as at) one,
      unnest(array[${accountId}::uuid, ${other}::uuid]) account`.execute(db)
  await sql`vacuum analyze account_transaction`.execute(db)
  for (const table of ['audit_log', 'app_user', 'journal_trade', 'outgoing_message', 'report_run'])
    await sql`analyze ${sql.table(table)}`.execute(db)
})
afterAll(() => app.stop())

const sessionOf = ({ user }: TestUser): Session =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what these questions read of it
  ({ userId: user.id, permissions: ['VU', 'VAd', 'VR'] }) as unknown as Session
const now = (): Date => new Date(app.clock.nowMs())

/** Returns how many rows of a table the work reads: by sequential scans, and through indexes. */
const rowsRead = (table: keyof Tables, work: (db: Db) => Promise<unknown>): Promise<number> =>
  app.services.db.transaction().execute(async (trx) => {
    const count = async (): Promise<number> => {
      const { rows } = await sql<{ rows: bigint }>`
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables
        where relname = ${table}`.execute(trx)
      return Number(rows[0]!.rows)
    }
    const before = await count()
    await work(trx)
    return (await count()) - before
  })

test('the areas of the audit log are found by a step for each', async () => {
  let areas: readonly string[] = []
  expect(await rowsRead('audit_log', async (db) => (areas = await findAreas(db)))).toBeLessThan(20)
  expect(areas).toEqual(expect.arrayContaining(['fund', 'order', 'session']))
  expect(areas).toEqual(areas.toSorted())
})

test('a page of what one user did reads the rows of that user, and of the users only those it names', async () => {
  const read = (db: Db) => {
    const services = { ...app.services, db }
    const filter = [
      { nomenclatorConfigNameKey: 'period', selectedItem: 'LAST_30_DAYS' },
      { nomenclatorConfigNameKey: 'user', selectedItem: administrator.user.id },
      { nomenclatorConfigNameKey: 'area', selectedItem: 'ALL' },
    ]
    return readReportPage(services, sessionOf(administrator), { report: 'user-activity', filter, limit: 50, offset: 0 })
  }
  expect(await rowsRead('audit_log', read)).toBeLessThan(100)
  expect(await rowsRead('app_user', read)).toBeLessThan(100)
})

test('the history of a fund reads its own rows of the audit log', async () => {
  const read = (db: Db) => readHistoryLines(db, { accountId, start: 0, count: 50 })
  expect(await rowsRead('audit_log', read)).toBeLessThan(100)
})

test('a page of transactions reads its own rows in full, also in the middle', async () => {
  for (const start of [0, many / 2]) {
    const order = { start, count: 30, orderBy: 'transactionDate', direction: 'DESC' } as const
    const { text, values } = selectTransactionPage({ id: accountId }, { ...order, total: many })
    const explained = await app.services.pool.query<{ 'QUERY PLAN': unknown }>(
      `explain (analyze, format json) ${text}`,
      [...values],
    )
    const plan = JSON.stringify(explained.rows[0]!['QUERY PLAN'])
    expect(plan).toMatch(/"Index Only Scan"/)
    expect(plan).not.toMatch(/"(Seq Scan|Bitmap Heap Scan)"/)
  }
})

test('the kinds of transactions are found by a step for each', async () => {
  const { id } = await app.services.db
    .selectFrom('account')
    .select('owner_id as id')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  expect(await rowsRead('account_transaction', (db) => findKinds(db, id))).toBeLessThan(10)
})

test('a search for users reads those that it finds', async () => {
  const search = (db: Db) => findUsersByKeyword({ ...app.services, db }, sessionOf(administrator), '4999@crowd')
  expect(await rowsRead('app_user', search)).toBeLessThan(10)
})

test('trades of a code without bars are not looked at one by one', async () => {
  expect(await rowsRead('journal_trade', (db) => findUnmeasured({ db }))).toBeLessThan(10)
})

test('the upkeep reads no messages and reports that are young', async () => {
  const { clock } = app.services
  expect(await rowsRead('outgoing_message', (db) => deleteOldRows({ db, clock }))).toBe(0)
  expect(await rowsRead('report_run', (db) => forgetOldRuns({ ...app.services, db }))).toBe(0)
  expect(await rowsRead('web_push_delivery', (db) => dropWebPush({ ...app.services, db }))).toBe(0)
})
