// A process that is killed while it reads or imports a statement leaves nothing by half: the account is as it was or
// as the whole import makes it, and the import can start again.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@clubfolio/contract'
import { programFile } from '@clubfolio/domain/testing/program-file'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, testStartMs, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { endLostTasks } from '../task/end-lost-tasks.ts'
import { expireStatements } from './expire-statements.ts'
import { readAccountRows } from './testing/account-rows.ts'
import { createAccount, importFile, schwabFile, take, undo, type TestFileAccount } from './testing/file-account.ts'

let app: TestApp
let owner: TestUser
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-statement-crash-'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

interface OtherProcess {
  /** The account through this process. */
  readonly account: (account: TestFileAccount) => TestFileAccount
  kill(): Promise<void>
}

/** Starts a process that serves calls on the same database, with the clock of the test. */
async function startProcess(): Promise<OtherProcess> {
  const child: ChildProcess = fork(programFile('server', 'main.ts'), [], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      ROLE: 'web',
      DATABASE_URL: app.databaseUrl,
      CLUBFOLIO_SECRET_KEY: 'a key of the process that is killed in the test',
      CLUBFOLIO_DATA: folder,
      CLUBFOLIO_MARKET_INSTRUMENTS: '20',
      CLUBFOLIO_DEMO: 'people',
      CLUBFOLIO_NOW: new Date(testStartMs).toISOString(),
      CLUBFOLIO_LOG: 'error',
      PORT: '0',
    },
  })
  const [message] = (await once(child, 'message')) as [{ readonly port: number }]
  const client = createClient({ baseUrl: `http://127.0.0.1:${message.port}`, getToken: () => owner.user.token })
  return {
    account: ({ id }) => ({ id, owner: { ...owner, client } }),
    async kill() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

const rowCount = 20_000
const large = schwabFile(
  Array.from({ length: rowCount }, (_row, n) => {
    const date = new Date(Date.UTC(2025, 11, 31) - Math.floor(n / 60) * 86_400_000)
    const [year, month, day] = date.toISOString().slice(0, 10).split('-')
    return n === rowCount - 1
      ? `"${month}/${day}/${year}","MoneyLink Transfer","","Tfr BANK","","","","$9,000,000.00"`
      : `"${month}/${day}/${year}","Buy","ABC","ABC INC ${n}","1","$5.00","","-$5.00"`
  }),
)

const taskOf = async (statementId: string) => {
  const { rows } = await sql<{ state: string; position: number | null; total: number | null; status: string | null }>`
    select s.state, t.position, t.total, t.status from account_statement s left join task t on t.id = s.task_id
    where s.id = ${statementId}`.execute(app.services.db)
  return rows[0]!
}

/** Waits until a share of the work is done, or all of it. */
const waitForShare = (statementId: string, share: number) =>
  vi.waitFor(
    async () => {
      const { position, total, status } = await taskOf(statementId)
      if (status !== 'RUNNING') return
      expect((position ?? 0) / (total ?? 1)).toBeGreaterThanOrEqual(share)
    },
    { timeout: 120_000, interval: 5 },
  )

/** What other processes do once a lease of a killed one is over, without waiting for its end. */
async function afterItsLease(): Promise<void> {
  await sql`update task set lease_until = now() - interval '1 second' where status = 'RUNNING'`.execute(app.services.db)
  await endLostTasks(app.services)
}

const send = async ({ id, owner: { client } }: TestFileAccount, content: string): Promise<string> =>
  (
    await client.fileAccount.uploadStatement({
      params: { accountId: id, name: 'large.csv' },
      query: {},
      file: new Blob([content]),
    })
  ).id

const first = schwabFile([
  '"01/03/2024","Buy","ABC","ABC INC","10","$50.00","$1.00","-$501.00"',
  '"01/02/2024","MoneyLink Transfer","","Tfr BANK","","","","$1,000.00"',
])

test('a process that is killed in the middle of an import takes in all or nothing', async () => {
  const account = await createAccount(owner)
  await importFile(account, 'first.csv', first)
  const before = await readAccountRows(app.services.db, account.id)
  const whole = await importFile(account, 'large.csv', large)
  expect(whole.state).toBe('IMPORTED')
  const after = await readAccountRows(app.services.db, account.id)
  await undo(account, whole.id)
  expect(await readAccountRows(app.services.db, account.id)).toEqual(before)

  const ends = new Map<string, number>()
  for (const share of [0, 0.2, 0.5, 0.8, 0.95, 1]) {
    const other = await startProcess()
    const throughIt = other.account(account)
    const statementId = await send(throughIt, large)
    await vi.waitFor(async () => expect((await taskOf(statementId)).state).toBe('PREPARED'), {
      timeout: 120_000,
      interval: 50,
    })
    await throughIt.owner.client.fileAccount.importStatement({ body: { accountId: account.id, statementId } })
    await waitForShare(statementId, share)
    await other.kill()
    await afterItsLease()
    const { state } = await taskOf(statementId)
    ends.set(state, (ends.get(state) ?? 0) + 1)
    const rows = await readAccountRows(app.services.db, account.id)
    expect(rows).toEqual(state === 'IMPORTED' ? after : before)
    if (state === 'PREPARED') await take(account, statementId)
    expect((await taskOf(statementId)).state).toBe('IMPORTED')
    expect(await readAccountRows(app.services.db, account.id)).toEqual(after)
    await undo(account, statementId)
    expect(await readAccountRows(app.services.db, account.id)).toEqual(before)
  }
  expect(ends.get('PREPARED')).toBeGreaterThan(2)
})

test('a process that is killed while it reads a file leaves no line of it, and the statement says so', async () => {
  const account = await createAccount(owner)
  for (const share of [0.1, 0.6, 0.9]) {
    const other = await startProcess()
    const statementId = await send(other.account(account), large)
    await waitForShare(statementId, share)
    await other.kill()
    await afterItsLease()
    app.clock.set(app.clock.nowMs() + 61_000)
    await expireStatements(app.services)
    const { statement } = await owner.client.fileAccount.findStatement({
      params: { accountId: account.id, statementId },
    })
    expect(statement).toMatchObject({ state: 'REFUSED', reason: 'Reading this file was interrupted. Upload it again.' })
    const { rows } = await sql`select from account_statement_line where statement_id = ${statementId}`.execute(
      app.services.db,
    )
    expect(rows).toEqual([])
  }
})
