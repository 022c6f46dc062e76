// Imports one file in one transaction: opens its tables, plans how each is read, passes it to the importer of its kind,
// recomputes dependent data, and leaves a record. An unusable file stores no bar; refused lines never stop a file. The
// record's end is written in the same transaction, so it never claims that nothing was stored when something was, nor
// the reverse.
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Refusal } from '@clubfolio/contract'
import { newYorkDateAt } from '@clubfolio/domain'
import type { PoolClient } from 'pg'
import { queriesOn } from '../../../db/queries-on.ts'
import { inTransaction } from '../../../kernel/transaction.ts'
import { startTask, TaskCancelled, type RunningTask } from '../../task/write-task.ts'
import type { MarketDoubt } from '../market-doubt.ts'
import { recomputeStat } from '../recompute-stat.ts'
import { refreshSource } from '../refresh-source.ts'
import { rewriteSplitSegments } from '../rewrite-split-segments.ts'
import { loadKnownInstruments, type ImportContext, type ImportCounts } from './import-context.ts'
import { usualLimits } from './import-limits.ts'
import { lockImports, releaseLock } from './import-lock.ts'
import type { ImportOrder, ImportServices } from './import-order.ts'
import { noteProgress, openRun, writeRunEnd, type RunEnd } from './import-run.ts'
import { importTable } from './import-table.ts'
import { describeImport, faultWords } from './import-words.ts'
import { runLimited } from './in-own-transaction.ts'
import { openTables, type OpenTables } from './open-tables.ts'
import { named, planTables, readListings } from './plan-tables.ts'
import { UnreadableFile } from './read-lines.ts'
import { settleActivation } from './settle-activation.ts'

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
  const { db, clock, log } = services
  const reading = startReading()
  const total = Math.ceil(byteCount / bytesPerStep)
  let task: RunningTask | undefined
  let opened: OpenTables | undefined
  try {
    const begun = (task = await startTask(db, clock, {
      name: `Import ${order.name}`,
      total,
      onCancel: 'Nothing of this file was stored.',
      ...(order.startedBy === null ? {} : { ownerId: order.startedBy }),
    }))
    const report = createReporter(services, runId, async (bytesRead) => {
      order.onProgress?.({ bytesRead, byteCount, counts: reading.counts })
      await begun.advance(Math.min(total, Math.floor(bytesRead / bytesPerStep)), total)
    })
    const limits = { ...usualLimits, ...order.limits }
    await runLimited(client, limits)
    const onBytes = async () => {
      begun.signal.throwIfAborted()
      await report(reading.bytesRead, reading.counts)
    }
    // While files are unpacked and looked through, the transaction has no statement that keeps it from counting as
    // stalled.
    const onLook = everyNowAndThen(async () => {
      await onBytes()
      await client.query('select')
    })
    const { path, name, openFolder } = order
    opened = await openTables({ path, name, byteCount, openFolder, limits, onBytes: onLook })
    const known = await loadKnownInstruments(client, 'import')
    const shared = { client, pool: services.pool, clock, limits, known, replace: order.replace, ...reading }
    const plans = await planTables({
      opened,
      order,
      limits,
      listings: await readListings(client, known),
      onBytes: onLook,
    })
    const allBytes = opened.tables.reduce((sum, table) => sum + table.byteCount, 0)
    let before = 0
    for (const { table, plan } of plans) {
      reading.kinds.push(plan.kind.label)
      const doubt = await named(opened, table, () =>
        importTable({
          plan,
          path: table.path,
          importName: order.name,
          context: {
            ...shared,
            tableName: opened?.isArchive === true ? table.names[0] : undefined,
            fileCode: plan.code,
            fileName: table.names[0],
            dateOrder: plan.dateOrder,
            today: newYorkDateAt(clock.nowMs()),
          },
          onBytes: async (bytesRead) => {
            reading.bytesRead = allBytes === 0 ? bytesRead : Math.floor((byteCount * (before + bytesRead)) / allBytes)
            await onBytes()
          },
        }),
      )
      before += table.byteCount
      if (doubt !== undefined && (reading.worst === undefined || isWorse(doubt, reading.worst))) reading.worst = doubt
      if (plan.kind.kind === 'daily' || plan.kind.kind === 'minute') reading.bringsPrices = true
    }
    const marketDay = await settle(services, shared, begun.signal)
    const market = reading.bringsPrices
      ? { marketDay, ...(await settleActivation(services, client, { order, marketDay, doubt: reading.worst })) }
      : undefined
    await writeRunEnd(await queriesOn(client), clock, runId, {
      status: 'DONE',
      kind: kindLabel(reading.kinds),
      bytesRead: byteCount,
      counts: reading.counts,
      refused: opened.isArchive ? reading.refused : reading.refused.toSorted((a, b) => a.line - b.line),
      message: describeImport(reading.counts, { leftOut: opened.leftOut, market }),
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
    const none = { ...reading.counts, rowsAdded: 0, rowsUnchanged: 0, rowsReplaced: 0, instrumentsAdded: 0 }
    const end: RunEnd = {
      status: isCancelled ? 'CANCELLED' : 'FAILED',
      kind: reading.kinds.length === 0 ? null : kindLabel(reading.kinds),
      bytesRead: reading.bytesRead,
      counts: none,
      refused: reading.refused,
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
  } finally {
    await opened
      ?.close()
      .catch((error: unknown) => log.error({ err: error, runId }, 'the files of an archive could not be removed'))
  }
  await task
    ?.complete()
    .catch((error: unknown) => log.error({ err: error, runId }, 'the end of a task could not be recorded'))
}

/** What the tables of one import share while they are read. */
interface Reading extends Pick<ImportContext, 'counts' | 'refused' | 'touched' | 'fresh'> {
  bytesRead: number
  readonly kinds: string[]
  bringsPrices: boolean
  /** The table of which the least was understood, when that is too little. */
  worst: MarketDoubt | undefined
}

const startReading = (): Reading => ({
  counts: {
    rowsRead: 0,
    rowsAdded: 0,
    rowsUnchanged: 0,
    rowsReplaced: 0,
    rowsRefused: 0,
    rowsMisread: 0,
    instrumentsAdded: 0,
  },
  refused: [],
  touched: new Set(),
  fresh: [],
  bytesRead: 0,
  kinds: [],
  bringsPrices: false,
  worst: undefined,
})

const isWorse = (one: MarketDoubt, other: MarketDoubt): boolean =>
  one.rowsUnderstood * other.rowsRead < other.rowsUnderstood * one.rowsRead

function kindLabel(kinds: readonly string[]): string {
  const [first = ''] = kinds
  if (kinds.length <= 1) return first
  return `${kinds.length} files${kinds.every((kind) => kind === first) ? `: ${first}` : ''}`
}

/**
 * Recomputes everything derived from bars and splits, in the same transaction. Returns the market day of the import
 * source.
 */
async function settle(
  { clock }: ImportServices,
  { client, touched }: Pick<ImportContext, 'client' | 'touched'>,
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
    // So the job of the journal measures their trades again.
    await client.query(
      `update journal_trade set measured_first = null, measured_last = null, best_cents = null, worst_cents = null
       where measured_last is not null and code_key in (select code_key from instrument where id = any($1::uuid[]))`,
      [ids],
    )
  }
  return refreshSource(client, clock, 'import')
}

/** Returns what reports the progress now and then. */
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

/** Returns the work as something that may be called as often as a file has pieces. */
function everyNowAndThen(work: () => Promise<void>): () => Promise<void> {
  let lastMs = performance.now()
  return async () => {
    if (performance.now() - lastMs < progressEveryMs) return
    lastMs = performance.now()
    await work()
  }
}
