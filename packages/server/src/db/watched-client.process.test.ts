// A server of its own with a standby that never comes: a commit that gave up waiting for it, and an answer that is
// repeated from its key.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import { refusalOfDatabase } from '../kernel/database-refusal.ts'
import { runOnce } from '../kernel/idempotency.ts'
import { connect, type Connection } from './connect.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'
import { requireDurableSettings } from './embedded/require-durable-settings.ts'
import { UnreplicatedCommit } from './watched-client.ts'

const ownerId = '00000000-0000-4000-8000-000000000001'

let folder: string
let server: EmbeddedPostgres
let connection: Connection
let admin: Connection

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-standby-'))
  server = await startEmbeddedPostgres({ dataDirectory: folder, log: () => undefined })
  connection = connect(server.url, () => undefined, 4)
  admin = connect(server.adminUrl, () => undefined, 2)
  await connection.pool.query(`create table note (text text);
    create table idempotency_key (owner_id uuid, key text, route text, body_hash bytea, reply jsonb, created_at timestamptz,
      state text not null default 'DONE', reason text, leased_until timestamptz, primary key (owner_id, key))`)
  await waitForNobody()
}, 60_000)
afterAll(async () => {
  await nobodyNeeded()
  await connection.close()
  await admin.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const set = async (command: string): Promise<void> => {
  await admin.pool.query(command)
  await admin.pool.query('select pg_reload_conf()')
}
const waitForNobody = async (): Promise<void> => {
  await set(`alter system set synchronous_standby_names = 'nobody'`)
  await vi.waitFor(async () => {
    const { rows } = await connection.pool.query<{ name: string }>(
      `select current_setting('synchronous_standby_names') as name`,
    )
    expect(rows[0]!.name).toBe('nobody')
  })
}
const nobodyNeeded = () => set('alter system reset synchronous_standby_names')
const waiting = async (): Promise<number[]> => {
  const { rows } = await admin.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where wait_event = 'SyncRep'`,
  )
  return rows.map(({ pid }) => pid)
}
const cancelWaits = async (): Promise<void> => {
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1))
  for (const pid of await waiting()) await admin.pool.query('select pg_cancel_backend($1)', [pid])
}
const count = async (): Promise<number> =>
  Number((await connection.pool.query<{ count: string }>('select count(*)::text as count from note')).rows[0]!.count)
const note = (key: string) =>
  runOnce(connection.db, systemClock, { ownerId, key, routeName: 'note', content: key }, async (trx) => {
    await sql`insert into note values (${key})`.execute(trx)
    return { message: key }
  })

test('a commit whose wait for the second server was cancelled is not answered as done', async () => {
  const answers = await Promise.all([note('cancelled').catch((error: unknown) => error), cancelWaits()])
  expect(answers[0]).toBeInstanceOf(UnreplicatedCommit)
  expect(refusalOfDatabase(answers[0])).toMatchObject({ refusal: 'databaseAway', status: 503 })
  // A statement of its own, by callback as the pool sends it.
  const single = connection.pool.query(`insert into note values ('single')`).catch((error: unknown) => error)
  expect((await Promise.all([single, cancelWaits()]))[0]).toBeInstanceOf(UnreplicatedCommit)
  expect(await count()).toBe(2)
  // The connections are sound.
  expect((await connection.pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('the answer of a repeated key waits until a second server has what it repeats', async () => {
  await Promise.all([note('repeated').catch(() => undefined), cancelWaits()])
  let isAnswered = false
  const again = note('repeated').finally(() => (isAnswered = true))
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1))
  expect(isAnswered).toBe(false)
  await nobodyNeeded()
  expect(await again).toEqual({ message: 'repeated' })
  expect((await connection.pool.query(`select 1 from note where text = 'repeated'`)).rows).toHaveLength(1)
  await waitForNobody()
})

test('a server that acknowledges what a crash takes back is refused', async () => {
  const show = (commits: string, standby: string) => (setting: string) =>
    Promise.resolve({ synchronous_commit: commits, synchronous_standby_names: standby }[setting] ?? 'on')
  const production = { allowsUnwrittenCommits: false }
  await expect(requireDurableSettings(show('local', 'database2'), production)).rejects.toThrow(/= local/)
  await expect(requireDurableSettings(show('off', ''), production)).rejects.toThrow(/= off/)
  await expect(requireDurableSettings(show('on', 'database2'), production)).resolves.toBeUndefined()
  await expect(requireDurableSettings(show('local', ''), production)).resolves.toBeUndefined()
  await expect(requireDurableSettings(show('off', ''), { allowsUnwrittenCommits: true })).resolves.toBeUndefined()
})
