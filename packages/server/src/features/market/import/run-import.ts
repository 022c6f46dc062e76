// Imports one file in one transaction: recognises it, passes it to the importer of its kind, recomputes dependent data,
// and leaves a record. An unusable file stores no bar; refused lines never stop a file. The record's end is written in
// the same transaction, so it never claims that nothing was stored when something was, nor the reverse.
import { toError } from '../../../kernel/to-error.ts'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Refusal } from '@clubfolio/contract'
import { newYorkDateAt } from '@clubfolio/domain'
import type { PoolClient } from 'pg'
import type { AssetType } from '../../../db/tables/market-tables.ts'
import { startTask, TaskCancelled, type RunningTask } from '../../task/write-task.ts'
import { queriesOn } from '../../../db/queries-on.ts'
import { refusalOfDatabase } from '../../../kernel/database-refusal.ts'
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
import { runLimited } from './in-own-transaction.ts'
import { usualLimits, type ImportLimits } from './import-limits.ts'
import { noteProgress, openRun, writeRunEnd, type RunEnd } from './import-run.ts'
import { readLines, UnreadableFile, type LineBatch } from './read-lines.ts'
import { errorCodeOf } from '../../../kernel/error-code.ts'

export interface ImportOrder {
  readonly path: string
  /** The name shown to users; the file's own by default. */
  readonly name?: string
  readonly replace: boolean
  /** The symbol of a file without a symbol column; taken from the file's name by default. */
  readonly code?: string
  readonly startedBy: string | null
  /** Defaults to `usualLimits`. */
  readonly limits?: Partial<ImportLimits>
  readonly onProgress?: (progress: {
    readonly bytesRead: number
    readonly byteCount: number
    readonly counts: ImportCounts
  }) => void
}

export type ImportServices = Pick<PooledServices, 'db' | 'pool' | 'clock' | 'log'>

/** Opens the record of an import; `work` resolves when it is over, whatever the outcome, and never rejects. */
export async function startImport(
  services: ImportServices,
  order: ImportOrder,
): Promise<{ runId: string; work: Promise<void> }> {
  const client = await services.pool.connect()
  try {
    if (!(await lockImports(client))) throw new Refusal('importRunning')
    const { size } = await stat(order.path)
    const name = order.name ?? basename(order.path)
    const runId = await openRun(services.db, services.clock, { name, byteCount: size, startedBy: order.startedBy })
    const work = runImport(services, client, { order: { ...order, name }, runId, byteCount: size }).finally(() =>
      releaseLock(client),
    )
    return { runId, work }
  } catch (error) {
    await releaseLock(client)
    throw error
  }
}

/** The number of the advisory lock that a running import holds. */
export const importLock = 4_600_001

/**
 * Takes the import lock: one import at a time, so that two files never wait for each other's instruments. It is an
 * optimisation only; keys protect the rows.
 */
async function lockImports(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [importLock])
  return rows[0]!.free
}

async function releaseLock(client: PoolClient): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock($1)', [importLock])
    client.release()
  } catch (error) {
    client.release(toError(error))
  }
}

const progressEveryMs = 300
/** A task counts an import in KB, because the number of rows is known only at the end. */
const bytesPerStep = 1_024

interface RunImportOptions {
  readonly order: ImportOrder & { name: string }
  readonly runId: string
  readonly byteCount: number
}

