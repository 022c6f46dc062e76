// The embedded database in normal operation: setup, what it listens on, what it logs, and that data survives a restart.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { quickFolder } from '../testing/quick-folder.ts'
import { queryRows } from '../testing/start-holder.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'

const folderPrefix = 'clubfolio-embedded-'
const makeFolder = async () => mkdtemp(join(await quickFolder(folderPrefix), `${folderPrefix}${process.pid}-`))

/** A shared server that is queried and not stopped before the end: setting one up takes seconds. */
let settledFolder: string
let settled: EmbeddedPostgres
beforeAll(async () => {
  settledFolder = await makeFolder()
  settled = await startEmbeddedPostgres({ dataDirectory: settledFolder, log: () => {} })
})
afterAll(async () => {
  await settled.stop()
  await rm(settledFolder, { recursive: true, force: true })
})

let parent: string
let running: EmbeddedPostgres[]

beforeEach(async () => {
  parent = await makeFolder()
  running = []
})

afterEach(async () => {
  for (const server of running) await server.stop()
  await rm(parent, { recursive: true, force: true })
})

async function start(folder = 'data'): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDirectory: join(parent, folder), log: () => {} })
  running.push(server)
  return server
}

test('what was written is there after a stop and a start', async () => {
  const first = await start()
  await queryRows(first.url, 'create table booking (amount numeric(20, 4))')
  await queryRows(first.url, 'insert into booking values (12.3400)')
  await first.stop()
  const second = await start()
  expect(await queryRows(second.url, 'select amount from booking')).toEqual([{ amount: '12.3400' }])
  expect(second.isAdopted).toBe(false)
})

test('a stopped server leaves no process, no lock and no watchdog record behind, and stopping twice is the same as once', async () => {
  const server = await start()
  const pid = server.processId()
  await Promise.all([server.stop(), server.stop()])
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(() => process.kill(server.watchdogId, 0)).toThrow('ESRCH')
  const left = ['postgres/postmaster.pid', 'server.lock.1', 'postgres.watchdog']
  for (const name of left) await expect(stat(join(parent, 'data', name))).rejects.toThrow('ENOENT')
})

test('it is PostgreSQL 18 with UTF-8 text whose order does not depend on the machine', async () => {
  const { url } = settled
  expect(
    await queryRows(
      url,
      "select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding, current_setting('timezone') as zone",
    ),
  ).toEqual([{ major: 18, encoding: 'UTF8', zone: 'UTC' }])
  expect(
    await queryRows(
      url,
      'select datlocprovider as provider, datlocale as locale from pg_database where datname = current_database()',
    ),
  ).toEqual([{ provider: 'b', locale: 'C.UTF-8' }])
  expect(await queryRows(url, "select lower('ÉÅ') as lower, 'a' > 'Z' as by_code_point")).toEqual([
    { lower: 'éå', by_code_point: true },
  ])
})

test('it keeps what it acknowledges', async () => {
  const { url } = settled
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']) {
    expect(await queryRows(url, 'select current_setting($1) as value', [setting])).toEqual([{ value: 'on' }])
  }
})

test('a short path is served by a socket inside the data folder and nothing else', async () => {
  const { url } = settled
  expect(
    await queryRows(
      url,
      "select current_setting('listen_addresses') as tcp, current_setting('unix_socket_directories') as socket",
    ),
  ).toEqual([{ tcp: '', socket: `"${join(settledFolder, 'postgres')}"` }])
})

test('a path too long for a socket is served on loopback alone, two of them on ports of their own', async () => {
  const long = 'a-folder-with-quite-a-long-name-'.repeat(3)
  const [one, other] = [await start(join(long, 'one')), await start(join(long, 'other'))]
  expect(new URL(one.url).hostname).toBe('127.0.0.1')
  expect(new URL(one.url).port).not.toBe(new URL(other.url).port)
  expect(
    await queryRows(
      one.url,
      "select current_setting('listen_addresses') as tcp, current_setting('unix_socket_directories') as socket",
    ),
  ).toEqual([{ tcp: '127.0.0.1', socket: '' }])
})

test('a path with a comma, a quote and a space in it works too', async () => {
  const { url } = await start('a, "b" c')
  expect(await queryRows(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the password is random, kept in a file for its owner alone, and asked for on every way in', async () => {
  const [one, other] = [settled, await start('other')]
  const file = join(settledFolder, 'postgres.password')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(new URL(one.url).password).toBe((await readFile(file, 'utf8')).trim())
  expect(new URL(one.url).password).not.toBe(new URL(other.url).password)
  const wrong = new URL(one.url)
  wrong.password = 'password'
  await expect(queryRows(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  const rules = await queryRows<{ auth_method: string }>(one.url, 'select distinct auth_method from pg_hba_file_rules')
  expect(rules).toEqual([{ auth_method: 'scram-sha-256' }])
})

test('values of failed statements do not reach the log', async () => {
  const { url } = settled
  await queryRows(url, 'create table secret (word text primary key)')
  await queryRows(url, "insert into secret values ('canary-7041')")
  await expect(queryRows(url, "insert into secret values ('canary-7041')")).rejects.toMatchObject({ code: '23505' })
  const log = await readFile(join(settledFolder, 'postgres.log'), 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain('canary-7041')
})
