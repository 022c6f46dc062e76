// An import that is cancelled while it reads stores nothing, reports so, and the next one can start immediately.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { findRun } from './import-run.ts'
import { startImport } from './run-import.ts'

let app: TestApp
let root: TestUser
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  root = await app.signUp(['ADMINISTRATORS'])
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-cancel-'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

function bars(symbols: number, days: number): string {
  const rows = ['symbol,date,open,high,low,close,volume']
  for (let symbol = 0; symbol < symbols; symbol++) {
    for (let day = 0; day < days; day++)
      rows.push(
        `T${symbol},${new Date(Date.UTC(2020, 0, 1) + day * 86_400_000).toISOString().slice(0, 10)},10,12,9,11,100`,
      )
  }
  return `${rows.join('\n')}\n`
}

/** Imports a file and cancels its task at the first reported progress. */
async function cancelled(name: string, content: string) {
  const path = join(folder, name)
  await writeFile(path, content)
  let cancelling: Promise<unknown> | undefined
  const { runId, work } = await startImport(app.services, {
    path,
    replace: false,
    startedBy: root.user.id,
    onProgress: () => {
      cancelling ??= root.client.task
        .find({ params: { status: 'RUNNING', whose: 'OWN', start: 0, count: 1 } })
        .then(({ result }) => root.client.task.cancel({ body: { id: result[0]!.id } }))
    },
  })
  await work
  await cancelling
  return findRun(app.services.db, runId)
}

test('daily bars that are cancelled while they are read leave nothing behind, and the next import works', async () => {
  expect(await cancelled('large.csv', bars(400, 1_000))).toMatchObject({
    status: 'CANCELLED',
    message: 'Cancelled. Nothing of this file was stored.',
    rowsAdded: 0,
  })
  const [task] = (await root.client.task.find({ params: { status: 'CANCELLED', whose: 'OWN', start: 0, count: 1 } }))
    .result
  expect(task).toMatchObject({ name: 'Import large.csv', error: 'Nothing of this file was stored.' })
  const { count } = await app.services.db
    .selectFrom('instrument')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('source', '=', 'import')
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(0)
  const { rows } = await app.services.pool.query(`select from pg_tables where tablename like 'import_row_%'`)
  expect(rows).toHaveLength(0)

  const path = join(folder, 'small.csv')
  await writeFile(path, bars(2, 30))
  const { runId, work } = await startImport(app.services, { path, replace: false, startedBy: root.user.id })
  await work
  expect(await findRun(app.services.db, runId)).toMatchObject({ status: 'DONE' })
}, 120_000)

test('a file that turns out to be damaged in the middle ends as a failed task in plain words', async () => {
  const packed = gzipSync(bars(100, 1_000))
  const path = join(folder, 'damaged.csv.gz')
  await writeFile(path, packed.subarray(0, packed.length - 20_000))
  const { runId, work } = await startImport(app.services, { path, replace: false, startedBy: root.user.id })
  await work
  const run = await findRun(app.services.db, runId)
  expect(run).toMatchObject({ status: 'FAILED', rowsAdded: 0 })
  const [task] = (await root.client.task.find({ params: { status: 'FAILED', whose: 'OWN', start: 0, count: 1 } }))
    .result
  expect(task).toMatchObject({ name: 'Import damaged.csv.gz', error: run.message })
  expect(run.message).toMatch(/^The file could not be read to its end.*Nothing of this file was stored\.$/)
})
