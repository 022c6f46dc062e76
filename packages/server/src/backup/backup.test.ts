// A backup and its restore on real PostgreSQL, with the paper brokerage's own tables: the same figures come back, even
// when it was taken while money was being booked, and an unsuitable backup is refused before anything is touched.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Connection } from '../db/connect.ts'
import { rawReadsOf } from '../db/raw-reads.ts'
import { knownMigrations, migrate, migrateExactly } from '../db/migrate.ts'
import { checkFunds } from '../features/fund/check/check-funds.ts'
import { createReplayCache } from '../features/fund/book/replay-cache.ts'
import { listParticipations } from '../features/fund/performance/list-participations.ts'
import { readConfig } from '../kernel/config.ts'
import { createLog } from '../kernel/log.ts'
import type { Session } from '../kernel/session.ts'
import { cents, makeMember } from '../testing/factories.ts'
import { linkTrader } from '../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../testing/paper-brokerage.ts'
import type { TestUser } from '../testing/test-app.ts'
import { createEmptyDatabase, createTestDatabase } from '../testing/test-database.ts'
import { syncAccount } from '../features/account-reading/sync-account.ts'
import { createBackupFile, readBackupFile } from './backup-file.ts'
import { BackupRefusal } from './backup-refusal.ts'
import { restoreOriginalSchema, fillDatabase } from './fill-database.ts'
import type { Manifest } from './manifest.ts'
import { newestPaperStep } from './paper-tables.ts'
import { draftPrefix, refuseUnfinishedFolder } from '../start/restore-draft.ts'
import { restoreBackup } from './restore-backup.ts'
import { makeMark, withRestoreLock } from './unfinished-restore.ts'
import { runAsTask } from './run-as-task.ts'
import { takeBackup } from './take-backup.ts'

/** The key of every test application. */
const testKey = 'a test key that is long enough for everything'
const dayMs = 86_400_000

let app: TestBrokerage
let manager: TestUser
let accountId: string
let ann: string
let folder: string
const opened: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-backup-'))
  app = await startTestBrokerage()
  const trader = await linkTrader(app, 'backup')
  accountId = trader.account.id
  await syncAccount(app.services, accountId)
  app.clock.advance(dayMs)
  manager = await app.signIn(trader.owner.email)
  await syncAccount(app.services, accountId)
  ann = await makeMember(manager, 'Ann')
  await manager.client.member.createBankAccount({
    body: { memberId: ann, bankAlias: 'Household', bankAccountNumber: '4400127781', bankRouting: '021000089' },
  })
  await contribute('2500.00', true)
  await app.services.background.idle()
  // Minute bars live in partitions, which are created with the first import of a month.
  await app.services.pool.query(
    "create table minute_bar_2026_02 partition of minute_bar for values from ('2026-02-01 00:00:00+00') to ('2026-03-01 00:00:00+00')",
  )
  await app.services.pool.query(
    "insert into minute_bar values (gen_random_uuid(), '2026-02-03T15:00:00Z', 1.1, 1.3, 1.05, 1.2, 100)",
  )
})
afterAll(async () => {
  for (const close of opened.toReversed()) await close()
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const contribute = (amount: string, moveMoney = false) =>
  manager.client.member.createContribution({
    body: {
      accountId,
      memberId: ann,
      amount: cents(amount),
      date: new Date(app.clock.nowMs()).toISOString().slice(0, 10),
      description: 'monthly',
      moveMoney,
    },
  })

let files = 0
async function backUp(pool = app.services.pool): Promise<{ path: string; manifest: Manifest }> {
  const path = join(folder, `${files++}.backup`)
  const { manifest } = await takeBackup({ pool, path, productVersion: '0.1.0', nowMs: app.clock.nowMs() })
  return { path, manifest }
}

async function database(make = createEmptyDatabase): Promise<Connection & { url: string }> {
  const made = await make()
  const connection = connect(made.url, () => undefined, 4)
  opened.push(
    () => made.drop(),
    () => connection.close(),
  )
  return { ...connection, url: made.url }
}

async function restored(path: string): Promise<Connection & { url: string }> {
  const target = await database()
  await fillDatabase({ path, manifest: await readBackupFile(path), database: target })
  return target
}

const restoreWith = (path: string, environment: Record<string, string>, isWithoutKey = false) =>
  restoreBackup({
    path,
    isWithoutKey,
    log: createLog('silent'),
    config: readConfig({ NODE_ENV: 'test', ...environment }, join(folder, 'nowhere')),
  })
const rows = (connection: Connection) =>
  listParticipations(
    { ...app.services, db: connection.db, raw: rawReadsOf(connection.pool), replays: createReplayCache() },
    { userId: manager.user.id } as Session,
    accountId,
  )
const relations = async ({ pool }: Connection) =>
  Number(
    (
      await pool.query<{ count: string }>(
        "select count(*) from pg_class where relnamespace in ('public'::regnamespace) and relkind in ('r', 'p', 'v', 'S')",
      )
    ).rows[0]!.count,
  )

async function refusalOf(call: Promise<unknown>): Promise<string> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof BackupRefusal)) throw new Error(`expected a refusal, got ${String(failure)}`)
  return failure.message
}

