// `npm run import -- FILE… [--replace] [--symbol CODE] [--dates mdy|dmy] [--activate-anyway]`: imports files of prices
// or listings, with or without a running server, and reports the result of each and which market is active now. Says
// first which symbol it takes a file without a symbol column for. Exits with 1 when a file failed.
import { toError } from './kernel/to-error.ts'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Refusal } from '@clubfolio/contract'
import { dateOrders, symbolPattern } from '@clubfolio/domain'
import { DataFolderRefusal } from './db/embedded/data-folder-refusal.ts'
import { migrate } from './db/migrate.ts'
import { normalCode } from './features/market/import/check-daily-line.ts'
import type { ImportOrder, ImportServices } from './features/market/import/import-order.ts'
import { findRun } from './features/market/import/import-run.ts'
import { startImport } from './features/market/import/run-import.ts'
import { ManualClock, systemClock } from './kernel/clock.ts'
import { openUploadFolder } from './features/market/receive-upload.ts'
import { completeSource } from './features/market/refresh-source.ts'
import { ConfigError, readConfig } from './kernel/config.ts'
import { chooseFormat, createLog } from './kernel/log.ts'
import { openSharedDatabase } from './start/open-shared-database.ts'
import { errorCodeOf } from './kernel/error-code.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const shownRefusals = 20
const usage = 'Say: npm run import -- FILE… [--replace] [--symbol CODE] [--dates mdy|dmy] [--activate-anyway]'

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      symbol: { type: 'string' },
      dates: { type: 'string' },
      'activate-anyway': { type: 'boolean', default: false },
    },
  })
  const dates = dateOrders.find((order) => order === values.dates)
  if (values.dates !== undefined && dates === undefined)
    throw new ConfigError(`--dates is mdy (month first) or dmy (day first), not "${values.dates}".`)
  if (values.symbol !== undefined && !symbolPattern.test(normalCode(values.symbol)))
    throw new ConfigError(`"${values.symbol}" is not a symbol.`)
  if (positionals.length === 0) throw new ConfigError(`No file was named. ${usage}`)
  for (const path of positionals) if (!existsSync(path)) throw new ConfigError(`There is no file ${path}.`)
  if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
  const config = readConfig({ ...process.env, CLUBFOLIO_LOG: process.env['CLUBFOLIO_LOG'] ?? 'error' }, `${root}.data`)
  await mkdir(config.dataDirectory, { recursive: true })
  const log = createLog(config.logLevel, chooseFormat(config.logFormat))
  const database = await openSharedDatabase(config, log)
  try {
    await migrate(database.db, { onWait: (why) => log.warn({ why }, 'the import waits') })
    const clock = config.fixedNowMs === undefined ? systemClock : new ManualClock(config.fixedNowMs)
    const services: ImportServices = { db: database.db, pool: database.pool, clock, log }
    const choices: Choices = {
      replace: values.replace,
      activatesAnyway: values['activate-anyway'],
      openFolder: () => openUploadFolder(config.dataDirectory),
      ...(values.symbol === undefined ? {} : { symbols: [normalCode(values.symbol)] }),
      ...(dates === undefined ? {} : { dates }),
    }
    let isAllDone = true
    for (const path of positionals) isAllDone = (await importOne(services, path, choices)) && isAllDone
    // The files of one call are the complete import.
    await completeSource(database.db, clock, 'import')
    return isAllDone
  } finally {
    await database.close()
  }
}

type Choices = Pick<ImportOrder, 'replace' | 'symbols' | 'dates' | 'activatesAnyway' | 'openFolder'>

async function importOne(services: ImportServices, path: string, choices: Choices): Promise<boolean> {
  const name = basename(path)
  const { runId, work } = await startImport(services, {
    ...choices,
    path,
    startedBy: null,
    onSymbol: (table, symbol) => console.log(`${table}: prices of ${symbol}`),
    onProgress: ({ bytesRead, byteCount, counts }) =>
      showProgress(
        `${name}: ${Math.floor((100 * bytesRead) / Math.max(byteCount, 1))} % read, ` +
          `${counts.rowsRead.toLocaleString('en-US')} rows`,
      ),
  })
  await work
  const run = await findRun(services.db, runId)
  showProgress('')
  console.log(`${name}: ${run.message ?? run.status}`)
  const refused = await services.db
    .selectFrom('market_import_refusal')
    .select(['line', 'reason'])
    .where('run_id', '=', runId)
    .orderBy('position')
    .limit(shownRefusals)
    .execute()
  for (const { line, reason } of refused) console.log(`  ${name}:${line}: ${reason}`)
  if (run.rowsRefused > refused.length)
    console.log(
      `  … and ${(run.rowsRefused - refused.length).toLocaleString('en-US')} more; all of them are on the page ` +
        'Market Data.',
    )
  return run.status === 'DONE'
}

/** One line that overwrites itself on a terminal; silent in a pipe. */
function showProgress(words: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[2K${words}`)
}

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  const isPlain =
    error instanceof ConfigError ||
    error instanceof DataFolderRefusal ||
    error instanceof Refusal ||
    errorCodeOf(error)?.startsWith('ERR_PARSE_ARGS')
  console.error(isPlain ? toError(error).message : error)
  process.exitCode = 2
}
