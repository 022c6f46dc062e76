import { Migrator, sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { connect, type Connection, type Db } from './connect.ts'
import { knownMigrations, migrate, migrateExactly, migrations } from './migrate.ts'
import { releasedSteps } from './released-steps.ts'

const undo: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

async function emptyDatabase(): Promise<Db> {
  const { db } = await openEmpty(2)
  return db
}

async function openEmpty(maxConnections: number): Promise<Connection> {
  const database = await createEmptyDatabase()
  const connection = connect(database.url, () => undefined, maxConnections)
  undo.push(
    () => connection.close(),
    () => database.drop(),
  )
  return connection
}

const step = '0049-trade-date'

/**
 * A database before a step that changes `account_transaction`, and an open transaction that keeps reading the table, as
 * a backup does.
 */
async function beforeStepUnderReading() {
  const connection = await openEmpty(5)
  await migrateExactly(
    connection.db,
    knownMigrations.filter((name) => name !== step),
  )
  const backup = await connection.pool.connect()
  await backup.query('begin isolation level repeatable read; select count(*) from account_transaction')
  const isWaitedFor = async () => {
    const { rows } = await connection.pool.query<{ pid: number }>(
      `select pid from pg_locks where not granted and relation = 'account_transaction'::regclass and mode = 'AccessExclusiveLock'`,
    )
    if (rows.length === 0) throw new Error('nobody waits for the table yet')
    return rows[0]!.pid
  }
  return {
    ...connection,
    waiter: () => vi.waitFor(isWaitedFor, { timeout: 20_000, interval: 10 }),
    endBackup: async () => {
      await backup.query('commit')
      backup.release()
    },
  }
}

test('a database made before a step with a lower number came gets that step too', async () => {
  const db = await emptyDatabase()
  const { '0009-chart': later, ...earlier } = migrations
  expect(later).toBeDefined()
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(earlier) },
  }).migrateToLatest()
  expect(error).toBeUndefined()
  expect(await migrate(db)).toEqual(['0009-chart'])
  expect(await migrate(db)).toEqual([])
})

test('steps of a newer version that only add are left as they are; what is missing beside them is added', async () => {
  const db = await emptyDatabase()
  await migrateExactly(
    db,
    knownMigrations.filter((name) => name !== '0009-chart'),
  )
  for (const name of ['9000-of-tomorrow', '9001-without.needs.0169-web-push'])
    await sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text)`.execute(db)
  expect(await migrate(db)).toEqual(['0009-chart'])
  expect(await migrate(db)).toEqual([])
})

test('tables from which a newer version took something away are refused, with a sentence that says what to do', async () => {
  const db = await emptyDatabase()
  await migrate(db)
  const contract = '9001-without.needs.9000-of-tomorrow'
  for (const name of ['9000-of-tomorrow', contract])
    await sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text)`.execute(db)
  await expect(migrate(db)).rejects.toThrow(
    `These data were last used by a newer version of Clubfolio (its step ${contract} took away what this one needs). Start that version again, or restore the backup that was taken before it was put in place.`,
  )
})

test('a step that waits for a backup lets readers pass, and is done once the backup has ended', async () => {
  const { db, pool, waiter, endBackup } = await beforeStepUnderReading()
  const waits: string[] = []
  const migrated = migrate(db, {
    onWait: (why) => waits.push(why),
    lockWaitMs: 300,
    pausesMs: Array.from({ length: 100 }, () => 50),
  })
  await waiter()
  // A page reads the table while the backup still runs.
  expect((await pool.query<{ count: number }>('select count(*)::int as count from account_transaction')).rows).toEqual([
    { count: 0 },
  ])
  await vi.waitFor(() => expect(waits).toEqual([expect.stringMatching(/in use/)]), 10_000)
  await endBackup()
  expect(await migrated).toEqual([step])
})

test('a table that is never free refuses the start in plain words, and nothing is changed', async () => {
  const { db, endBackup } = await beforeStepUnderReading()
  await expect(migrate(db, { lockWaitMs: 50, pausesMs: [10] })).rejects.toThrow(
    /Nothing was changed halfway\. Wait until it has ended/,
  )
  const { rows } = await sql<{ name: string }>`select name from kysely_migration where name = ${step}`.execute(db)
  expect(rows).toEqual([])
  await endBackup()
})

test('a start that is killed in the middle of a step leaves nothing of it, and the next start does it', async () => {
  const { db, pool, waiter, endBackup } = await beforeStepUnderReading()
  const killed = migrate(db, { lockWaitMs: 60_000 }).catch((error: unknown) => error)
  const pid = await waiter()
  await pool.query('select pg_terminate_backend($1)', [pid])
  expect(await killed).toBeInstanceOf(Error)
  await endBackup()
  expect(await migrate(db)).toEqual([step])
})

test('two processes that start at once change the tables once', async () => {
  const connection = await openEmpty(6)
  const [one, other] = await Promise.all([migrate(connection.db), migrate(connection.db)])
  expect([one, other].map((applied) => applied.length).toSorted((a, b) => a - b)).toEqual([0, knownMigrations.length])
})

test('two processes that start at once on an existing database share its missing steps, and neither fails', async () => {
  const connection = await openEmpty(6)
  await migrateExactly(connection.db, releasedSteps)
  const applied = await Promise.all([migrate(connection.db), migrate(connection.db), migrate(connection.db)])
  const missing = knownMigrations.filter((name) => !releasedSteps.includes(name))
  expect(applied.flat().toSorted()).toEqual(missing.toSorted())
})

