// The command as its user runs it: what it says, how it exits, and what is left of it when it is killed.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programFile } from '@clubfolio/domain/testing/program-file'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importLock } from './features/market/import/import-lock.ts'
import { startTestApp, type TestApp, type TestUser } from './testing/test-app.ts'

const program = programFile('server', 'import-file.ts')
let app: TestApp
let admin: TestUser
let folder: string
let databaseUrl = ''

beforeAll(async () => {
  app = await startTestApp({
    replace: (_services, url) => {
      databaseUrl = url
      return {}
    },
  })
  admin = await app.signUp(['ADMINISTRATORS'])
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-command-'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const start = (args: readonly string[]) =>
  spawn(process.execPath, [program, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, CLUBFOLIO_DATA: join(folder, 'data') },
  })

/** Runs the command; returns its exit code and what it printed. */
function run(...args: string[]): Promise<{ code: number | null; output: string; complaint: string }> {
  const child = start(args)
  const texts = { output: '', complaint: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.complaint += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...texts }))
  })
}

const write = (name: string, ...lines: string[]) =>
  writeFile(join(folder, name), ['date,open,high,low,close,volume', ...lines, ''].join('\n'))

test('the symbol is shown before the import, or asked for, and dates are asked for too', async () => {
  await write('daily_AAPL_2021.csv', '2021-04-20,10,11,9,10,1')
  expect(await run('daily_AAPL_2021.csv')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^daily_AAPL_2021\.csv: prices of AAPL\ndaily_AAPL_2021\.csv: 1 row added/) as string,
    complaint: '',
  })
  await write('AAPL-MSFT.csv', '4/5/2021,10,11,9,10,1')
  const open = await run('AAPL-MSFT.csv', '--dates', 'mdy')
  expect(open).toMatchObject({ code: 1, complaint: '' })
  expect(open.output).toContain('its name could mean AAPL or MSFT. Say which symbol it is')
  expect(open.output).toContain('--symbol AAPL')
  const dates = await run('AAPL-MSFT.csv', '--symbol', 'MSFT')
  expect(dates.code).toBe(1)
  expect(dates.output).toContain('--dates mdy (month first) or --dates dmy (day first)')
  expect(await run('AAPL-MSFT.csv', '--symbol', 'MSFT', '--dates', 'mdy')).toMatchObject({ code: 0 })
  expect(await run('AAPL-MSFT.csv', '--dates', 'month')).toMatchObject({
    code: 2,
    complaint: '--dates is mdy (month first) or dmy (day first), not "month".\n',
  })
})

test('a file of which nothing was usable, or that is no table, ends with 1 and a sentence', async () => {
  await write('TSLA.csv', 'nonsense')
  const refused = await run('TSLA.csv')
  expect(refused).toMatchObject({ code: 1, complaint: '' })
  expect(refused.output).toContain('Its only line was refused')
  await writeFile(join(folder, 'table.parquet'), Buffer.from('PAR1\0\0'))
  const binary = await run('table.parquet')
  expect(binary).toMatchObject({ code: 1, complaint: '' })
  expect(binary.output).toBe(
    'table.parquet: The file seems to be a Parquet file. Export the table as CSV text and import that. Nothing of ' +
      'this file was stored.\n',
  )
})

test('a market of which too little was understood is made active when the administrator says so', async () => {
  await admin.client.market.activateSource({ body: { source: 'import' } })
  await app.services.pool.query(
    `update market_source set is_active = false; update market_source set is_active = true where source = 'simulated'`,
  )
  await write('NFLX.csv', '2021-04-20,10,11,9,10,1', 'nonsense')
  const kept = await run('NFLX.csv')
  expect(kept.code).toBe(0)
  expect(kept.output).toContain('Only 50 percent of NFLX.csv was understood (1 of 2 lines)')
  await expect(admin.client.market.activateSource({ body: { source: 'import' } })).rejects.toMatchObject({
    status: 409,
  })
  expect(await admin.client.market.findSources()).toContainEqual(
    expect.objectContaining({ doubt: { file: 'NFLX.csv', table: null, rowsRead: 2, rowsUnderstood: 1 } }),
  )
  expect((await run('NFLX.csv', '--activate-anyway')).output).toContain('The imported market is active')
  await admin.client.market.activateSource({ body: { source: 'import', anyway: true } })
})

test('an import that is killed while a server runs is shown as failed at once', async () => {
  // Nothing writes to the pipe, so the import is in the middle of its file.
  execFileSync('mkfifo', [join(folder, 'held.csv')])
  const child = start(['held.csv'])
  const gone = new Promise((resolve) => child.once('close', resolve))
  const find = async () => (await admin.client.market.findImportRuns()).find(({ fileName }) => fileName === 'held.csv')
  while ((await find())?.status !== 'RUNNING');
  child.kill('SIGKILL')
  await gone
  // The database ends the connection of a process that is gone.
  const holders = () => app.services.pool.query('select from pg_locks where objid = $1', [importLock])
  while ((await holders()).rows.length > 0);
  expect(await find()).toMatchObject({
    status: 'FAILED',
    message: 'The import was interrupted. Nothing of this file was stored; import it again.',
  })
})