/** A backup with a changed manifest but correct checksums. */
async function retold(path: string, change: Partial<Manifest>): Promise<string> {
  const manifest = await readBackupFile(path)
  const whole = await readFile(path)
  const file = await createBackupFile(join(folder, `${files}.backup`))
  const tables = []
  for (const table of manifest.tables) {
    const part = whole.subarray(table.start, table.start + table.bytes)
    tables.push({ ...table, ...(await file.writePart([part] as never)) })
  }
  await file.finish({ ...manifest, tables, ...change })
  return join(folder, `${files++}.backup`)
}

test("every row comes back as it was, the brokerage's too, and so do the figures", async () => {
  const { path, manifest } = await backUp()
  expect(manifest).toMatchObject({
    migrations: knownMigrations,
    paperStep: await newestPaperStep(),
    totals: { accounts: 1, members: 1, entries: 1, contributedCents: '250000', movedCents: '10250000' },
  })
  const target = await restored(path)
  const again = await backUp(target.pool)
  expect(again.manifest).toEqual(manifest)
  expect(await rows(target)).toEqual(await rows(app.services as never))
  const rowsOf = (name: string) => manifest.tables.find((table) => table.name === name)?.rows
  expect([rowsOf('bank_account'), rowsOf('broker_login'), rowsOf('transaction'), rowsOf('minute_bar')]).toEqual([
    1, 1, 2, 1,
  ])
  // Sign-ins and codes are left out.
  expect([rowsOf('session'), rowsOf('sign_in_challenge'), rowsOf('web_session')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const left = await target.db.selectFrom('session').select('id').execute()
  expect(left).toEqual([])
})

test('secrets are sealed in it, and the key is not in it', async () => {
  const { path, manifest } = await backUp()
  expect(manifest.sealedWith).toHaveLength(1)
  const whole = await readFile(path)
  const plain = manifest.tables
    .map(({ start, bytes }) => gunzipSync(whole.subarray(start, start + bytes)).toString('latin1'))
    .join('\n')
  expect(plain).toContain('Household')
  for (const canary of ['4400127781', '021000089', testKey])
    expect(plain + whole.toString('latin1')).not.toContain(canary)
})

test('taken while money is booked it holds one instant: what was acknowledged before is in it, every entry with its answer, and the books hold', async () => {
  const keys: string[] = []
  const load = { isOver: false }
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; !load.isOver; count++) {
      const key = `load-${writer}-${count}`
      await manager.client.member.createContribution(
        {
          body: {
            accountId,
            memberId: ann,
            amount: cents('10.00'),
            date: new Date(app.clock.nowMs()).toISOString().slice(0, 10),
            description: key,
          },
        },
        { idempotencyKey: key },
      )
      keys.push(key)
    }
  }
  const writers = Promise.all([1, 2, 3, 4].map(write))
  for (let round = 0; round < 3; round++) {
    while (keys.length < 8 * (round + 1)) await contribute('0.01')
    const before = [...keys]
    const { path } = await backUp()
    if (round === 2) load.isOver = true
    const target = await restored(path)
    const entries = await target.db
      .selectFrom('fund_entry')
      .select(['id', 'description', 'amount_cents'])
      .where('account_id', '=', accountId)
      .execute()
    const kept = new Set(entries.map((entry) => entry.description))
    expect(before.filter((key) => !kept.has(key))).toEqual([])
    const answered = await target.db
      .selectFrom('idempotency_key')
      .select('key')
      .where('key', 'like', 'load-%')
      .execute()
    expect(answered.map(({ key }) => key).toSorted()).toEqual(
      [...kept].filter((words) => words.startsWith('load-')).toSorted(),
    )
    const row = (await rows(target)).find((one) => one.memberId === ann)
    expect(row?.amount).toBe(entries.reduce((sum, entry) => sum + entry.amount_cents, 0n))
    await target.db.deleteFrom('fund_check').execute()
    await checkFunds({ ...app.services, db: target.db })
    expect(await target.db.selectFrom('fund_check').select(['is_held', 'findings']).execute()).toEqual([
      { is_held: true, findings: [] },
    ])
  }
  await writers
  expect(keys.length).toBeGreaterThan(24)
})