async function runImport(
  services: ImportServices,
  client: PoolClient,
  { order, runId, byteCount }: RunImportOptions,
): Promise<void> {
  const { db, pool, clock, log } = services
  const counts: ImportCounts = {
    rowsRead: 0,
    rowsAdded: 0,
    rowsUnchanged: 0,
    rowsReplaced: 0,
    rowsRefused: 0,
    instrumentsAdded: 0,
  }
  const limits = { ...usualLimits, ...order.limits }
  const context: ImportContext = {
    client,
    pool,
    clock,
    limits,
    counts,
    replace: order.replace,
    refused: [],
    touched: new Set(),
    known: new Map(),
    fresh: [],
    fileCode: order.code ?? codeOfFile(order.name),
    fileAssetType: assetTypeOfFile(order.name),
    today: newYorkDateAt(clock.nowMs()),
  }
  const reading = { bytesRead: 0, kind: undefined as FileKind | undefined, marketDay: null as string | null }
  const total = Math.ceil(byteCount / bytesPerStep)
  let task: RunningTask | undefined
  try {
    const begun = (task = await startTask(db, clock, {
      name: `Import ${order.name}`,
      total,
      onCancel: 'Nothing of this file was stored.',
      ...(order.startedBy === null ? {} : { ownerId: order.startedBy }),
    }))
    const report = createReporter(services, runId, async (bytesRead) => {
      order.onProgress?.({ bytesRead, byteCount, counts })
      await begun.advance(Math.min(total, Math.floor(bytesRead / bytesPerStep)), total)
    })
    const onBytes = async (bytesRead: number) => {
      begun.signal.throwIfAborted()
      await report((reading.bytesRead = bytesRead), counts)
    }
    await runLimited(client, limits)
    context.known = await loadKnownInstruments(client, 'import')
    reading.kind = await readInto(context, order.path, onBytes)
    reading.marketDay = await settle(services, context, begun.signal)
    const isActive =
      bringsPrices(reading) && reading.marketDay !== null && (await activate(services, client, order.startedBy))
    await writeRunEnd(await queriesOn(client), clock, runId, {
      status: 'DONE',
      kind: reading.kind.label,
      bytesRead: byteCount,
      counts,
      refused: context.refused.toSorted((a, b) => a.line - b.line),
      message: describe(counts, reading, isActive),
    })
    begun.signal.throwIfAborted()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    const isCancelled = error instanceof TaskCancelled
    const isPlain = error instanceof UnreadableFile
    if (!isPlain && !isCancelled) log.error({ err: error, runId }, 'import failed')
    const message = isCancelled
      ? 'Cancelled. Nothing of this file was stored.'
      : isPlain
        ? `${error.message} Nothing of this file was stored.`
        : faultWords(error, runId)
    const none = { ...counts, rowsAdded: 0, rowsUnchanged: 0, rowsReplaced: 0, instrumentsAdded: 0 }
    const end: RunEnd = {
      status: isCancelled ? 'CANCELLED' : 'FAILED',
      kind: reading.kind?.label ?? null,
      bytesRead: reading.bytesRead,
      counts: none,
      refused: context.refused,
      message,
    }
    // Updating the record waits for a commit that is still in progress, and detects one whose response was lost.
    const isStored = await inTransaction(db, (trx) => writeRunEnd(trx, clock, runId, end)).then(
      (isEnded) => !isEnded,
      (fault: unknown) => {
        // The record keeps running until close-interrupted-runs.ts ends it.
        log.error({ err: fault, runId }, 'the end of an import could not be recorded')
        return false
      },
    )
    if (!isStored) {
      await task
        ?.fail(isCancelled ? error : message)
        .catch((fault: unknown) => log.error({ err: fault, runId }, 'the end of a task could not be recorded'))
      return
    }
  }
  await task
    ?.complete()
    .catch((error: unknown) => log.error({ err: error, runId }, 'the end of a task could not be recorded'))
}

interface Read {
  readonly kind: FileKind | undefined
  readonly marketDay: string | null
}

const bringsPrices = ({ kind }: Read): boolean => kind?.kind === 'daily' || kind?.kind === 'minute'

/** Activates the imported market and returns whether it is active now; a failure does not roll back the file. */
async function activate(
  { clock, log }: ImportServices,
  client: PoolClient,
  startedBy: string | null,
): Promise<boolean> {
  await client.query('savepoint before_activation')
  try {
    await activateSource(await queriesOn(client), clock, 'import', startedBy)
    return true
  } catch (error) {
    await client.query('rollback to savepoint before_activation')
    log.error({ err: error }, 'the imported market could not be made active')
    return false
  }
}

const codes = { lockTimeout: '55P03', statementTimeout: '57014' }

/** Describes why an import stopped that neither its file nor its owner ended. */
function faultWords(error: unknown, runId: string): string {
  const code = errorCodeOf(error)
  if (code === codes.lockTimeout)
    return 'Another program used the market tables for too long. Nothing of this file was stored. Import it again.'
  if (code === codes.statementTimeout)
    return 'A step of the import took longer than it may. Nothing of this file was stored; cut it into smaller ones.'
  return (
    `${refusalOfDatabase(error)?.message ?? 'The import stopped on a fault.'} Nothing of this file was stored; run ` +
    `${runId} is in the log.`
  )
}

