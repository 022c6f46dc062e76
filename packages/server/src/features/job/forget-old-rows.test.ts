// What is deleted, after which time, and what stays: docs/operations.md, "What is kept for how long".
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTaskUpkeepJob } from '../../jobs/task-upkeep-job.ts'
import { makeAccounts, makeRequests } from '../../testing/poisoned-rows/hundred-rows.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { deleteOldRows } from './forget-old-rows.ts'

const dayMs = 24 * 60 * 60_000
/** More than two steps of two rows. */
const copies = 5

let app: TestApp
let person: TestUser
beforeAll(async () => {
  app = await startTestApp()
  person = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())

const ago = (days: number): Date => new Date(app.clock.nowMs() - days * dayMs)
const count = async (rows: string): Promise<number> =>
  Number(
    (await sql<{ count: bigint }>`select count(*) as count from ${sql.raw(rows)}`.execute(app.services.db)).rows[0]!
      .count,
  )
const many = (days: number): Date[] => Array.from({ length: copies }, () => ago(days))

async function notify(created: Date, readAt: Date | null, onScreen = true): Promise<void> {
  await sql`
    insert into notification (id, user_id, key, kind, title, text, created_at, read_at, on_screen)
    values (gen_random_uuid(), ${person.user.id}, gen_random_uuid()::text, 'ORDER_FILLED', 'Filled', 'Filled.', ${created}, ${readAt}, ${onScreen})`.execute(
    app.services.db,
  )
}

test('notifications go a year after they were read, unread ones stay; those that are on no screen go a year after they were written', async () => {
  for (const read of many(365.5)) await notify(ago(400), read)
  for (const written of many(365.5)) await notify(written, null, false)
  await notify(ago(400), ago(364.5))
  await notify(ago(364.5), null, false)
  await notify(ago(4_000), null)
  await sql`insert into notification_delivery (notification_id, channel, user_id, created_at) select id, 'MAIL', user_id, created_at from notification`.execute(
    app.services.db,
  )
  await deleteOldRows(app.services, 2)
  expect(await count('notification')).toBe(3)
  expect(await count('notification_delivery')).toBe(3)
  expect(await count('notification where read_at is null and on_screen')).toBe(1)
})

test('alerts go 90 days after they were resolved, standing ones stay; firings of rules go after a year', async () => {
  const raise = (resolved: Date | null) =>
    sql`
    insert into alert (id, user_id, key, kind, severity, title, text, raised_at, updated_at, resolved_at)
    values (gen_random_uuid(), ${person.user.id}, gen_random_uuid()::text, 'RULE_FIRED', 'WARNING', 'Fired', 'Fired.', ${ago(4_000)}, ${ago(4_000)}, ${resolved})`.execute(
      app.services.db,
    )
  const fire = (at: Date, ordinal: number) =>
    sql`
    insert into alert_firing (id, owner_id, rule_id, ordinal, rule_words, note, text, market_at, fired_at)
    values (gen_random_uuid(), ${person.user.id}, null, ${ordinal}, 'Rule', '', 'Fired.', ${at}, ${at})`.execute(
      app.services.db,
    )
  for (const resolved of [...many(90.5), ago(89.5), null]) await raise(resolved)
  for (const [ordinal, at] of [...many(365.5), ago(364.5)].entries()) await fire(at, ordinal)
  await deleteOldRows(app.services, 2)
  expect(await count('alert')).toBe(2)
  expect(await count('alert where resolved_at is null')).toBe(1)
  expect(await count('alert_firing')).toBe(1)
})

test('watches go 90 days after their last look once they are over, their orders stay', async () => {
  const [account] = await makeAccounts(app, person, 1)
  const requests = await makeRequests(app, account!, `state = 'REFUSED'`)
  const watch = (requestId: string, state: string, last: Date) =>
    sql`
    insert into order_watch (account_id, request_id, symbol, direction, cancel_price, state, looked_until, next_at)
    values (${account}, ${requestId}, 'SPY', 'LONG', 10, ${state}, ${last}, ${last})`.execute(app.services.db)
  const states = ['OVER', 'CANCELLED', 'OVER', 'CANCELLED', 'OVER'] as const
  for (const [index, state] of states.entries()) await watch(requests[index]!, state, ago(90.5))
  await watch(requests[5]!, 'OVER', ago(89.5))
  await watch(requests[6]!, 'WATCHING', ago(4_000))
  await deleteOldRows(app.services, 2)
  expect(await count('order_watch')).toBe(2)
  expect(await count(`order_watch where state = 'WATCHING'`)).toBe(1)
  expect(await count('order_request')).toBe(requests.length)
})

test('limits that were reached go a year after their market day', async () => {
  const [account] = await makeAccounts(app, person, 1)
  const reach = (kind: string, day: Date) =>
    sql`insert into order_limit_reached (account_id, day, kind, reached_at, said)
      values (${account}, ${day}, ${kind}, ${day}, 'The limit is reached.')`.execute(app.services.db)
  for (const kind of ['dailyLoss', 'openHeat', 'openPositions', 'symbols']) await reach(kind, ago(367))
  await reach('openHeat', ago(364))
  await deleteOldRows(app.services, 2)
  expect(await count('order_limit_reached')).toBe(1)
})

test('held exits go 90 days after they were placed or ended, those that wait stay', async () => {
  const [account] = await makeAccounts(app, person, 1)
  const requests = await makeRequests(app, account!, `state = 'REFUSED'`)
  const hold = (requestId: string, state: string, last: Date) =>
    sql`
    insert into held_exit (account_id, request_id, state, next_at)
    values (${account}, ${requestId}, ${state}, ${last})`.execute(app.services.db)
  for (const [index, state] of ['OVER', 'PLACED', 'OVER'].entries()) await hold(requests[index]!, state, ago(90.5))
  await hold(requests[3]!, 'PLACED', ago(89.5))
  await hold(requests[4]!, 'WAITING', ago(4_000))
  await deleteOldRows(app.services, 2)
  expect(await count('held_exit')).toBe(2)
  expect(await count(`held_exit where state = 'WAITING'`)).toBe(1)
})

test('divided entries go 90 days after their end, those under way stay', async () => {
  const [account] = await makeAccounts(app, person, 1)
  const requests = await makeRequests(app, account!, `state = 'REFUSED'`)
  const divide = (requestId: string, state: string, last: Date) =>
    sql`
    insert into entry_division (account_id, request_id, order_id, symbol, number, state, draft, market_day, next_at)
    values (${account}, ${requestId}, 'entry', 'ACME', 1, ${state}, '{}', '2026-03-04', ${last})`.execute(
      app.services.db,
    )
  for (const [index, state] of ['OVER', 'DIVIDED', 'ENDED'].entries()) await divide(requests[index]!, state, ago(90.5))
  await divide(requests[3]!, 'DIVIDED', ago(89.5))
  await divide(requests[4]!, 'ENTERING', ago(4_000))
  await deleteOldRows(app.services, 2)
  expect(await count('entry_division')).toBe(2)
  expect(await count(`entry_division where state = 'ENTERING'`)).toBe(1)
})

test('records of imports go after a year with the lines they refused, one that runs stays', async () => {
  const run = async (status: string, started: Date): Promise<void> => {
    const { rows } = await sql<{ id: string }>`
      insert into market_import_run (id, file_name, status, started_at, byte_count) values (gen_random_uuid(), 'a.csv', ${status}, ${started}, 1) returning id`.execute(
      app.services.db,
    )
    await sql`insert into market_import_refusal (run_id, position, line, reason, content) select ${rows[0]!.id}, n, n, 'bad', 'x' from generate_series(1, 3) n`.execute(
      app.services.db,
    )
  }
  for (const started of many(365.5)) await run('DONE', started)
  await run('FAILED', ago(364.5))
  await run('RUNNING', ago(4_000))
  await deleteOldRows(app.services, 2)
  expect(await count('market_import_run')).toBe(2)
  expect(await count('market_import_refusal')).toBe(6)
})

test('allowances of requests that were not used for a day go, and so do messages of the outbox after 30 days', async () => {
  await sql`delete from broker_allowance`.execute(app.services.db)
  for (const [key, interval] of [
    ['one', '-25 hours'],
    ['two', '-25 hours'],
    ['three', '-25 hours'],
    ['used', '-23 hours'],
    ['paused', '1 hour'],
  ]) {
    await sql`insert into broker_allowance (key, tokens, at) values (${key}, 1, clock_timestamp() + ${interval}::interval)`.execute(
      app.services.db,
    )
  }
  await sql`delete from outbox_message`.execute(app.services.db)
  for (const at of [...many(30.5), ago(29.5)]) {
    await sql`insert into outbox_message (id, channel, recipient, subject, body, created_at) values (gen_random_uuid(), 'MAIL', 'a@example.test', 'Hello', 'Hello', ${at})`.execute(
      app.services.db,
    )
  }
  await deleteOldRows(app.services, 2)
  expect(await count('broker_allowance')).toBe(2)
  expect(await count('outbox_message')).toBe(1)
})

test('actions on positions go a year after their end, those that are not over stay', async () => {
  const [account] = await makeAccounts(app, person, 1)
  const act = (state: string, ended: Date | null) =>
    sql`insert into position_action (account_id, id, kind, symbol, request_key, body_hash, title, asked, before, state,
        message, next_at, touched_at, created_at, ended_at)
      values (${account}, gen_random_uuid(), 'FLATTEN', null, gen_random_uuid()::text, '', 'Close all', null, '[]',
        ${state}, '', ${ago(4_000)}, ${ago(4_000)}, ${ago(4_000)}, ${ended})`.execute(app.services.db)
  for (const ended of many(365.5)) await act('DONE', ended)
  await act('DONE', ago(364.5))
  await act('STOPPED', null)
  await deleteOldRows(app.services, 2)
  expect(await count('position_action')).toBe(2)
  expect(await count(`position_action where state = 'STOPPED'`)).toBe(1)
})

test('sent messages go after 30 days, waiting ones stay', async () => {
  const plan = (state: string, planned: Date) =>
    sql`insert into outgoing_message (id, user_id, channel, state, planned_at, next_at)
      values (gen_random_uuid(), ${person.user.id}, 'MAIL', ${state}, ${planned}, ${planned})`.execute(app.services.db)
  for (const planned of many(30.5)) await plan('SENT', planned)
  await plan('FAILED', ago(29.5))
  await plan('WAITING', ago(4_000))
  await deleteOldRows(app.services, 2)
  expect(await count('outgoing_message')).toBe(2)
})

test('API tokens go a year after they were revoked or expired', async () => {
  const make = (expires: Date, revoked: Date | null) =>
    sql`insert into api_token (id, owner_id, name, token_hash, keys, is_read_only, is_for_all_accounts, created_at,
        expires_at, revoked_at)
      values (gen_random_uuid(), ${person.user.id}, 'Token', gen_random_uuid()::text::bytea, '{}', true, true,
        ${ago(4_000)}, ${expires}, ${revoked})`.execute(app.services.db)
  for (const end of many(365.5)) await make(end, null)
  await make(ago(-1), ago(366))
  await make(ago(-1), ago(364))
  await make(ago(364), null)
  await make(ago(-1), null)
  await deleteOldRows(app.services, 2)
  expect(await count('api_token')).toBe(3)
})

test('tasks go after a year, one that runs stays; failures go after 30 days', async () => {
  const work = (status: string, started: Date) =>
    sql`insert into task (id, name, position, total, status, started_at, updated_at, ended_at, is_cancellable, lease_until)
      values (gen_random_uuid(), 'Work', 0, 1, ${status}, ${started}, ${started},
        ${status === 'RUNNING' ? null : started}, false, now())`.execute(app.services.db)
  const fail = (row: number, last: Date) =>
    sql`insert into job_failure (job, row_id, failures, first_failed_at, last_failed_at, next_at, fault_id)
      values ('make-report', ${String(row)}, 1, ${last}, ${last}, ${last}, gen_random_uuid())`.execute(app.services.db)
  for (const [row, days] of [365.5, 365.5, 365.5, 364.5].entries()) {
    await work('COMPLETED', ago(days))
    await fail(row, ago(days - 335))
  }
  await work('RUNNING', ago(4_000))
  await deleteOldRows(app.services, 2)
  expect(await count('task')).toBe(2)
  expect(await count('job_failure')).toBe(1)
})

test('every table with a date or an instant is in the lists of docs/operations.md', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.atttypid in ('timestamptz'::regtype, 'date'::regtype)
    order by 1`.execute(app.services.db)
  const page = await readFile(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8')
  const section = /^## What is kept for how long$.*?(?=^## )/ms.exec(page)![0]
  const named = [...section.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!)
  expect(rows.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([])
  expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([])
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
    app.services.db,
  )
  const known = tables.map(({ name }) => name)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test('the upkeep that every process does thins them', async () => {
  await notify(ago(400), ago(400))
  const before = await count('notification')
  await startTaskUpkeepJob(app.services).stop()
  expect(await count('notification')).toBe(before - 1)
})

test('a table that cannot be thinned keeps no other from it', async () => {
  await sql`create function refuse() returns trigger language plpgsql as $body$ begin raise 'no'; end $body$`.execute(
    app.services.db,
  )
  await sql`create trigger refuse before delete on notification execute function refuse()`.execute(app.services.db)
  await sql`insert into outbox_message (id, channel, recipient, subject, body, created_at) values (gen_random_uuid(), 'MAIL', 'a@example.test', 'Hello', 'Hello', ${ago(40)})`.execute(
    app.services.db,
  )
  const before = await count('outbox_message')
  await expect(deleteOldRows(app.services)).rejects.toThrow(/\bno\b|failed/i)
  expect(await count('outbox_message')).toBe(before - 1)
})