describe('refused before anything is touched', () => {
  test('a database that is not empty', async () => {
    const { path } = await backUp()
    const target = await database(createTestDatabase)
    expect(await refusalOf(restoreWith(path, { DATABASE_URL: target.url, CLUBFOLIO_SECRET_KEY: testKey }))).toContain(
      'The database is not empty',
    )
    expect(await target.db.selectFrom('account').select('id').execute()).toEqual([])
  })

  test('a backup that a newer program made', async () => {
    const { path } = await backUp()
    const { url, ...target } = await database()
    const restore = (file: string) => restoreWith(file, { DATABASE_URL: url, CLUBFOLIO_SECRET_KEY: testKey })
    const newer = await retold(path, { productVersion: '9.0.0', migrations: [...knownMigrations, '9999-later'] })
    expect(await refusalOf(restore(newer))).toContain('was made by a newer Clubfolio (9.0.0), which knows 9999-later')
    expect(await refusalOf(restore(await retold(path, { paperStep: 99 })))).toContain(
      "a later step of the paper brokerage's tables",
    )
    expect(await relations(target)).toBe(0)
  })

  test('one whose secrets another key sealed, unless its owner does without them', async () => {
    const { path } = await backUp()
    const { url, ...target } = await database()
    const otherKey = { DATABASE_URL: url, CLUBFOLIO_SECRET_KEY: 'another key of more than thirty-two characters' }
    expect(await refusalOf(restoreWith(path, otherKey))).toMatch(
      /sealed with a key that a backup never holds\. CLUBFOLIO_SECRET_KEY holds another key\..*--without-key/,
    )
    expect(await refusalOf(restoreWith(path, { DATABASE_URL: url }))).toMatch(
      /There is no key: .*secret\.key is missing/,
    )
    expect(await relations(target)).toBe(0)
    await restoreWith(path, otherKey, true)
    expect(await target.db.selectFrom('account').select('id').execute()).toEqual([{ id: accountId }])
  })

  test('one whose tables are not those that it names', async () => {
    const { path, manifest } = await backUp()
    const target = await database()
    const fewer = await retold(path, { migrations: manifest.migrations.filter((name) => name < '0040') })
    expect(
      await refusalOf(fillDatabase({ path: fewer, manifest: await readBackupFile(fewer), database: target })),
    ).toContain('not those of the version')
    expect(await relations(target)).toBe(0)
  })
})

test('a restore that fails half-way leaves the database empty, and the next one succeeds', async () => {
  const { path, manifest } = await backUp()
  const target = await database()
  const wrong = await retold(path, { totals: { ...manifest.totals, contributedCents: '1' } })
  await expect(fillDatabase({ path: wrong, manifest: await readBackupFile(wrong), database: target })).rejects.toThrow(
    'The restored books say',
  )
  expect(await relations(target)).toBe(0)
  await fillDatabase({ path, manifest, database: target })
  expect(await rows(target)).toEqual(await rows(app.services as never))
})