/** Reads header and first row to detect the kind, then passes on all lines, including the header. */
async function readInto(
  context: ImportContext,
  path: string,
  onBytes: (bytesRead: number) => Promise<void>,
): Promise<FileKind> {
  const batches = readLines(path, context.limits.unpacking)
  const first = await batches.next()
  if (first.done) throw new UnreadableFile('The file is empty.')
  const opening = first.value
  const [header = '', row] = opening.lines
  const kind = recogniseFile(header, row)
  if (!kind)
    throw new UnreadableFile(
      `The columns "${header.slice(0, 200)}" are none of the known kinds: daily or minute prices need date, ` +
        'open, high, low and close, listings need symbol and name.',
    )
  async function* all(): AsyncGenerator<LineBatch> {
    yield opening
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

/**
 * Recomputes everything derived from bars and splits, in the same transaction. Returns the market day of the import
 * source.
 */
async function settle(
  { clock }: ImportServices,
  { client, touched }: ImportContext,
  signal: AbortSignal,
): Promise<string | null> {
  const ids = [...touched]
  if (ids.length > 0) {
    signal.throwIfAborted()
    await rewriteSplitSegments(client, ids)
    signal.throwIfAborted()
    // If another session is analyzing the table right now, that is enough.
    await client.query('analyze (skip_locked) daily_bar')
    await recomputeStat(client, clock, ids)
    signal.throwIfAborted()
    // A file may bring or replace bars of any day, or splits.
    await client.query('update level_due set rewrites = true where instrument_id = any($1::uuid[])', [ids])
  }
  return refreshSource(client, clock, 'import')
}

function createReporter(
  { db }: ImportServices,
  runId: string,
  tell: (bytesRead: number) => Promise<void>,
): (bytesRead: number, counts: ImportCounts) => Promise<void> {
  let lastMs = performance.now()
  return async (bytesRead, counts) => {
    if (performance.now() - lastMs < progressEveryMs) return
    lastMs = performance.now()
    await tell(bytesRead)
    await noteProgress(db, runId, bytesRead, counts)
  }
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

function describe(counts: ImportCounts, reading: Read, isActive: boolean): string {
  const parts = [counted(counts.rowsAdded, 'row added', 'rows added')]
  if (counts.rowsUnchanged > 0) parts.push(`${counts.rowsUnchanged.toLocaleString('en-US')} already there`)
  if (counts.rowsReplaced > 0) parts.push(`${counts.rowsReplaced.toLocaleString('en-US')} replaced`)
  if (counts.instrumentsAdded > 0) parts.push(counted(counts.instrumentsAdded, 'new instrument', 'new instruments'))
  parts.push(
    counts.rowsRefused === 0 ? 'no line refused' : counted(counts.rowsRefused, 'line refused', 'lines refused'),
  )
  return bringsPrices(reading)
    ? `${parts.join(', ')}. ${describeMarket(reading.marketDay, isActive)}`
    : `${parts.join(', ')}.`
}

function describeMarket(marketDay: string | null, isActive: boolean): string {
  if (marketDay === null) return 'The imported market has no prices yet.'
  if (isActive) return `The imported market is active; its market day is ${marketDay}.`
  return (
    `The imported market, whose market day is ${marketDay}, was not made active; that is done on the page Market ` +
    'Data.'
  )
}

/** Returns the symbol in a file's name: `SPY-yahoo-2007-2017.csv.gz` is SPY, `aapl.us.txt` is AAPL. */
export function codeOfFile(name: string): string {
  const stem = basename(name).replace(/(\.(csv|tsv|txt|gz))+$/i, '')
  return normalCode(/^\^?[A-Za-z0-9.]+/.exec(stem)?.[0] ?? 'UNKNOWN').slice(0, 20)
}

function assetTypeOfFile(name: string): AssetType {
  const words = basename(name)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  if (words.includes('etf') || words.includes('etfs')) return 'ETF'
  return words.includes('index') ? 'INDEX' : 'EQUITY'
}
