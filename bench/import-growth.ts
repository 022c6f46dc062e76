// The cost of an import as its file grows: the memory of its process for a file of millions of rows against a small
// one, each with bad lines and a duplicate row, and the time for a file of adjustment factors against one a quarter as
// long. Promises: memory at most doubles, and four times the rows take at most six times as long.
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSession, marketDay } from '../packages/domain/src/index.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import type { ImportCost } from './support/import-once.ts'
import { reportRow } from './support/report-row.ts'

const smallRows = 20_000
const minuteRows = 3_000_000
const dailyRows = 1_500_000
const fewSteps = 40_000
const manySteps = 4 * fewSteps
const mostMemoryTimes = 2
const mostTimeTimes = 6
/** One unusable line in this many, each as long as a line may be. */
const badLineEvery = 2_000
const minutesADay = 390

const program = fileURLToPath(new URL('./support/import-once.ts', import.meta.url))
const sessions = sessionsFrom('2006-01-03', 5_000)
const folder = await mkdtemp(join(tmpdir(), 'clubfolio-growth-'))
const database = await openBenchDatabase()
try {
  await compareMemory('minute bars', minuteRows, writeMinutes)
  await compareMemory('daily bars', dailyRows, writeDays)
  const few = await cost(await writeSteps('few', fewSteps))
  const many = await cost(await writeSteps('many', manySteps))
  reportRow({
    what: `import of ${manySteps.toLocaleString('en-US')} adjustment factors of one symbol against a quarter of them, in time`,
    value: many.tookMs / few.tookMs,
    bar: { atMost: mostTimeTimes },
    figures: `${Math.round(many.tookMs)} ms / ${Math.round(few.tookMs)} ms`,
  })
} finally {
  await database.close()
  await rm(folder, { recursive: true, force: true })
}

async function compareMemory(
  kind: string,
  rows: number,
  write: (name: string, rows: number) => Promise<string>,
): Promise<void> {
  const small = await cost(await write(`small-${kind.replace(' ', '-')}`, smallRows))
  const large = await cost(await write(`large-${kind.replace(' ', '-')}`, rows))
  if (large.rowsAdded !== rows)
    throw new Error(`The import of ${kind} brought ${large.rowsAdded} rows of ${rows}: ${large.message}`)
  reportRow({
    what: `peak memory of the import of ${rows.toLocaleString('en-US')} ${kind} against ${smallRows.toLocaleString('en-US')}`,
    value: large.peakMb / small.peakMb,
    bar: { atMost: mostMemoryTimes },
    figures: `${Math.round(large.peakMb)} MB / ${Math.round(small.peakMb)} MB; ${(large.tookMs / 1000).toFixed(0)} s, ${large.rowsRefused.toLocaleString('en-US')} lines refused`,
  })
}

/** Imports a file in a separate process, so that its memory is measured alone, and deletes it. */
async function cost(path: string): Promise<ImportCost> {
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', program, database.url, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  const [code] = (await once(child, 'close')) as [number | null]
  await rm(path)
  if (code !== 0) throw new Error(`The import of ${path} ended with ${code}.`)
  return JSON.parse(text) as ImportCost
}

/** Repeats the first row at the end, so that finding duplicates requires the whole file. */
function writeMinutes(name: string, rows: number): Promise<string> {
  return writeTable(name, 'symbol,date,open,high,low,close,volume', rows, (row) => {
    const perSymbol = sessions.length * minutesADay
    const within = row % perSymbol
    const minute = 9 * 60 + 30 + (within % minutesADay)
    const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    return `${symbolOf(name, Math.floor(row / perSymbol))},${sessions[Math.floor(within / minutesADay)]!} ${time},10,12,9,11,100`
  })
}

function writeDays(name: string, rows: number): Promise<string> {
  return writeTable(name, 'symbol,date,open,high,low,close,adj_close,volume,dividend,split', rows, (row) => {
    const within = row % sessions.length
    return `${symbolOf(name, Math.floor(row / sessions.length))},${sessions[within]!},10,12,9,11,11,100,${within % 60 === 0 ? 0.1 : 0},1`
  })
}

function symbolOf(name: string, number: number): string {
  return `${name.slice(0, 1).toUpperCase()}${name.includes('minute') ? 'M' : 'D'}${number}`
}

/** Factors that step up and down, day after day; more rows than days, so that days repeat. */
function writeSteps(name: string, rows: number): Promise<string> {
  const symbol = name.toUpperCase()
  return writeTable(
    name,
    'symbol,date,price_factor,split_factor,reference_close',
    rows,
    (row) => `${symbol},${sessions[row % sessions.length]!},1,${row % 2 === 0 ? 1 : 0.5},1`,
    false,
  )
}

async function writeTable(
  name: string,
  header: string,
  rows: number,
  rowOf: (row: number) => string,
  isSpoilt = true,
): Promise<string> {
  const path = join(folder, `${name}.csv`)
  const file = createWriteStream(path)
  const bad = `,${'x'.repeat(200)}`
  let piece = `${header}\n`
  for (let row = 0; row < rows; row++) {
    piece += `${rowOf(row)}\n`
    if (isSpoilt && row % badLineEvery === 0) piece += `${row}${bad}\n`
    if (piece.length < 1 << 18) continue
    if (!file.write(piece)) await once(file, 'drain')
    piece = ''
  }
  file.end(isSpoilt ? `${piece}${rowOf(0)}\n` : piece)
  await once(file, 'finish')
  return path
}

function sessionsFrom(first: string, count: number): string[] {
  const days: string[] = []
  for (let atMs = Date.parse(first); days.length < count; atMs += 86_400_000) {
    const day = marketDay(new Date(atMs).toISOString().slice(0, 10))
    if (isSession(day)) days.push(day)
  }
  return days
}
