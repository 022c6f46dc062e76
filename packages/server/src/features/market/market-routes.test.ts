import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportRun } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

/** Nine lines of ten are good: just enough for the market to become active. */
const prices = [
  'symbol,date,open,high,low,close,volume',
  ...['08', '09', '12', '13', '14', '15', '16', '20'].map((day) => `AAA,2021-04-${day},10,11,9,10,5`),
  'AAA,2021-04-21,10,12,9,11,5',
  'AAA,2021-04-22,10,9,11,10,5\n',
].join('\n')
let app: TestApp
let admin: TestUser
let investor: TestUser
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-market-'))
  await writeFile(join(folder, 'more.csv'), 'symbol,date,open,high,low,close,volume\nBBB,2021-04-21,20,20,10,15,5\n')
  await writeFile(join(folder, 'secret.key'), 'not a table')
  app = await startTestApp({ environment: { CLUBFOLIO_MARKET_DATA: folder } })
  admin = await app.signUp(['ADMINISTRATORS'])
  investor = await app.signUp(['INVESTORS'])
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Polls the record until the run is over, as users do while they wait, and returns it. */
async function finished(run: ImportRun): Promise<ImportRun> {
  for (;;) {
    const now = (await admin.client.market.findImportRuns()).find(({ id }) => id === run.id)!
    if (now.status !== 'RUNNING') return now
  }
}

test('an empty market says so and answers empty lists', async () => {
  expect(await investor.client.market.findState()).toMatchObject({
    source: 'simulated',
    marketDay: null,
    isOpen: false,
  })
  expect(await investor.client.stock.getTopWinners({ params: { limit: 10, timing: 'WEEK' } })).toEqual([])
  expect(await investor.client.stock.fundamental({ body: { symbol: 'AAA' } })).toBeNull()
  expect(
    await investor.client.stock.byRange({
      body: { symbol: 'AAA', start: '1700-01-01', end: '2026-01-01', timing: '_D' },
    }),
  ).toEqual([])
  await expect(admin.client.market.activateSource({ body: { source: 'import' } })).rejects.toThrow('no prices yet')
})

test('an uploaded file is imported, its bad line reported, and the market follows', async () => {
  const run = await admin.client.market.uploadFile({
    params: { name: 'prices.csv', replace: false },
    query: {},
    file: new Blob([prices]),
  })
  expect(await finished(run)).toMatchObject({ fileName: 'prices.csv', status: 'DONE', rowsAdded: 9, rowsRefused: 1 })
  expect(await admin.client.market.findRefusedLines({ params: { runId: run.id, start: 0, count: 10 } })).toEqual({
    total: 1,
    result: [{ line: 11, reason: 'high 9 is below low 11', content: 'AAA,2021-04-22,10,9,11,10,5' }],
  })
  expect(await investor.client.market.findState()).toMatchObject({
    source: 'import',
    mode: 'closed',
    marketDay: '2021-04-21',
    isOpen: false,
  })
  expect(await investor.client.stock.getTopWinners({ params: { limit: 10, timing: 'WEEK' } })).toMatchObject([
    { code: 'AAA', weekOpen: 10, weekClose: 11 },
  ])
})

test('a file of the folder is imported by its name, and nothing outside of it can be named', async () => {
  expect(await admin.client.market.findImportFiles()).toEqual([
    { name: 'more.csv', byteCount: expect.any(Number) as number },
  ])
  for (const name of ['secret.key', '../secret.key', '/etc/passwd', 'missing.csv']) {
    await expect(admin.client.market.importFile({ body: { name, replace: false } })).rejects.toThrow('no such file')
  }
  const run = await finished(await admin.client.market.importFile({ body: { name: 'more.csv', replace: false } }))
  expect(run).toMatchObject({ status: 'DONE', rowsAdded: 1 })
  expect(
    (await investor.client.stock.getTopLosers({ params: { limit: 1, timing: 'DAILY' } })).map(({ code }) => code),
  ).toEqual(['BBB'])
})

test('a file larger than any JSON body may be uploaded', async () => {
  const rows = Array.from({ length: 60_000 }, () => 'AAA,2021-04-21,10,12,9,11,5')
  const file = new Blob([`symbol,date,open,high,low,close,volume\n${rows.join('\n')}\n`])
  expect(file.size).toBeGreaterThan(1_048_576)
  const run = await finished(
    await admin.client.market.uploadFile({ params: { name: 'large.csv', replace: false }, query: {}, file }),
  )
  expect(run).toMatchObject({ status: 'DONE', rowsAdded: 0, rowsUnchanged: 1, rowsRefused: 59_999 })
})

test('imports are for administrators alone', async () => {
  await expect(investor.client.market.findImportRuns()).rejects.toMatchObject({ status: 403 })
  await expect(
    investor.client.market.uploadFile({
      params: { name: 'x.csv', replace: false },
      query: {},
      file: new Blob([prices]),
    }),
  ).rejects.toMatchObject({ status: 403 })
})

test('the search needs three characters or a whole code, and orders codes before words before parts', async () => {
  const { pool, clock } = app.services
  const add = (code: string, name: string) =>
    pool.query(
      `insert into instrument (id, source, code, code_key, name, name_key, asset_type, created_at) values (gen_random_uuid(), 'import', $1, $1, $2, lower($2), 'EQUITY', $3)`,
      [code, name, new Date(clock.nowMs())],
    )
  await Promise.all([
    add('APP', 'Zeta'),
    add('AAPL', 'Apple Inc'),
    add('SNPL', 'Snapple Group'),
    add('PCT', '100% Pure'),
    add('F', 'Ford Motor'),
  ])
  const find = async (keyword: string) =>
    (await investor.client.stock.searchByKeyword({ params: { keyword } })).map(({ code }) => code)
  expect(await find('APP')).toEqual(['APP', 'AAPL', 'SNPL'])
  expect(await find('ápple')).toEqual(['AAPL', 'SNPL'])
  expect(await find('AP')).toEqual([])
  expect([await find('f'), await find('FO')]).toEqual([['F'], []])
  expect(await find('0%')).toEqual([])
  expect(await find('00%')).toEqual(['PCT'])
  expect(await find('%%%')).toEqual([])
})