test('orders of before get the time of their last fill from their trades, else from their end', async () => {
  const { db, pool } = await openEmpty(1)
  const fills = '0045-order-fills'
  await migrateExactly(
    db,
    knownMigrations.filter((name) => name < fills),
  )
  const account = '00000000-0000-7000-8000-000000000001'
  // The rows around an account do not matter here.
  await pool.query('set session_replication_role = replica')
  const trade = (id: string, at: string, kind = 'TRADE') =>
    pool.query(
      `insert into account_transaction (account_id, broker_id, occurred_at, day, kind, description, net_amount_cents, order_id)
       values ($1, $2, $3, '2026-01-05', $4, '', 0, 'traded')`,
      [account, id, at, kind],
    )
  const order = (id: string, filled: number, status: string) =>
    pool.query(
      `insert into broker_order (account_id, broker_id, root_id, position, strategy, multiplier, leg_count, filled_quantity,
         remaining_quantity, status, is_cancelable, entered_at, closed_at, read_at)
       values ($1, $2, $2, 0, 'SINGLE', 1, 1, $3, 0, $4, false, now(), '2026-01-09T00:00:00Z', now())`,
      [account, id, filled, status],
    )
  for (const [id, at] of [
    ['1', '2026-01-05T15:00:00Z'],
    ['2', '2026-01-05T16:00:00Z'],
  ] as const)
    await trade(id, at)
  await trade('3', '2026-01-06T16:00:00Z', 'JOURNAL')
  for (const [id, filled, status] of [
    ['traded', 10, 'FILLED'],
    ['untraded', 10, 'FILLED'],
    ['part', 5, 'CANCELED'],
    ['unfilled', 0, 'CANCELED'],
  ] as const) {
    await order(id, filled, status)
  }
  await migrateExactly(
    db,
    knownMigrations.filter((name) => name <= fills),
  )
  const { rows } = await pool.query<{ broker_id: string; last_fill_at: Date | null }>(
    'select broker_id, last_fill_at from broker_order',
  )
  expect(Object.fromEntries(rows.map((row) => [row.broker_id, row.last_fill_at?.toISOString() ?? null]))).toEqual({
    traded: '2026-01-05T16:00:00.000Z',
    untraded: '2026-01-09T00:00:00.000Z',
    part: null,
    unfilled: null,
  })
})

test('requested orders of before get the price parts of their type, entry and stop loss alike', async () => {
  const { db, pool } = await openEmpty(1)
  const price = '0075-order-price'
  await migrateExactly(
    db,
    knownMigrations.filter((name) => name < price),
  )
  // The rows around a request do not matter here.
  await pool.query('set session_replication_role = replica')
  const rest = { symbol: 'ACME', instruction: 'BUY', quantity: '1', duration: 'DAY' }
  const add = (n: number, terms: object, child: object | null) =>
    pool.query(
      `insert into order_request (account_id, id, kind, request_key, body_hash, plan, state, created_at)
       values ('00000000-0000-7000-8000-000000000001', $1::uuid, 'PLACE', $1::uuid::text, '\\x00', $2, 'NEW', now())`,
      [
        `00000000-0000-7000-8000-00000000000${n}`,
        { draft: { terms: { ...rest, ...terms }, child: child && { ...rest, ...child } }, cancelPrice: '44' },
      ],
    )
  await add(1, { orderType: 'STOP', price: '51' }, { orderType: 'LIMIT', price: '60' })
  await add(2, { orderType: 'MARKET', price: null }, { orderType: 'STOP', price: '48' })
  await add(3, { orderType: 'STOP_LIMIT', price: '51', limitPrice: '52' }, null)
  // Later migrations change it again.
  await migrateExactly(
    db,
    knownMigrations.filter((name) => name <= price),
  )
  expect((await pool.query<{ plan: object }>('select plan from order_request order by id')).rows).toEqual(
    [
      [
        { type: 'STOP', stopPrice: '51' },
        { type: 'LIMIT', limitPrice: '60' },
      ],
      [{ type: 'MARKET' }, { type: 'STOP', stopPrice: '48' }],
      [{ type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '52' }, null],
    ].map(([terms, child]) => ({
      plan: {
        draft: { terms: { ...rest, price: terms }, child: child && { ...rest, price: child } },
        cancelPrice: '44',
      },
    })),
  )
})

test('requested orders of before are entries with at most one exit, in regular hours', async () => {
  const { db, pool } = await openEmpty(1)
  const kinds = '0099-kinds-of-orders'
  await migrateExactly(
    db,
    knownMigrations.filter((name) => name < kinds),
  )
  // The rows around a request do not matter here.
  await pool.query('set session_replication_role = replica')
  const terms = {
    symbol: 'ACME',
    instruction: 'BUY',
    quantity: '1',
    price: { type: 'STOP', stopPrice: '51' },
    duration: 'GOOD_TILL_CANCEL',
  }
  const stop = { ...terms, instruction: 'SELL', price: { type: 'STOP', stopPrice: '48' } }
  for (const [n, child] of [stop, null].entries())
    await pool.query(
      `insert into order_request (account_id, id, kind, request_key, body_hash, plan, state, created_at)
       values ('00000000-0000-7000-8000-000000000001', $1::uuid, 'PLACE', $1::uuid::text, '\\x00', $2, 'NEW', now())`,
      [`00000000-0000-7000-8000-00000000000${n}`, { draft: { terms, child }, cancelPrice: '44' }],
    )
  expect(await migrate(db)).toContain(kinds)
  const regular = { session: 'NORMAL', goodTill: null }
  expect((await pool.query<{ plan: object }>('select plan from order_request order by id')).rows).toEqual(
    [[{ ...stop, ...regular }], []].map((exits) => ({
      plan: { draft: { kind: 'ENTRY', terms: { ...terms, ...regular }, exits }, cancelPrice: '44' },
    })),
  )
})
