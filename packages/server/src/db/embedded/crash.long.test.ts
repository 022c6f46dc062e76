// The embedded database when processes are killed: its parent, its watchdog, itself, together and at bad moments.
import { appendFile, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processEnd, queryRows, startHolder, stopHolders } from '../../testing/start-holder.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-crash-'))
})

afterEach(async () => {
  await stopHolders()
  await rm(folder, { recursive: true, force: true })
})

const readLog = () => readFile(join(folder, 'postgres.log'), 'utf8')

test('a parent killed with -9 leads to a clean shutdown of the server', async () => {
  const holder = startHolder(folder)
  const { url, serverPid, watchdogPid } = await holder.next('ready')
  await queryRows(url, 'create table booking (id int)')
  await holder.kill()
  await processEnd(watchdogPid)
  await processEnd(serverPid)
  const log = await readLog()
  expect(log).toContain('received fast shutdown request')
  expect(log).toContain('database system is shut down')
  const { url: again } = await startHolder(folder).next('ready')
  expect(await queryRows(again, 'select id from booking')).toEqual([])
  expect(await readLog()).not.toContain('not properly shut down')
})

test('a start right after the kill, while the old server is still leaving, succeeds without help', async () => {
  const holder = startHolder(folder)
  const { url, serverPid } = await holder.next('ready')
  await queryRows(url, 'create table booking (id int)')
  await holder.kill()
  const second = await startHolder(folder).next('ready')
  expect(second.isAdopted).toBe(false)
  expect(second.serverPid).not.toBe(serverPid)
  expect(await queryRows(second.url, 'select id from booking')).toEqual([])
})

test('a parent killed the moment it has launched the server leaves nothing running either', async () => {
  const warm = startHolder(folder)
  await warm.next('ready')
  await warm.stop()
  const holder = startHolder(folder)
  const { message } = await holder.next('log')
  const serverPid = Number(/process (\d+)/.exec(message)?.[1])
  await Promise.all([holder.kill(), processEnd(serverPid)])
  expect(message).toMatch(/^Starting the database server/)
  expect(holder.reports.map((report) => report.type)).toEqual(['log'])
  expect(await readdir(join(folder, 'postgres'))).not.toContain('postmaster.pid')
})

test('a server that outlived its parent and its watchdog is taken over, with what it knows, and stops with its new parent', async () => {
  const holder = startHolder(folder)
  const first = await holder.next('ready')
  await queryRows(first.url, 'create unlogged table in_memory as select 7 as seven')
  process.kill(first.watchdogPid, 'SIGKILL')
  await processEnd(first.watchdogPid)
  await holder.kill()
  const heir = startHolder(folder)
  const second = await heir.next('ready')
  expect(second).toMatchObject({ isAdopted: true, serverPid: first.serverPid, url: first.url })
  expect(await queryRows(second.url, 'select seven from in_memory')).toEqual([{ seven: 7 }])
  await heir.stop()
  await processEnd(first.serverPid)
  expect(await readLog()).toContain('database system is shut down')
})

test('a server taken over is watched too: killing its new parent shuts it down', async () => {
  const holder = startHolder(folder)
  const first = await holder.next('ready')
  process.kill(first.watchdogPid, 'SIGKILL')
  await processEnd(first.watchdogPid)
  await holder.kill()
  const heir = startHolder(folder)
  expect((await heir.next('ready')).isAdopted).toBe(true)
  await heir.kill()
  await processEnd(first.serverPid)
  expect(await readLog()).toContain('database system is shut down')
})

test('a server on loopback is taken over on its own port', async () => {
  const long = join(folder, 'a-folder-with-quite-a-long-name-'.repeat(3))
  const holder = startHolder(long)
  const first = await holder.next('ready')
  process.kill(first.watchdogPid, 'SIGKILL')
  await processEnd(first.watchdogPid)
  await holder.kill()
  expect(await startHolder(long).next('ready')).toMatchObject({ isAdopted: true, url: first.url })
})

test('a killed server is brought back on the same address with every acknowledged row', async () => {
  const holder = startHolder(folder)
  const { url, serverPid } = await holder.next('ready')
  await queryRows(url, 'create table booking (id int)')
  await queryRows(url, 'insert into booking select generate_series(1, 500)')
  process.kill(serverPid, 'SIGKILL')
  const rows = await queryUntilAnswered(url, 'select count(*)::int as count from booking')
  expect(rows).toEqual([{ count: 500 }])
  expect(await readLog()).toContain('not properly shut down')
})

test('a killed server that cannot be brought back is reported with the reason, and the stop still ends in order', async () => {
  const holder = startHolder(folder)
  const { serverPid } = await holder.next('ready')
  await appendFile(join(folder, 'postgres', 'postgresql.conf'), '\nno_such_setting = 1\n')
  process.kill(serverPid, 'SIGKILL')
  expect((await holder.next('failed')).message).toContain('no_such_setting')
  await holder.stop()
  expect(holder.reports.at(-1)).toEqual({ type: 'stopped' })
  expect((await readdir(folder)).filter((name) => name.startsWith('server.lock'))).toEqual([])
})

test('parent, watchdog and server killed together lose no acknowledged row', async () => {
  const holder = startHolder(folder)
  const { url, serverPid, watchdogPid } = await holder.next('ready')
  await queryRows(url, 'create table booking (id int)')
  await queryRows(url, 'insert into booking select generate_series(1, 500)')
  process.kill(watchdogPid, 'SIGKILL')
  process.kill(serverPid, 'SIGKILL')
  await holder.kill()
  const { url: again } = await startHolder(folder).next('ready')
  expect(await queryRows(again, 'select count(*)::int as count from booking')).toEqual([{ count: 500 }])
})

test('a first start killed while it sets the database up is simply done again', async () => {
  const holder = startHolder(folder)
  await holder.next('log')
  await holder.kill()
  const second = startHolder(folder)
  const { url } = await second.next('ready')
  expect(await queryRows(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.stop()
  const third = startHolder(folder)
  await third.next('ready')
  expect((await readdir(folder)).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
})

/** Repeats the query until the server is back; only refused connections are tolerated. */
async function queryUntilAnswered(url: string, sql: string): Promise<object[]> {
  for (;;) {
    try {
      return await queryRows(url, sql)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      const isAway =
        ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', '57P03', '57P01', '57P02'].includes(code) ||
        (error as Error).message.includes('terminated')
      if (!isAway) throw error
    }
  }
}