describe('a restore that was killed', () => {
  /** Leftovers of a restore that got as far as the tables, without rows. */
  async function killedEarly(manifest: Manifest): Promise<Connection & { url: string }> {
    const target = await database()
    await makeMark(target.pool, manifest)
    await migrateExactly(target.db, manifest.migrations)
    return target
  }

  test('keeps a start from taking its database for a new installation, and the next restore begins again', async () => {
    const { path, manifest } = await backUp()
    const target = await killedEarly(manifest)
    await expect(migrate(target.db)).rejects.toThrow(
      /did not finish, and nothing of it is here\. Run npm run restore again/,
    )
    await fillDatabase({ path, manifest, database: target })
    expect(await rows(target)).toEqual(await rows(app.services as never))
    expect(await migrate(target.db)).toEqual([])
    expect((await target.pool.query("select from pg_namespace where nspname = 'clubfolio_restore'")).rowCount).toBe(0)
  })

  test('never costs what somebody else put into the database meanwhile', async () => {
    const { path, manifest } = await backUp()
    const target = await killedEarly(manifest)
    await target.pool.query('create table recipe (name text)')
    expect(await refusalOf(fillDatabase({ path, manifest, database: target }))).toContain('also holds public.recipe')
    expect((await target.pool.query('select from recipe')).rowCount).toBe(0)
    await target.pool.query('drop table recipe')
    await fillDatabase({ path, manifest, database: target })
    expect(await rows(target)).toEqual(await rows(app.services as never))
  })

  test('right before its end is completed by a start or by the same restore, and not by another one', async () => {
    const { path, manifest } = await backUp()
    const target = await database()
    await restoreOriginalSchema({ path, manifest, database: target })
    const other = { ...manifest, madeAt: '2020-01-01T00:00:00.000Z' }
    expect(await refusalOf(fillDatabase({ path, manifest: other, database: target }))).toContain('right before its end')
    await fillDatabase({ path, manifest, database: target })
    expect(await rows(target)).toEqual(await rows(app.services as never))
    const second = await database()
    await restoreOriginalSchema({ path, manifest, database: second })
    await migrate(second.db)
    expect(await rows(second)).toEqual(await rows(app.services as never))
    expect((await second.pool.query("select from pg_namespace where nspname = 'clubfolio_restore'")).rowCount).toBe(0)
  })

  test('is not mistaken for one that still runs', async () => {
    const { path, manifest } = await backUp()
    const target = await database()
    await withRestoreLock(target.pool, async () => {
      expect(await refusalOf(fillDatabase({ path, manifest, database: target }))).toContain('Another restore')
    })
    await fillDatabase({ path, manifest, database: target })
  })

  test('leaves a data folder that says so', async () => {
    const left = join(folder, 'left')
    await mkdir(join(left, `${draftPrefix}1`, 'postgres'), { recursive: true })
    await expect(refuseUnfinishedFolder(left)).rejects.toThrow('did not finish')
    await mkdir(join(left, 'postgres'))
    await refuseUnfinishedFolder(left)
  })
})

test('a backup of an earlier state is restored and brought to this one', async () => {
  const earlier = await database()
  await migrateExactly(earlier.db, knownMigrations.slice(0, -2))
  const { path, manifest } = await backUp(earlier.pool)
  expect(manifest).toMatchObject({ migrations: knownMigrations.slice(0, -2), paperStep: null })
  const target = await restored(path)
  expect(
    (await target.pool.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(
      ({ name }) => name,
    ),
  ).toEqual(knownMigrations)
})

test('a database without Clubfolio is nothing to back up', async () => {
  const { pool } = await database()
  expect(await refusalOf(backUp(pool))).toContain('There is nothing to back up')
})

describe('a backup under Tasks', () => {
  const tasks = (pool = app.services.pool) =>
    pool
      .query("select name, status, error from task where name = 'Backup' order by started_at, id")
      .then(({ rows }) => rows as unknown[])

  test('is seen while it runs, is completed, and is not in what it wrote', async () => {
    const { db, pool, clock } = app.services
    const path = join(folder, 'task.backup')
    const seen: unknown[] = []
    const { manifest } = await runAsTask(db, clock, (progress) =>
      takeBackup({
        pool,
        path,
        productVersion: '0.1.0',
        nowMs: clock.nowMs(),
        progress: async (position, total) => {
          await progress(position, total)
          if (position === 1) seen.push(...(await tasks()))
        },
      }),
    )
    expect(seen).toEqual([{ name: 'Backup', status: 'RUNNING', error: null }])
    expect(await tasks()).toEqual([{ name: 'Backup', status: 'COMPLETED', error: null }])
    const target = await database()
    await fillDatabase({ path, manifest, database: target })
    expect(await tasks(target.pool)).toEqual([])
  })

  const hasBackupTask = async () =>
    (
      await app.services.pool.query(
        "select from task where name = 'Backup' and cancel_requested_at is not null and status = 'RUNNING'",
      )
    ).rowCount === 1

  test('is cancelled there, and leaves no file', async () => {
    const { db, pool, clock } = app.services
    const path = join(folder, 'cancelled.backup')
    const run = runAsTask(db, clock, (progress) =>
      takeBackup({
        pool,
        path,
        productVersion: '0.1.0',
        nowMs: clock.nowMs(),
        progress: async (position, total) => {
          if (position === 1)
            await pool.query("update task set cancel_requested_at = now() where name = 'Backup' and status = 'RUNNING'")
          // Progress is written at intervals; the first write after the cancellation sees it.
          await progress(position, total)
          while (await hasBackupTask()) await progress(position, total)
        },
      }),
    )
    await expect(run).rejects.toThrow('The backup was cancelled. No file was written.')
    // Not the last of the list: the clock is frozen, so the previous one started at the same instant.
    expect(await tasks()).toContainEqual({ name: 'Backup', status: 'CANCELLED', error: 'No file was written.' })
    await expect(readFile(path)).rejects.toThrow('ENOENT')
  })
})
