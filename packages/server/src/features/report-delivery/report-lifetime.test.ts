// How reports end that nobody waits for any more, or whose worker dies: the caller hangs up, the files' day is over, a process is killed
// in the middle of a run.
import { spawn, type ChildProcess } from 'node:child_process'
import type { FilledFilter } from '@clubfolio/contract'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Mail } from '../../adapters/message/port.ts'
import { connect } from '../../db/connect.ts'
import { runReportUpkeep } from '../../jobs/report-job.ts'
import type { Services } from '../../services.ts'
import { linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { createReportRenderer } from './report-renderer.ts'

// The first thread of a file reads the sources, which takes its time on a machine that is busy elsewhere.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const rowCount = 12_000
let app: TestApp
let databaseUrl: string
let second: { readonly services: Services; close(): Promise<void> }
let owner: TestUser
let account: LinkedAccount
const sent: Mail[] = []

beforeAll(async () => {
  const mail = { send: (one: Mail) => (sent.push(one), Promise.resolve()) }
  app = await startTestApp({
    replace: (base, url) => {
      databaseUrl = url
      const connection = connect(url, () => undefined)
      const renderer = createReportRenderer()
      second = { services: { ...base, db: connection.db, pool: connection.pool, renderer, mail }, close: async () => (await renderer.stop(), await connection.close()) }
      return { mail }
    },
  })
  owner = await app.signUp(['MANAGERS'])
  account = await linkAccount(app, owner, '2026-01-02', '100.00')
  for (let start = 0; start < rowCount; start += 4000) {
    const rows = Array.from({ length: 4000 }, (_row, index) => {
      const at = new Date(Date.UTC(2026, 0, 2 + (index % 60), 15, 0, 0))
      return { account_id: account.id, broker_id: String(start + index), occurred_at: at, day: at.toISOString().slice(0, 10), kind: 'TRADE', description: `Row ${index}`, symbol: 'SPY', asset_type: null, quantity: null, price: null, net_amount_cents: BigInt(-index), order_id: null }
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
  // As often as there are threads: one that went on writing would be missed by the next report.
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
      ending = written.then(() => 'written', () => 'given up')
      return written
    }
    const asked = fetch(`${app.url}/v1/api/static-report/generate-pdf`, { method: 'POST', signal: caller.signal, headers: { token: owner.user.token, 'content-type': 'application/json' }, body: JSON.stringify(wish()) })
    await expect(asked).rejects.toThrow('aborted')
    expect(await ending).toBe('given up')
  }
  app.services.renderer.render = render
  const next = await Promise.all([owner.client.reportDelivery.generateCsv({ body: wish() }), owner.client.reportDelivery.generateExcel({ body: wish() })])
  expect(next.map(({ fileName }) => fileName)).toEqual(['Transactions.csv', 'Transactions.xlsx'])
  await vi.waitFor(async () => expect((await owner.client.task.findRecent()).map(({ name, status }) => `${name} ${status}`).toSorted()).toEqual([
    'Report Transactions as CSV COMPLETED', 'Report Transactions as Excel COMPLETED', 'Report Transactions as PDF CANCELLED', 'Report Transactions as PDF CANCELLED',
  ]))
})

test('a prepared file is there for a day, then refused, then gone; what happened stays in the list', async () => {
  const { id } = await owner.client.reportDelivery.prepareReport({ body: { ...wish(), formats: ['csv'] } })
  await app.services.background.idle()
  const [run] = await owner.client.reportDelivery.findRuns()
  expect(run).toMatchObject({ id, state: 'DONE', ready: ['csv'], filesUntil: app.clock.nowMs() + 24 * 3_600_000 })
  const fetchFile = () => owner.client.reportDelivery.downloadRun({ params: { runId: id, format: 'csv' } })
  const kept = async () => (await app.services.db.selectFrom('report_file').select('format').where('run_id', '=', id).execute()).length

  app.clock.advance(24 * 3_600_000 - 1)
  owner = await app.signIn(owner.email)
  await runReportUpkeep(app.services)
  expect((await fetchFile()).fileName).toBe('Transactions.csv')

  app.clock.advance(1)
  await expect(fetchFile()).rejects.toMatchObject({ status: 404, body: { refusal: 'reportFileGone' } })
  expect((await owner.client.reportDelivery.findRuns())[0]).toMatchObject({ id, state: 'DONE', ready: [], filesUntil: null })
  expect(await kept()).toBe(1)
  await runReportUpkeep(app.services)
  expect(await kept()).toBe(0)
  expect((await owner.client.reportDelivery.findRuns())[0]).toMatchObject({ id, state: 'DONE', rows: rowCount })
})

test('a process that is killed in the middle of a scheduled run leaves it to the next worker, once, and the schedule does not double', async () => {
  app.clock.set(Date.parse('2026-03-09T15:00:00Z'))
  owner = await app.signIn(owner.email)
  const { id } = await owner.client.reportDelivery.saveSchedule({ body: { ...wish(), name: 'Morning', frequency: 'DAILY', hour: 8, period: 'AS_CHOSEN', formats: ['pdf'], emailList: [owner.email] } })
  app.clock.set(Date.parse('2026-03-10T12:00:00Z'))
  const runs = () => app.services.db.selectFrom('report_run').select(['id', 'state', 'attempts', 'percent']).where('schedule_id', '=', id).execute()

  const worker = startWorker()
  await vi.waitFor(async () => expect(await runs()).toMatchObject([{ state: 'RUNNING', attempts: 1, percent: expect.any(Number) as number }]), { timeout: 120_000, interval: 20 })
  await kill(worker)
  expect(await runs()).toMatchObject([{ state: 'RUNNING', attempts: 1 }])

  // Its claim holds for two minutes, in which nobody else takes it or orders another one.
  await Promise.all([runReportUpkeep(app.services), runReportUpkeep(second.services)])
  expect(await runs()).toMatchObject([{ state: 'RUNNING', attempts: 1 }])
  expect(sent).toEqual([])

  app.clock.advance(2 * 60_000)
  await Promise.all([runReportUpkeep(app.services), runReportUpkeep(second.services), runReportUpkeep(app.services)])
  expect(await runs()).toMatchObject([{ state: 'DONE', attempts: 2, percent: 100 }])
  expect(sent).toHaveLength(1)
  const { next_at: next } = await app.services.db.selectFrom('report_schedule').select('next_at').where('id', '=', id).executeTakeFirstOrThrow()
  expect(next.toISOString()).toBe('2026-03-11T12:00:00.000Z')
})

/** A worker in a process of its own, on the same database and at the same instant. */
function startWorker(): ChildProcess {
  const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const program = `
    import { connect } from ${module('../../db/connect.ts')}
    import { runReportUpkeep } from ${module('../../jobs/report-job.ts')}
    import { createReportRenderer } from ${module('./report-renderer.ts')}
    const { db, pool } = connect(${JSON.stringify(databaseUrl)}, () => undefined)
    const log = { info() {}, warn() {}, error: console.error }
    await runReportUpkeep({
      db, pool, log, clock: { nowMs: () => ${app.clock.nowMs()} }, renderer: createReportRenderer(), mail: { send: () => Promise.reject(new Error('The killed worker mailed.')) },
      broker: { livesByWallClock: ${app.services.broker.livesByWallClock} },
    })
  `
  return spawn(process.execPath, ['--conditions=source', '--import', 'tsx', '--input-type=module', '--eval', program], { stdio: ['ignore', 'inherit', 'inherit'] })
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
