// What a caller learns about a file before it is imported: whole, by its beginning, in an archive, and of the folder.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let admin: TestUser
let folder: string

const header = 'date,open,high,low,close,volume'
const rows = (dates: readonly string[]) => [header, ...dates.map((date) => `${date},10,11,9,10,1`), ''].join('\n')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-inspect-'))
  await writeFile(join(folder, 'daily_AAPL.csv'), rows(['2021-04-20']))
  app = await startTestApp({ environment: { CLUBFOLIO_MARKET_DATA: folder, CLUBFOLIO_DATA: join(folder, 'data') } })
  admin = await app.signUp(['ADMINISTRATORS'])
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const inspect = (name: string, content: string | Uint8Array<ArrayBuffer>, isWhole = true) =>
  admin.client.market.inspectUpload({ params: { name, isWhole }, file: new Blob([content]) })

const plain = { kind: 'daily prices (as traded)', fault: null, candidates: [], needsDateOrder: false }

test('a file of the folder states its symbol by its name, and other files cannot be named', async () => {
  expect(await admin.client.market.inspectFile({ query: { name: 'daily_AAPL.csv' } })).toEqual([
    { ...plain, name: 'daily_AAPL.csv', needsSymbol: true, symbol: 'AAPL' },
  ])
  await expect(admin.client.market.inspectFile({ query: { name: '../secret.key' } })).rejects.toMatchObject({
    status: 404,
  })
})

test('each table of an archive is described, and one that cannot be imported says why', async () => {
  const content = zipSync({
    'AAPL-MSFT.csv': strToU8(rows(['4/5/2021'])),
    'wide.csv': strToU8(`symbol,${header}\nAAPL,2021-04-20,10,11,9,10,1\n`),
    'picture.csv': strToU8('%PDF-1.7'),
    'two-ways.csv': strToU8(rows(['4/13/2021', '13/4/2021'])),
  })
  const found = await inspect('all.zip', new Uint8Array(content))
  expect(found).toMatchObject([
    { name: 'AAPL-MSFT.csv', needsSymbol: true, symbol: null, candidates: ['AAPL', 'MSFT'], needsDateOrder: true },
    { ...plain, name: 'wide.csv', needsSymbol: false, symbol: null },
    { name: 'picture.csv', kind: null, fault: expect.stringContaining('a PDF document') as string },
    { name: 'two-ways.csv', needsDateOrder: false, fault: expect.stringContaining('two ways') as string },
  ])
  expect(await inspect('broken.zip', new Uint8Array(content.subarray(0, 200)))).toMatchObject([
    { name: 'broken.zip', kind: null, fault: expect.stringContaining('could not be read to its end') as string },
  ])
})

test('the beginning of a compressed file is enough', async () => {
  const dates = Array.from({ length: 20_000 }, (_, index) => `${(index % 12) + 1}/${(index % 28) + 1}/2021`)
  const random = dates.map((date, index) => `${date},${1_000 + ((index * 7_919) % 4_001)},9999,1,10,1`)
  const packed = gzipSync([header, ...random].join('\n'))
  const beginning = new Uint8Array(packed.subarray(0, packed.length / 2))
  expect(await inspect('AAPL.csv.gz', beginning, false)).toEqual([
    { ...plain, name: 'AAPL.csv.gz', needsSymbol: true, symbol: 'AAPL' },
  ])
})

test('nothing of it stays', async () => {
  expect(await readdir(join(app.services.config.dataDirectory, 'uploads'))).toEqual([])
  expect(await admin.client.market.findImportRuns()).toEqual([])
  const { rows: found } = await app.services.pool.query(`select from instrument where source = 'import'`)
  expect(found).toEqual([])
})
