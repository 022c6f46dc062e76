// One file, one transaction: recognises the file, hands it to the importer of its kind, recomputes what depends on it, and
// leaves a record. A file that cannot be used leaves no bar behind; refused lines never stop a file.
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Refusal } from '@clubfolio/contract'
import { newYorkDateAt, type EpochMs } from '@clubfolio/domain'
import type { PoolClient } from 'pg'
import type { AssetType } from '../../../db/tables/market-tables.ts'
import { startTask, TaskCancelled, type RunningTask } from '../../task/write-task.ts'
import { inTransaction } from '../../../kernel/transaction.ts'
import type { PooledServices } from '../../../services.ts'
import { activateSource } from '../activate-source.ts'
import { recomputeStat } from '../recompute-stat.ts'
import { refreshSource } from '../refresh-source.ts'
import { rewriteSplitSegments } from '../rewrite-split-segments.ts'
import { normalCode } from './check-daily-line.ts'
import { recogniseFile, type FileKind } from './file-kind.ts'
import { loadKnownInstruments, type ImportContext, type ImportCounts } from './import-context.ts'
import { importDailyBars } from './import-daily-bars.ts'
import { importListing } from './import-listing.ts'
import { importMinuteBars } from './import-minute-bars.ts'
import { importSplitSteps } from './import-split-steps.ts'
import { closeRun, noteProgress, openRun } from './import-run.ts'
import { readLines, UnreadableFile, type LineBatch } from './read-lines.ts'

export interface ImportOrder {
  readonly path: string
  /** The name shown to people; by default the file's own. */
  readonly name?: string
  readonly replace: boolean
  /** The symbol of a file without a symbol column; by default read from the file's name. */
  readonly code?: string
  readonly startedBy: string | null
  readonly onProgress?: (progress: { readonly bytesRead: number; readonly byteCount: number; readonly counts: ImportCounts }) => void
}

export type ImportServices = Pick<PooledServices, 'db' | 'pool' | 'clock' | 'log'>

/** Opens the record of an import; `work` resolves when it is over, whatever came of it, and never rejects. */
export async function startImport(services: ImportServices, order: ImportOrder): Promise<{ runId: string; work: Promise<void> }> {
  const client = await services.pool.connect()
  try {
    if (!(await lockImports(client))) throw new Refusal('importRunning')
    const { size } = await stat(order.path)
    const name = order.name ?? basename(order.path)
    const runId = await openRun(services.db, services.clock, { name, byteCount: size, startedBy: order.startedBy })
    const work = runImport(services, client, { ...order, name }, runId, size).finally(() => releaseLock(client))
    return { runId, work }
  } catch (error) {
    await releaseLock(client)
    throw error
  }
}

/** The number of the advisory lock that a running import holds. */
export const importLock = 4_600_001

/** One import at a time, so that two files never wait for each other's instruments. Only a hint: keys guard the rows. */
async function lockImports(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [importLock])
  return rows[0]!.free
}

async function releaseLock(client: PoolClient): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock($1)', [importLock])
    client.release()
  } catch (error) {
    client.release(error as Error)
  }
}

const progressEveryMs = 300
/** A task counts an import in KB: the number of its rows is known at its end only. */
const bytesPerStep = 1_024

async function runImport(services: ImportServices, client: PoolClient, order: ImportOrder & { name: string }, runId: string, byteCount: number): Promise<void> {
  const { db, clock, log } = services
  const counts: ImportCounts = { rowsRead: 0, rowsAdded: 0, rowsUnchanged: 0, rowsReplaced: 0, rowsRefused: 0, instrumentsAdded: 0 }
  const context: ImportContext = {
    client, clock, counts, replace: order.replace, refused: [], touched: new Set(), known: new Map(), fresh: [],
    fileCode: order.code ?? codeOfFile(order.name), fileAssetType: assetTypeOfFile(order.name), today: newYorkDateAt(clock.nowMs() as EpochMs),
  }
  const reading = { bytesRead: 0, kind: undefined as FileKind | undefined }
  const total = Math.ceil(byteCount / bytesPerStep)
  let task: RunningTask | undefined
  try {
    const begun = (task = await startTask(db, clock, { name: `Import ${order.name}`, total, onCancel: 'Nothing of this file was stored.', ...(order.startedBy === null ? {} : { ownerId: order.startedBy }) }))
    const report = createReporter(services, runId, async (bytesRead) => {
      order.onProgress?.({ bytesRead, byteCount, counts })
      await begun.advance(Math.min(total, Math.floor(bytesRead / bytesPerStep)), total)
    })
    const onBytes = async (bytesRead: number) => {
      begun.signal.throwIfAborted()
      await report((reading.bytesRead = bytesRead), counts)
    }
    await client.query('begin')
    context.known = await loadKnownInstruments(client, 'import')
    reading.kind = await readInto(context, order.path, onBytes)
    const marketDay = await settle(services, context, begun.signal)
    begun.signal.throwIfAborted()
    await client.query('commit')
    const bringsPrices = reading.kind.kind === 'daily' || reading.kind.kind === 'minute'
    if (bringsPrices && marketDay !== null) await inTransaction(db, (trx) => activateSource(trx, clock, 'import', order.startedBy))
    await closeRun(db, clock, runId, {
      status: 'DONE', kind: reading.kind.label, bytesRead: byteCount, counts, refused: context.refused.toSorted((a, b) => a.line - b.line), message: describe(counts, bringsPrices, marketDay),
    })
    await begun.advance(total, total).catch(() => undefined)
    await begun.complete()
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    const isCancelled = error instanceof TaskCancelled
    const isPlain = error instanceof UnreadableFile
    if (!isPlain && !isCancelled) log.error({ err: error, runId }, 'import failed')
    const message = isCancelled ? 'Cancelled. Nothing of this file was stored.' : isPlain ? `${error.message} Nothing of this file was stored.` : `The import stopped on a fault. Nothing of this file was stored; run ${runId} is in the log.`
    const none = { ...counts, rowsAdded: 0, rowsUnchanged: 0, rowsReplaced: 0, instrumentsAdded: 0 }
    await closeRun(db, clock, runId, { status: isCancelled ? 'CANCELLED' : 'FAILED', kind: reading.kind?.label ?? null, bytesRead: reading.bytesRead, counts: none, refused: context.refused, message })
      .catch((fault: unknown) => log.error({ err: fault, runId }, 'the end of an import could not be recorded'))
    await task?.fail(isCancelled ? error : message).catch((fault: unknown) => log.error({ err: fault, runId }, 'the end of a task could not be recorded'))
  }
}

