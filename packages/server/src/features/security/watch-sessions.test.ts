// Sessions that a process keeps for reading calls: over HTTP, with a second process beside it. Every change counts for
// every call after its answer in the same process; in another one as soon as it hears of it, and at once for a call
// that changes something.
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { endSessions, findSessions, openSession } from '../../kernel/session.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'
import { bellCheck, listenForBell, type Bell } from '../push/bell.ts'
import { createSessionWatch } from './watch-sessions.ts'

let keeping: TestApp
let other: TestApp
beforeAll(async () => {
  other = await startTestApp()
  await fillSimulatedMarket(other.services)
  await other.services.db.deleteFrom('level_due').execute()
  keeping = await startTestApp({ beside: other })
  const { market, sessionWatch, log } = keeping.services
  market.watch(keeping.databaseUrl, log)
  sessionWatch.watch(keeping.databaseUrl, log)
}, 120_000)
afterAll(async () => {
  await keeping.stop()
  await other.stop()
})
beforeEach(() =>
  vi.waitUntil(
    () => keeping.services.sessionWatch.isCurrent() && keeping.services.market.version() !== undefined,
    10_000,
  ),
)

/** Returns how many statements about sessions a call sends. */
async function askedFor(call: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(Client.prototype, 'query')
  try {
    await call()
    return query.mock.calls.filter(([one]) => JSON.stringify(one).includes('join app_user')).length
  } finally {
    query.mockRestore()
  }
}

/** A reading call of the user in the process that keeps. */
const read = ({ user }: TestUser) => keeping.client(user.token).watchlist.findAll()

/** Signs somebody up whose session is then kept. */
async function signUp(): Promise<TestUser> {
  const user = await other.signUp(['MANAGERS'])
  await caughtUp()
  await vi.waitFor(async () => expect(await askedFor(() => read(user))).toBe(0), 10_000)
  return user
}

/** Resolves when what was committed before is heard of here. */
async function caughtUp(): Promise<void> {
  const { market, sessionWatch } = keeping.services
  const before = market.version()
  await sql`update market_source set market_day = market_day`.execute(other.services.db)
  await Promise.all([sessionWatch.catchUp(), vi.waitUntil(() => market.version() !== before, 5_000)])
}

/** Runs work while the process hears of nothing. */
async function withoutNews(work: () => Promise<unknown>): Promise<void> {
  const forget = vi.spyOn(keeping.services.sessionWatch.kept, 'forget').mockImplementation(() => undefined)
  try {
    await work()
  } finally {
    forget.mockRestore()
    keeping.services.sessionWatch.kept.forget()
  }
}

const news: readonly [what: string, refusal: string, change: (user: TestUser) => Promise<unknown>][] = [
  [
    'an ended session',
    '401 sessionEnded',
    ({ user }) => endSessions(other.services.db, other.clock, { userId: user.id }),
  ],
  [
    'a disabled user',
    '401 sessionEnded',
    ({ user }) =>
      other.services.db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', user.id).execute(),
  ],
  [
    'a deleted session',
    '401 sessionEnded',
    ({ user }) => other.services.db.deleteFrom('session').where('user_id', '=', user.id).execute(),
  ],
  [
    'a lost group',
    '403 forbidden',
    ({ user }) => other.services.db.deleteFrom('user_group_member').where('user_id', '=', user.id).execute(),
  ],
]

