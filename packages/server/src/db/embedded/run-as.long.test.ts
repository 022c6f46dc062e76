// Which user the database runs as: root in each of its ways, ordinary users, users without a name, and several in
// succession.
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, type TestContext } from 'vitest'
import { queryRows, startHolder, stopHolders } from '../../testing/start-holder.ts'
import { chooseRunAs, isEnterableByAll, type RunAsName } from './choose-run-as.ts'
import { findBinaries } from './find-binaries.ts'

const nobody = 65_534
const unnamed = 54_321
const sources = fileURLToPath(new URL('.', import.meta.url))

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-run-as-'))
  await chmod(folder, 0o755)
})

afterEach(async () => {
  await stopHolders()
  await rm(folder, { recursive: true, force: true })
})

const become = (id: number) => ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', '--']

/** Skips, with the reason, what this machine cannot run. */
function requireWays({ skip }: TestContext, ways: readonly RunAsName[]): void {
  if (process.getuid?.() !== 0) skip('only root can run the database as somebody else')
  for (const way of ways) {
    try {
      chooseRunAs(findBinaries().postgres, folder, [way])
    } catch {
      skip(`this machine does not allow the way "${way}"`)
    }
  }
}

function requireOtherUsers({ skip }: TestContext): void {
  if (process.getuid?.() !== 0) skip('only root can start a program as another user')
  if (!isEnterableByAll(sources)) skip('the checkout lies below a folder that other users cannot enter')
}

test.for<RunAsName>(['namespace', 'nobody', 'nobody-through'])(
  'root by way of %s sets up, serves, stops, and finds its data again',
  async (way, context) => {
    requireWays(context, [way])
    const first = startHolder(folder, { runAs: [way] })
    const { url, runAs, serverPid } = await first.next('ready')
    expect(runAs).toBe(way)
    // Inside its namespace the server is an ordinary user; seen from outside its files stay root's own.
    const owner = way === 'namespace' ? 0 : nobody
    expect((await stat(`/proc/${serverPid}`)).uid).toBe(owner)
    expect((await stat(join(folder, 'postgres'))).uid).toBe(owner)
    await queryRows(url, 'create table booking (id int)')
    await first.stop()
    const second = await startHolder(folder, { runAs: [way] }).next('ready')
    expect(await queryRows(second.url, 'select id from booking')).toEqual([])
  },
)

test.for<RunAsName>(['namespace', 'nobody-through'])(
  'root by way of %s serves a data folder below one that is closed to others',
  async (way, context) => {
    requireWays(context, [way])
    const closed = join(folder, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const { url } = await startHolder(join(closed, 'data'), { runAs: [way] }).next('ready')
    expect(await queryRows(url, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test('root is not offered the plain switch to nobody when nobody could not enter the folder', async (context) => {
  requireWays(context, ['nobody'])
  await chmod(folder, 0o700)
  expect(await startHolder(folder, { runAs: ['nobody'] }).next('refused')).toMatchObject({
    code: 'CANNOT_RUN',
    sentence: expect.stringContaining('DATABASE_URL'),
  })
})

test('root may change from one way to another and back, and keeps the data', async (context) => {
  requireWays(context, ['namespace', 'nobody'])
  const first = startHolder(folder, { runAs: ['namespace'] })
  await queryRows((await first.next('ready')).url, 'create table booking (id int)')
  await first.stop()
  const second = startHolder(folder, { runAs: ['nobody'] })
  await queryRows((await second.next('ready')).url, 'insert into booking values (1)')
  await second.stop()
  const third = await startHolder(folder, { runAs: ['namespace'] }).next('ready')
  expect(await queryRows(third.url, 'select id from booking')).toEqual([{ id: 1 }])
})

test('a server of root that outlived a killed parent is taken over and stopped in every way', async (context) => {
  requireWays(context, ['nobody'])
  const first = startHolder(folder, { runAs: ['nobody'] })
  const { serverPid, watchdogPid } = await first.next('ready')
  process.kill(watchdogPid, 'SIGKILL')
  await first.kill()
  const second = startHolder(folder, { runAs: ['nobody'] })
  expect(await second.next('ready')).toMatchObject({ isAdopted: true, serverPid })
  await second.stop()
  expect(await readFile(join(folder, 'postgres.log'), 'utf8')).toContain('database system is shut down')
})

test('an ordinary user needs nothing but the programs', async (context) => {
  requireOtherUsers(context)
  const own = join(folder, 'own')
  await mkdir(own)
  await chown(own, nobody, nobody)
  const holder = startHolder(own, {}, become(nobody))
  const { url, runAs, serverPid } = await holder.next('ready')
  expect(runAs).toBe('self')
  expect((await stat(`/proc/${serverPid}`)).uid).toBe(nobody)
  expect(await queryRows(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await holder.kill()
  expect((await startHolder(own, {}, become(nobody)).next('ready')).isAdopted).toBe(false)
})

test('a user number without a name, as containers like to give, works inside a namespace', async (context) => {
  requireOtherUsers(context)
  requireWays(context, ['namespace'])
  const own = join(folder, 'own')
  await mkdir(own)
  await chown(own, unnamed, unnamed)
  const { url, runAs } = await startHolder(own, {}, become(unnamed)).next('ready')
  expect(runAs).toBe('namespace')
  expect(await queryRows(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test("another user's folder is refused before anything in it is touched", async (context) => {
  requireOtherUsers(context)
  const holder = startHolder(folder)
  await holder.next('ready')
  await holder.stop()
  await chmod(folder, 0o777)
  const { code, sentence } = await startHolder(folder, {}, become(nobody)).next('refused')
  expect(code).toBe('OTHER_OWNER')
  expect(sentence).toContain('belongs to another user (number 0)')
})