/** Reads header and first row to learn the kind, then hands all lines on, the header included. */
async function readInto(context: ImportContext, path: string, onBytes: (bytesRead: number) => Promise<void>): Promise<FileKind> {
  const batches = readLines(path)
  const first = await batches.next()
  if (first.done) throw new UnreadableFile('The file is empty.')
  const [header = '', row] = first.value.lines
  const kind = recogniseFile(header, row)
  if (!kind) throw new UnreadableFile(`The columns "${header.slice(0, 200)}" are none of the known kinds: daily or minute prices need date, open, high, low and close, listings need symbol and name.`)
  async function* all(): AsyncGenerator<LineBatch> {
    yield first.value as LineBatch
    for await (const batch of batches) {
      await onBytes(batch.bytesRead)
      yield batch
    }
  }
  if (kind.kind === 'daily') await importDailyBars(context, kind, all())
  else if (kind.kind === 'minute') await importMinuteBars(context, kind, all())
  else if (kind.kind === 'split-steps') await importSplitSteps(context, kind, all())
  else await importListing(context, kind, all())
  return kind
}

/** Everything derived from bars and splits, in the same transaction. Answers the market day of the import source. */
async function settle({ clock }: ImportServices, { client, touched }: ImportContext, signal: AbortSignal): Promise<string | null> {
  const ids = [...touched]
  if (ids.length > 0) {
    signal.throwIfAborted()
    await rewriteSplitSegments(client, ids)
    signal.throwIfAborted()
    await client.query('analyze daily_bar')
    await recomputeStat(client, clock, ids)
    signal.throwIfAborted()
    // A file may bring or replace bars of any day, or splits.
    await client.query('update level_due set rewrites = true where instrument_id = any($1::uuid[])', [ids])
  }
  return refreshSource(client, clock, 'import')
}

function createReporter({ db }: ImportServices, runId: string, tell: (bytesRead: number) => Promise<void>): (bytesRead: number, counts: ImportCounts) => Promise<void> {
  let lastMs = performance.now()
  return async (bytesRead, counts) => {
    if (performance.now() - lastMs < progressEveryMs) return
    lastMs = performance.now()
    await tell(bytesRead)
    await noteProgress(db, runId, bytesRead, counts)
  }
}

const counted = (count: number, one: string, many: string): string => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

function describe(counts: ImportCounts, bringsPrices: boolean, marketDay: string | null): string {
  const parts = [counted(counts.rowsAdded, 'row added', 'rows added')]
  if (counts.rowsUnchanged > 0) parts.push(`${counts.rowsUnchanged.toLocaleString('en-US')} already there`)
  if (counts.rowsReplaced > 0) parts.push(`${counts.rowsReplaced.toLocaleString('en-US')} replaced`)
  if (counts.instrumentsAdded > 0) parts.push(counted(counts.instrumentsAdded, 'new instrument', 'new instruments'))
  parts.push(counts.rowsRefused === 0 ? 'no line refused' : counted(counts.rowsRefused, 'line refused', 'lines refused'))
  if (!bringsPrices) return `${parts.join(', ')}.`
  const active = marketDay === null ? 'The imported market has no prices yet.' : `The imported market is active; its market day is ${marketDay}.`
  return `${parts.join(', ')}. ${active}`
}

/** `SPY-yahoo-2007-2017.csv.gz` is SPY, `aapl.us.txt` is AAPL. */
export function codeOfFile(name: string): string {
  const stem = basename(name).replace(/(\.(csv|tsv|txt|gz))+$/i, '')
  return normalCode(/^\^?[A-Za-z0-9.]+/.exec(stem)?.[0] ?? 'UNKNOWN').slice(0, 20)
}

function assetTypeOfFile(name: string): AssetType {
  const words = basename(name).toLowerCase().split(/[^a-z0-9]+/)
  if (words.includes('etf') || words.includes('etfs')) return 'ETF'
  return words.includes('index') ? 'INDEX' : 'EQUITY'
}