describe('in another process', () => {
  test.each(news)('%s counts for a reading call as soon as it is heard of', async (_what, refusal, change) => {
    const user = await signUp()
    await change(user)
    await vi.waitFor(async () => expect(await refusalOf(read(user))).toBe(refusal), 5_000)
  })

  test.each(news)('%s counts at once for a call that changes something', async (_what, refusal, change) => {
    const user = await signUp()
    await withoutNews(async () => {
      await change(user)
      expect(await askedFor(() => read(user))).toBe(0)
      expect(await refusalOf(keeping.client(user.user.token).watchlist.create({ body: { name: 'Mine' } }))).toBe(
        refusal,
      )
    })
  })

  test('a right that was given is never refused from memory', async () => {
    const user = await signUp()
    const findUsers = () => keeping.client(user.user.token).userAdmin.findAll()
    expect(await refusalOf(findUsers())).toBe('403 forbidden')
    await withoutNews(async () => {
      await sql`insert into user_group_member select ${user.user.id}, id from user_group where name_key = 'ADMINISTRATORS'`.execute(
        other.services.db,
      )
      expect(await findUsers()).not.toEqual([])
    })
  })

  test.each([
    ['a name', sql`update app_user set first_name = first_name`],
    ['a group', sql`update user_group set status = status`],
    ['a rule about factors', sql`update user_group set requires_strong_factor = requires_strong_factor`],
    ['a right of a group', sql`delete from group_permission where false`],
    ['a permission', sql`update permission set name_key = name_key`],
    ['the factor of a session', sql`update session set factor_at = factor_at`],
    ['the clock of the market', sql`update market.clock set speed = speed`],
    ['levels that are due', sql`insert into level_due select instrument_id from instrument_stat where false`],
    ['levels that are all computed', sql`delete from level_due`],
  ])('%s is heard of', async (_what, change) => {
    const user = await signUp()
    await change.execute(other.services.db)
    await vi.waitFor(async () => expect(await askedFor(() => read(user))).toBe(1), 5_000)
  })

  test('levels that are computed while others are due are no news', async () => {
    const { db } = other.services
    await sql`insert into level_due select instrument_id from instrument_stat limit 2`.execute(db)
    const user = await signUp()
    const rings: string[] = []
    const { databaseUrl, services } = keeping
    const bell = await new Promise<Bell>((resolve) => {
      const opened = listenForBell({
        databaseUrl,
        channel: 'clubfolio_market',
        log: services.log,
        onRing: (words) => rings.push(words),
        onHeard: () => resolve(opened),
      })
    })
    const before = rings.length
    await sql`delete from level_due where instrument_id in (select instrument_id from level_due limit 1)`.execute(db)
    await bell.catchUp()
    expect(rings).toHaveLength(before)
    expect((await keeping.client(user.user.token).market.findState()).computing).toBeDefined()
    await sql`delete from level_due`.execute(db)
    await bell.catchUp()
    expect(rings).toHaveLength(before + 1)
    await bell.stop()
  })

  test('the use of a session is no news', async () => {
    const user = await signUp()
    await sql`update session set last_used_at = last_used_at`.execute(other.services.db)
    await keeping.services.sessionWatch.catchUp()
    expect(await askedFor(() => read(user))).toBe(0)
  })

  test('a change that is rolled back is none', async () => {
    const user = await signUp()
    const undone = other.services.db.transaction().execute(async (trx) => {
      await trx.updateTable('app_user').set({ status: 'INACTIVE' }).execute()
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    await keeping.services.sessionWatch.catchUp()
    expect(await askedFor(() => read(user))).toBe(0)
  })
})

describe('in the same process', () => {
  test('what a call changed counts for every call after its answer', async () => {
    const { user } = await signUp()
    for (let round = 0; round < 50; round++) {
      const token = await other.services.db
        .transaction()
        .execute((trx) => openSession(trx, other.clock, { userId: user.id, address: '::1', userAgent: 'test' }))
      const client = keeping.client(token)
      await client.watchlist.findAll()
      expect(await askedFor(() => client.watchlist.findAll())).toBe(0)
      await client.security.logout()
      expect(await refusalOf(client.watchlist.findAll())).toBe('401 sessionEnded')
    }
  })

  test('an effect is answered also when no news comes, and then nothing is kept', async () => {
    const user = await signUp()
    const { query } = Client.prototype
    const mute = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all overloads of the driver end here
      return (args[0] === bellCheck ? new Promise(() => undefined) : query.apply(this, args as never)) as never
    })
    try {
      await keeping.client(user.user.token).security.touch()
    } finally {
      mute.mockRestore()
    }
    expect(await askedFor(() => read(user))).toBe(1)
  })

  test('use is written at most once a minute, and moves the end of the session', async () => {
    const user = await signUp()
    const lastUse = async () =>
      (
        await other.services.db
          .selectFrom('session')
          .select('last_used_at')
          .where('user_id', '=', user.user.id)
          .executeTakeFirstOrThrow()
      ).last_used_at.getTime()
    const opened = await lastUse()
    keeping.clock.advance(59_000)
    await read(user)
    expect(await lastUse()).toBe(opened)
    keeping.clock.advance(1_000)
    expect(await askedFor(() => read(user))).toBe(0)
    expect(await lastUse()).toBe(keeping.clock.nowMs())
    keeping.clock.advance(29 * 60_000)
    expect(await askedFor(() => read(user))).toBe(0)
    // What this process kept is older than the use in another one.
    keeping.clock.advance(29 * 60_000)
    await other.client(user.user.token).watchlist.findAll()
    keeping.clock.advance(5 * 60_000)
    expect(await askedFor(() => read(user))).toBe(1)
    keeping.clock.advance(31 * 60_000)
    expect(await refusalOf(read(user))).toBe('401 sessionEnded')
  })

  test('nothing is kept behind a pool of connections, which drops notifications without a sign', async () => {
    const { query } = Client.prototype
    const listening = vi.fn<() => void>()
    const pooled = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      if (args[0] === bellCheck) listening()
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all overloads of the driver end here
      return (
        args[0] === bellCheck ? Promise.resolve({ rows: [{ pid: 1 }] }) : query.apply(this, args as never)
      ) as never
    })
    const watch = createSessionWatch()
    try {
      watch.watch(keeping.databaseUrl, keeping.services.log)
      await vi.waitFor(() => expect(listening.mock.calls.length).toBeGreaterThan(2), 10_000)
      expect(watch.isCurrent()).toBe(false)
      const forget = vi.spyOn(watch.kept, 'forget')
      await watch.catchUp()
      expect(forget).toHaveBeenCalledWith()
    } finally {
      pooled.mockRestore()
      await watch.stop()
    }
  })

  test('nothing is kept while the connection that hears of changes is gone', async () => {
    const user = await signUp()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clubfolio sessions'`.execute(
      other.services.db,
    )
    await vi.waitUntil(() => !keeping.services.sessionWatch.isCurrent(), 5_000)
    expect(await askedFor(() => read(user))).toBe(1)
    await vi.waitUntil(() => keeping.services.sessionWatch.isCurrent(), 10_000)
    expect(await askedFor(() => read(user))).toBe(1)
    expect(await askedFor(() => read(user))).toBe(0)
  })
})

