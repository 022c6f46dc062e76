// How reports end when nobody waits for them any more or their worker dies: the caller disconnects, the files expire, a
// process is killed in the middle of a run.
import { spawn, type ChildProcess } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import type { FilledFilter } from '@clubfolio/contract'
import { programFile } from '@clubfolio/domain/testing/program-file'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Mail } from '../../adapters/message/port.ts'
import { connect } from '../../db/connect.ts'
import { runReportUpkeep } from '../../jobs/report-job.ts'
import type { PooledServices } from '../../services.ts'
import { transactionRow } from '../../testing/sample-rows.ts'
import { linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { createTestRenderer } from '../../testing/test-renderer.ts'
import { runReport } from './run-reports.ts'

// Thousands of rows take long on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const rowCount = 6_000
let app: TestApp
let databaseUrl: string
let second: { readonly services: PooledServices; close(): Promise<void> }
let owner: TestUser
let account: LinkedAccount
const sent: Mail[] = []

const named = 'Transactions - Paper - Maria Example - 2026-01-01 to 2026-03-04'

beforeAll(async () => {
  const mail = { send: (one: Mail) => (sent.push(one), Promise.resolve()) }
  app = await startTestApp({
    replace: (base, url) => {
      databaseUrl = url
      const connection = connect(url, () => undefined)
      const renderer = createTestRenderer()
      second = {
        services: { ...base, db: connection.db, pool: connection.pool, renderer, mail },
        close: async () => (await renderer.stop(), await connection.close()),
      }
      return { mail }
    },
  })
  owner = await app.signUp(['MANAGERS'], 'Maria')
  account = await linkAccount(app, owner, '2026-01-02', '100.00')
  for (let start = 0; start < rowCount; start += 2000) {
    const rows = Array.from({ length: 2000 }, (_row, index) => {
      const at = new Date(Date.UTC(2026, 0, 2 + (index % 60), 15, 0, 0))
      return transactionRow(account.id, {
        broker_id: String(start + index),
        occurred_at: at,
        day: at.toISOString().slice(0, 10),
        description: `Row ${index}`,
        net_amount_cents: BigInt(-index),
      })
    })
    await app.services.db.insertInto('account_transaction').values(rows).execute()
  }
})
afterAll(async () => {
  await second.close()
  await app.stop()
})
afterEach(() => {
  sent.length = 0
})

const filter = (): FilledFilter[] => [
  { nomenclatorConfigNameKey: 'account', selectedItem: account.id },
  { nomenclatorConfigNameKey: 'period', selectedItem: ['2026-01-01', '2026-03-04'] },
  { nomenclatorConfigNameKey: 'kind', selectedItem: 'ALL' },
]
const wish = () => ({ report: 'transactions', orderBy: null, direction: null, column: null, filter: filter() })

test('a caller who hangs up in the middle of a PDF frees its thread, and the task says that it was given up', async () => {
  const { render } = app.services.renderer
  // As many rounds as there are threads: a thread that kept writing would be missing for the next report.
  for (let round = 0; round < 2; round++) {
    const caller = new AbortController()
    let ending: Promise<string> | undefined
    app.services.renderer.render = (order) => {
      const written = render({
        ...order,
        onProgress: (rows) => {
          order.onProgress?.(rows)
          caller.abort()
        },
      })
      ending = written.then(
        () => 'written',
        () => 'given up',
      )
      return written
    }
    const asked = fetch(`${app.url}/v1/api/static-report/generate-pdf`, {
      method: 'POST',
      signal: caller.signal,
      headers: { token: owner.user.token, 'content-type': 'application/json' },
      body: JSON.stringify(wish()),
    })
    await expect(asked).rejects.toThrow('aborted')
    expect(await ending).toBe('given up')
  }
  app.services.renderer.render = render
  const next = await Promise.all([
    owner.client.reportDelivery.generateCsv({ body: wish() }),
    owner.client.reportDelivery.generateExcel({ body: wish() }),
  ])
  expect(next.map(({ fileName }) => fileName)).toEqual([`${named}.csv`, `${named}.xlsx`])
  await vi.waitFor(async () =>
    expect((await owner.client.task.findRecent()).map(({ name, status }) => `${name} ${status}`).toSorted()).toEqual([
      'Report Transactions as CSV COMPLETED',
      'Report Transactions as Excel COMPLETED',
      'Report Transactions as PDF CANCELLED',
      'Report Transactions as PDF CANCELLED',
    ]),
  )
})

/** Readers of transactions wait while the lock is held; `waiting` returns how many statements do. */
async function withLock(
  work: (lock: { take(): Promise<void>; giveBack(): Promise<void>; waiting(): Promise<number> }) => Promise<void>,
): Promise<void> {
  const beside = connect(databaseUrl, () => undefined, 2)
  const holder = await beside.pool.connect()
  try {
    await work({
      take: async () => void (await holder.query('begin; lock table account_transaction in access exclusive mode')),
      giveBack: async () => void (await holder.query('rollback')),
      waiting: async () =>
        (
          await beside.pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).rowCount ?? 0,
    })
  } finally {
    holder.release(true)
    await beside.close()
  }
}
const income = () => ({ ...wish(), report: 'income', filter: filter().slice(0, 2) })

test('a run that is cancelled while its rows are read ends its statement, and the next one is read', () =>
  withLock(async ({ take, giveBack, waiting }) => {
    const order = { body: { ...income(), formats: ['csv' as const] } }
    for (const way of ['run', 'task'] as const) {
      app.clock.advance(1_000)
      await take()
      const { id } = await owner.client.reportDelivery.prepareReport(order)
      await vi.waitFor(async () => expect(await waiting()).toBe(1))
      const [task] = (await owner.client.task.find({ params: { status: 'RUNNING', whose: 'OWN', start: 0, count: 1 } }))
        .result
      expect(task).toMatchObject({ name: expect.stringMatching(/^Report Income/) as string, total: 0 })
      await (way === 'run'
        ? owner.client.reportDelivery.cancelRun({ body: { id } })
        : owner.client.task.cancel({ body: { id: task!.id } }))
      await app.services.background.idle()
      // The table is still locked: the statement was cancelled while waiting for it.
      expect(await waiting()).toBe(0)
      await giveBack()
      expect((await owner.client.reportDelivery.findRuns())[0]).toMatchObject({ id, state: 'CANCELLED', ready: [] })
      expect(
        (await owner.client.task.find({ params: { status: 'ALL', whose: 'OWN', start: 0, count: 1 } })).result[0],
      ).toMatchObject({ id: task!.id, status: 'CANCELLED', error: 'Nothing was written or mailed.' })
    }
    app.clock.advance(1_000)
    const { id } = await owner.client.reportDelivery.prepareReport(order)
    await app.services.background.idle()
    expect((await owner.client.reportDelivery.findRuns())[0]).toMatchObject({ id, state: 'DONE', ready: ['csv'] })
  }))

test('a caller who hangs up while the rows are read ends the statement', () =>
  withLock(async ({ take, giveBack, waiting }) => {
    await take()
    const caller = new AbortController()
    const asked = fetch(`${app.url}/v1/api/static-report/generate-csv`, {
      method: 'POST',
      signal: caller.signal,
      headers: { token: owner.user.token, 'content-type': 'application/json' },
      body: JSON.stringify(income()),
    })
    const outcome = asked.catch((error: unknown) => String(error))
    await vi.waitFor(async () => expect(await waiting()).toBe(1))
    caller.abort()
    expect(await outcome).toContain('aborted')
    await vi.waitFor(async () => expect(await waiting()).toBe(0))
    await giveBack()
  }))

test('no mail begins after a run was given up: when its file is just ready, and between two addresses', async () => {
  const { services } = app
  // The newest task of the list is the newest by its time.
  app.clock.advance(1_000)
  const cancel = (id: string) => owner.client.reportDelivery.cancelRun({ body: { id } })
  const { start } = services.background
  services.background.start = () => undefined
  const order = async () =>
    (
      await owner.client.reportDelivery.sendPdfReportByEmail({
        body: { ...wish(), formats: ['csv'], emailList: ['ann@club.example', 'ben@club.example'] },
      })
    ).id
  const [atItsFile, betweenMails] = [await order(), await order()]
  services.background.start = start

  await runReport(
    {
      ...services,
      renderer: {
        ...services.renderer,
        render: async (wanted) => {
          const file = await services.renderer.render(wanted)
          await cancel(atItsFile)
          return file
        },
      },
    },
    atItsFile,
  )
  expect(sent).toEqual([])
  expect(
    (await owner.client.task.find({ params: { status: 'ALL', whose: 'OWN', start: 0, count: 1 } })).result,
  ).toMatchObject([{ status: 'CANCELLED' }])

  await runReport(
    {
      ...services,
      mail: {
        send: async (mail) => {
          sent.push(mail)
          await cancel(betweenMails)
        },
      },
    },
    betweenMails,
  )
  expect(sent.map(({ to }) => to)).toEqual(['ann@club.example'])
})

test('a prepared file is there for a day, then refused, then gone; what happened stays in the list', async () => {
  // The newest of the list is the newest by its time.
  app.clock.advance(1_000)
  const { id } = await owner.client.reportDelivery.prepareReport({ body: { ...wish(), formats: ['csv'] } })
  await app.services.background.idle()
  const [run] = await owner.client.reportDelivery.findRuns()
  expect(run).toMatchObject({ id, state: 'DONE', ready: ['csv'], filesUntil: app.clock.nowMs() + 24 * 3_600_000 })
  const fetchFile = () => owner.client.reportDelivery.downloadRun({ params: { runId: id, format: 'csv' } })
  const kept = async () =>
    (await app.services.db.selectFrom('report_file').select('format').where('run_id', '=', id).execute()).length

  app.clock.advance(24 * 3_600_000 - 1)
  owner = await app.signIn(owner.email)
  await runReportUpkeep(app.services)
  expect((await fetchFile()).fileName).toBe(`${named}.csv`)

  app.clock.advance(1)
  await expect(fetchFile()).rejects.toMatchObject({ status: 404, body: { refusal: 'reportFileGone' } })
  expect((await owner.client.reportDelivery.findRuns())[0]).toMatchObject({
    id,
    state: 'DONE',
    ready: [],
    filesUntil: null,
  })
  expect(await kept()).toBe(1)
  await runReportUpkeep(app.services)
  expect(await kept()).toBe(0)
  expect((await owner.client.reportDelivery.findRuns())[0]).toMatchObject({ id, state: 'DONE', rows: rowCount })
})

test('a process that is killed in the middle of a scheduled run leaves it to the next worker, once, and the schedule does not double', async () => {
  app.clock.set(Date.parse('2026-03-09T15:00:00Z'))
  owner = await app.signIn(owner.email)
  const { id } = await owner.client.reportDelivery.saveSchedule({
    body: {
      ...wish(),
      name: 'Morning',
      frequency: 'DAILY',
      hour: 8,
      period: 'AS_CHOSEN',
      formats: ['pdf'],
      emailList: [owner.email],
    },
  })
  app.clock.set(Date.parse('2026-03-10T12:00:00Z'))
  const runs = () =>
    app.services.db
      .selectFrom('report_run')
      .select(['id', 'state', 'attempts', 'percent'])
      .where('schedule_id', '=', id)
      .execute()

  const worker = startWorker()
  await vi.waitFor(
    async () =>
      expect(await runs()).toMatchObject([{ state: 'RUNNING', attempts: 1, percent: expect.any(Number) as number }]),
    { timeout: 120_000, interval: 20 },
  )
  await kill(worker)
  expect(await runs()).toMatchObject([{ state: 'RUNNING', attempts: 1 }])

  // Its claim is valid for two minutes, during which no other worker takes it or orders another one.
  await Promise.all([runReportUpkeep(app.services), runReportUpkeep(second.services)])
  expect(await runs()).toMatchObject([{ state: 'RUNNING', attempts: 1 }])
  expect(sent).toEqual([])

  app.clock.advance(2 * 60_000)
  await Promise.all([runReportUpkeep(app.services), runReportUpkeep(second.services), runReportUpkeep(app.services)])
  expect(await runs()).toMatchObject([{ state: 'DONE', attempts: 2, percent: 100 }])
  expect(sent).toHaveLength(1)
  const { next_at: next } = await app.services.db
    .selectFrom('report_schedule')
    .select('next_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(next.toISOString()).toBe('2026-03-11T12:00:00.000Z')
})

/** A worker in a separate process, on the same database and at the same instant. */
function startWorker(): ChildProcess {
  const module = (path: string) => JSON.stringify(pathToFileURL(programFile('server', path)).href)
  const program = `
    const load = () => Promise.all([import(${module('db/connect.ts')}), import(${module('jobs/report-job.ts')}), import(${module('features/report-delivery/report-renderer.ts')})])
    void load().then(([{ connect }, { runReportUpkeep }, { createReportRenderer }]) => {
      const { db, pool } = connect(${JSON.stringify(databaseUrl)}, () => undefined)
      const log = { info() {}, warn() {}, error: console.error }
      return runReportUpkeep({
        db, pool, log, clock: { nowMs: () => ${app.clock.nowMs()} }, renderer: createReportRenderer(), mail: { send: () => Promise.reject(new Error('The killed worker mailed.')) },
        brokers: { allLiveByWallClock: ${app.services.brokers.allLiveByWallClock} },
      })
    })
  `
  return spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'inherit', 'inherit'] })
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
