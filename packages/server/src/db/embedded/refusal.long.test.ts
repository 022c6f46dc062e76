// Every start that must be refused: with its sentence, and without harm to existing data.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { processEnd, queryRows, startHolder, stopHolders } from '../../testing/start-holder.ts'
import { identifyProcess } from './process-identity.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-refusal-'))
})

afterEach(async () => {
  await stopHolders()
  await rm(folder, { recursive: true, force: true })
})

/** Sets up a data folder and leaves it stopped. */
async function prepareFolder(): Promise<void> {
  const holder = startHolder(folder)
  await holder.next('ready')
  await holder.stop()
}

describe('two applications on one folder', () => {
  test('the second is refused with a plain sentence and the first does not notice', async () => {
    const first = await startHolder(folder).next('ready')
    const refused = await startHolder(folder).next('refused')
    expect(refused.code).toBe('IN_USE')
    expect(refused.sentence).toMatch(
      /^The data folder .+ is in use by another Clubfolio server \(process \d+\)\. Stop that one first, or give this one a folder of its own with CLUBFOLIO_DATA\.$/,
    )
    expect(await queryRows(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(identifyProcess(first.serverPid)).toBeDefined()
  })

  test('of several started at the same moment on an empty folder one wins', async () => {
    const holders = Array.from({ length: 4 }, () => startHolder(folder))
    const outcomes = await Promise.all(
      holders.map((holder) =>
        Promise.race(
          [holder.next('ready'), holder.next('refused')].map((report) =>
            report.catch(() => new Promise<never>(() => {})),
          ),
        ),
      ),
    )
    expect(outcomes.map((outcome) => outcome.type).sort()).toEqual(['ready', 'refused', 'refused', 'refused'])
  })

  test('a lock whose holder was killed is void, even when its process number belongs to somebody else by now', async () => {
    await prepareFolder()
    await writeFile(join(folder, 'server.lock.7'), JSON.stringify({ pid: process.pid, startedAt: 'an earlier life' }))
    expect((await startHolder(folder).next('ready')).isAdopted).toBe(false)
    expect((await readdir(folder)).filter((name) => name.startsWith('server.lock'))).toEqual(['server.lock.8'])
  })

  test('a lock cut short by a power failure is void', async () => {
    await prepareFolder()
    await writeFile(join(folder, 'server.lock.3'), '{"pid":')
    expect((await startHolder(folder).next('ready')).isAdopted).toBe(false)
  })
})

test('a folder of another major version is refused with what to do', async () => {
  await prepareFolder()
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '17\n')
  const before = await readdir(join(folder, 'postgres'))
  const { code, sentence } = await startHolder(folder).next('refused')
  expect(code).toBe('OTHER_VERSION')
  expect(sentence).toContain('was made by PostgreSQL 17, and this Clubfolio runs PostgreSQL 18')
  expect(sentence).toContain('npm run backup')
  expect(sentence).toContain('npm run restore')
  expect(await readdir(join(folder, 'postgres'))).toEqual(before)
})

test.each(['fsync', 'full_page_writes'])(
  '%s switched off by hand is refused, and nothing stays running',
  async (setting) => {
    await prepareFolder()
    await appendFile(join(folder, 'postgres', 'postgresql.conf'), `\n${setting} = off\n`)
    const { code, sentence } = await startHolder(folder).next('refused')
    expect(code).toBe('NOT_DURABLE')
    expect(sentence).toContain(`${setting} switched off`)
    expect(await readdir(join(folder, 'postgres'))).not.toContain('postmaster.pid')
  },
)

test('a server that outlived its parent and was told to forget is refused and stopped, so that the next start is sound', async () => {
  const holder = startHolder(folder)
  const { url, serverPid, watchdogPid } = await holder.next('ready')
  await queryRows(url, "alter system set fsync = 'off'")
  await queryRows(url, 'select pg_reload_conf()')
  process.kill(watchdogPid, 'SIGKILL')
  await processEnd(watchdogPid)
  await holder.kill()
  expect(await startHolder(folder).next('refused')).toMatchObject({ code: 'NOT_DURABLE' })
  await processEnd(serverPid)
  await rm(join(folder, 'postgres', 'postgresql.auto.conf'))
  expect((await startHolder(folder).next('ready')).isAdopted).toBe(false)
})

test('a lost password is refused, never replaced', async () => {
  await prepareFolder()
  await rename(join(folder, 'postgres.password'), join(folder, 'aside'))
  expect(await startHolder(folder).next('refused')).toMatchObject({
    code: 'PASSWORD_LOST',
    sentence: expect.stringContaining('npm run restore'),
  })
  await rename(join(folder, 'aside'), join(folder, 'postgres.password'))
  await startHolder(folder).next('ready')
})

test('a server that cannot start says why', async () => {
  await prepareFolder()
  await appendFile(join(folder, 'postgres', 'postgresql.conf'), '\nno_such_setting = 1\n')
  expect(await startHolder(folder).next('refused')).toMatchObject({
    code: 'SERVER_FAILED',
    sentence: expect.stringContaining('no_such_setting'),
  })
})

describe('a postmaster.pid that was left behind', () => {
  const lockFile = (pid: number) =>
    `${pid}\n${join(folder, 'postgres')}\n1\n5432\n${join(folder, 'postgres')}\n\n  1 1\nready   \n`

  test('naming a process that is no database server is removed, and the server starts', async () => {
    await prepareFolder()
    const unrelated = spawn('sleep', ['1000'], { stdio: 'ignore' })
    await once(unrelated, 'spawn')
    await writeFile(join(folder, 'postgres', 'postmaster.pid'), lockFile(unrelated.pid ?? 0))
    const holder = startHolder(folder)
    await holder.next('ready')
    expect(holder.reports).toContainEqual({
      type: 'log',
      message: expect.stringContaining('Removing a left-over postmaster.pid'),
    })
    unrelated.kill()
    await once(unrelated, 'exit')
  })

  test('naming a zombie is removed, and the server starts', async () => {
    await prepareFolder()
    // The shell is replaced by a program that never reaps the child it started. The child outlives the shell, which would
    // reap it.
    const negligent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 1000'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const zombie = Number(String((await once(negligent.stdout, 'data'))[0]))
    await processEnd(zombie)
    process.kill(zombie, 0)
    await writeFile(join(folder, 'postgres', 'postmaster.pid'), lockFile(zombie))
    expect((await startHolder(folder).next('ready')).isAdopted).toBe(false)
    negligent.kill()
    await once(negligent, 'exit')
  })

  test('naming a process that is gone is no obstacle', async () => {
    await prepareFolder()
    const gone = spawn('true', [], { stdio: 'ignore' })
    await once(gone, 'exit')
    await writeFile(join(folder, 'postgres', 'postmaster.pid'), lockFile(gone.pid ?? 0))
    expect((await startHolder(folder).next('ready')).isAdopted).toBe(false)
  })

  test('naming a database server of another folder is kept, and the start refused', async () => {
    await prepareFolder()
    await mkdir(join(folder, 'other'))
    const other = await startHolder(join(folder, 'other')).next('ready')
    const content = lockFile(other.serverPid)
    await writeFile(join(folder, 'postgres', 'postmaster.pid'), content)
    const { code, sentence } = await startHolder(folder, { patienceMs: 200 }).next('refused')
    expect(code).toBe('STILL_RUNNING')
    expect(sentence).toContain(`process ${other.serverPid}`)
    expect(await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).toBe(content)
    await rm(join(folder, 'postgres', 'postmaster.pid'))
  })
})

test('processes of a killed server that still work keep a new one away until they are gone', async () => {
  const holder = startHolder(folder)
  const { url, serverPid, watchdogPid } = await holder.next('ready')
  const busy = queryRows(url, 'select count(*) from generate_series(1, 100000000000)').catch(() => [])
  const worker = await workerOf(url)
  process.kill(worker, 'SIGSTOP')
  process.kill(watchdogPid, 'SIGKILL')
  await processEnd(watchdogPid)
  await holder.kill()
  process.kill(serverPid, 'SIGKILL')
  await processEnd(serverPid)
  const refused = await startHolder(folder, { patienceMs: 200 }).next('refused')
  expect(refused).toMatchObject({ code: 'STILL_RUNNING', sentence: expect.stringContaining(String(worker)) })
  const waiting = startHolder(folder)
  process.kill(worker, 'SIGKILL')
  await waiting.next('ready')
  await busy
})

async function workerOf(url: string): Promise<number> {
  for (;;) {
    const [row] = await queryRows<{ pid: number }>(
      url,
      "select pid from pg_stat_activity where state = 'active' and query like '%100000000000%' and pid <> pg_backend_pid()",
    )
    if (row) return row.pid
  }
}