test('every column that the statement of a session reads says so when it changes', async () => {
  const { db, clock, pool } = other.services
  const query = vi.spyOn(Client.prototype, 'query')
  await findSessions(db, clock, [{ token: 'nobody', isBackground: true }])
  const { text } = query.mock.calls[0]![0] as unknown as { text: string }
  query.mockRestore()
  await pool.query(`create view statement_of_session as ${text.replaceAll(/\$\d+/g, 'null')}`)
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `select format('%s.%s', table_schema, table_name) as "table", column_name as "column"
     from information_schema.view_column_usage where view_name = 'statement_of_session'`,
  )
  const { rows: tables } = await pool.query<{ table: string }>(
    `select format('%s.%s', table_schema, table_name) as "table"
     from information_schema.view_table_usage where view_name = 'statement_of_session'`,
  )
  await pool.query('drop view statement_of_session')
  expect(columns.length).toBeGreaterThan(20)
  const { rows: triggers } = await pool.query<{ table: string; kinds: number; columns: string[] | null }>(
    `select format('%s.%s', n.nspname, c.relname) as "table", t.tgtype::int as kinds,
       (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = c.oid and a.attnum = any(t.tgattr)) as columns
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_proc p on p.oid = t.tgfoid
     where p.proname like 'say\\_%'`,
  )
  const kind = { insert: 4, delete: 8, update: 16, truncate: 32 }
  const isSaid = (table: string, what: keyof typeof kind, column?: string): boolean =>
    triggers.some(
      (one) =>
        one.table === table &&
        (one.kinds & kind[what]) !== 0 &&
        (column === undefined || one.columns === null || one.columns.includes(column)),
    )
  // Some tables are only asked whether they have rows.
  const silent = [
    ...tables.flatMap(({ table }) =>
      (['insert', 'delete', 'truncate'] as const)
        .filter((what) => !isSaid(table, what))
        .map((what) => `${table} ${what}`),
    ),
    ...columns.flatMap(({ table, column }) => (isSaid(table, 'update', column) ? [] : [`${table}.${column}`])),
  ]
  expect([...new Set(silent)].toSorted()).toEqual([
    // A row that is new was not read before, and changes no other one.
    'public.app_user insert',
    'public.permission insert',
    // Only makes a session live longer; a call that finds it over asks.
    'public.session insert',
    'public.session.last_used_at',
    'public.user_group insert',
  ])
})
