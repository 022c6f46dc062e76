// Reads an uploaded file into the lines of a prepared statement, in one transaction: a file that turns out to be
// unusable at its end leaves no line behind. Nothing of a prepared statement counts.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { MappingSample } from '@clubfolio/contract'
import type { DateOrder } from '@clubfolio/domain'
import {
  actionWord,
  countOrdinals,
  headSignature,
  lineFingerprint,
  mappingFaults,
  proposeMapping,
  readStatementRows,
  readTableStart,
  StatementFileError,
  type ColumnMapping,
  type StatementLine,
  type StatementReading,
  type StatementSource,
} from '@clubfolio/statement-files'
import type { PoolClient } from 'pg'
import { copyRows } from '../../db/copy-rows.ts'
import { queriesOn } from '../../db/queries-on.ts'
import { plainLine } from '../../kernel/plain-line.ts'
import { toError } from '../../kernel/to-error.ts'
import type { PooledServices } from '../../services.ts'
import { UnreadableFile } from '../market/import/read-lines.ts'
import { startTask, TaskCancelled, type RunningTask } from '../task/write-task.ts'
import { openStatementFile, type OpenedStatement } from './open-statement-file.ts'
import { judgeSize, lineColumns, toLineRow } from './statement-line-row.ts'
import { mostStatementLines, preparedLifeMs } from './statement-limits.ts'

export interface FileToRead {
  readonly statementId: string
  readonly accountId: string
  readonly ownerId: string
  readonly fileName: string
  readonly path: string
  readonly dates: DateOrder | undefined
  /** What the user has just said that the columns mean. */
  readonly mapping: ColumnMapping | undefined
}

/** PREPARED, NEEDS_MAPPING (the file is still needed), or REFUSED. */
export type ReadOutcome = 'PREPARED' | 'NEEDS_MAPPING' | 'REFUSED'

/** Encoding, order of the dates and rows are three passes over a file. */
const passes = 3
const bytesPerStep = 1_024
const linesAtOnce = 100

/** Never rejects: what went wrong is in the statement's record. */
export async function readStatementFile(services: PooledServices, file: FileToRead): Promise<ReadOutcome> {
  const { db, clock, log } = services
  let task: RunningTask | undefined
  let opened: OpenedStatement | undefined
  try {
    const { size } = await stat(file.path)
    const total = Math.max(1, Math.ceil((size * passes) / bytesPerStep))
    task = await startTask(db, clock, {
      name: `Read statement ${file.fileName}`,
      total,
      ownerId: file.ownerId,
      onCancel: 'Nothing of this statement was kept.',
    })
    await db.updateTable('account_statement').set({ task_id: task.id }).where('id', '=', file.statementId).execute()
    const running = task
    let bytesRead = 0
    const onBytes = async (): Promise<void> => {
      await running.advance(Math.min(total, Math.floor(bytesRead / bytesPerStep)), total)
    }
    opened = await openStatementFile(file.path, onBytes)
    const { path } = opened
    const source: StatementSource = async function* () {
      for await (const piece of createReadStream(path, { highWaterMark: 1 << 16 }) as AsyncIterable<Buffer>) {
        bytesRead += piece.length
        yield piece
      }
    }
    const recognised = await recognise(services, file, source)
    if ('sample' in recognised) {
      await askForMapping(services, file, recognised)
      await task.complete()
      return 'NEEDS_MAPPING'
    }
    await prepare(services, file, recognised, { checksum: await checksumOf(file.path), onLines: onBytes })
    await task.complete()
    return 'PREPARED'
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) log.error({ err: error, statementId: file.statementId }, 'a statement could not be read')
    await db
      .updateTable('account_statement')
      .set({
        state: 'REFUSED',
        reason: plainLine(reason ?? 'The file could not be read because of a fault of ours, which is in the log.', 500),
        needs_date_order: error instanceof StatementFileError && error.fault === 'undecidedDates',
        expires_at: new Date(clock.nowMs() + preparedLifeMs),
        file_path: null,
      })
      .where('id', '=', file.statementId)
      .execute()
      .catch((failure: unknown) => log.error({ err: failure, statementId: file.statementId }, 'a refusal was not kept'))
    await task?.fail(reason ?? error).catch(() => undefined)
    return 'REFUSED'
  } finally {
    await opened?.close().catch((error: unknown) => log.error({ err: error }, 'an unpacked statement was not removed'))
  }
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof StatementFileError)
    return error.line === null ? error.message : `Line ${error.line}: ${error.message}`
  if (error instanceof UnreadableFile || error instanceof TaskCancelled) return error.message
  return undefined
}

type UnknownTable = { readonly sample: MappingSample; readonly signature: string }
type Recognised = { readonly reading: StatementReading; readonly mapping: ColumnMapping | null }

async function recognise(
  { db }: PooledServices,
  file: FileToRead,
  source: StatementSource,
): Promise<Recognised | UnknownTable> {
  const dates = file.dates === undefined ? {} : { dateOrder: file.dates }
  const byMapping = async (mapping: ColumnMapping): Promise<Recognised> => ({
    reading: await readStatementRows(source, { ...dates, mapping }),
    mapping,
  })
  if (file.mapping !== undefined) return byMapping(file.mapping)
  try {
    return { reading: await readStatementRows(source, dates), mapping: null }
  } catch (error) {
    if (!(error instanceof StatementFileError) || error.fault !== 'unknownFormat') throw error
    const start = await readTableStart(source)
    const signature = headSignature(start.head)
    const saved = await db
      .selectFrom('column_mapping')
      .select('mapping')
      .where('owner_id', '=', file.ownerId)
      .where('head_signature', '=', signature)
      .executeTakeFirst()
    return saved === undefined ? { sample: sampleOf(start), signature } : byMapping(saved.mapping)
  }
}

const shownRows = 10
const fewWords = 40
const longestWord = 80

function sampleOf({ head, rows }: Awaited<ReturnType<typeof readTableStart>>): MappingSample {
  const { head: _signature, ...proposal } = proposeMapping(head, rows)
  const cell = (text: string | undefined) => plainLine(text ?? '', longestWord)
  return {
    head: head.map(cell),
    rows: rows.slice(0, shownRows).map((cells) => head.map((_, index) => cell(cells[index]))),
    words: head.map((_, index) => {
      const words = [...new Set(rows.map((cells) => actionWord(cells[index] ?? '')))].filter((word) => word !== '')
      return words.length > fewWords || words.some((word) => word.length > longestWord) ? null : words.sort()
    }),
    proposal: { ...proposal, columns: { ...proposal.columns }, actions: { ...proposal.actions } },
    faults: [...mappingFaults(proposal)],
    isRemembered: false,
  }
}

async function askForMapping(
  { db, clock }: PooledServices,
  file: FileToRead,
  { sample, signature }: UnknownTable,
): Promise<void> {
  await db
    .updateTable('account_statement')
    .set({
      state: 'NEEDS_MAPPING',
      task_id: null,
      sample: JSON.stringify(sample),
      head_signature: signature,
      file_path: file.path,
      expires_at: new Date(clock.nowMs() + preparedLifeMs),
    })
    .where('id', '=', file.statementId)
    .execute()
}

async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) hash.update(piece)
  return hash.digest('hex')
}

interface PrepareOptions {
  readonly checksum: string
  readonly onLines: () => Promise<void>
}

async function prepare(
  { pool, clock }: PooledServices,
  { statementId, accountId }: FileToRead,
  { reading, mapping }: Recognised,
  { checksum, onLines }: PrepareOptions,
): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const { fates, firstDay, lastDay, count } = await copyLines(client, { statementId, accountId, reading, onLines })
    const trx = await queriesOn(client)
    await trx
      .updateTable('account_statement')
      .set({
        state: 'PREPARED',
        // A task of a prepared statement is its import.
        task_id: null,
        checksum,
        format: reading.format,
        mapping: mapping === null ? null : JSON.stringify(mapping),
        broker_number: reading.facts.accountNumber,
        base_currency: reading.facts.baseCurrency,
        claims: JSON.stringify(reading.facts.claims),
        line_count: count,
        fates: JSON.stringify([...fates].map(([fate, lines]) => ({ fate, lines }))),
        first_day: firstDay,
        last_day: lastDay,
        file_path: null,
        expires_at: new Date(clock.nowMs() + preparedLifeMs),
      })
      .where('id', '=', statementId)
      .execute()
    await client.query('commit')
  } catch (error) {
    broken = toError(error)
    throw error
  } finally {
    // A failed transaction is discarded with its connection.
    client.release(broken)
  }
}

interface CopyLinesOptions extends Pick<PrepareOptions, 'onLines'> {
  readonly statementId: string
  readonly accountId: string
  readonly reading: StatementReading
}

async function copyLines(client: PoolClient, { statementId, accountId, reading, onLines }: CopyLinesOptions) {
  const fates = new Map<StatementLine['fate'], number>()
  const ordinals = countOrdinals()
  const seen = new Set<string>()
  let [firstDay, lastDay]: [string | null, string | null] = [null, null]
  const count = await copyRows(client, { table: 'account_statement_line', columns: lineColumns }, async (copy) => {
    let position = 0
    const put = (line: StatementLine, isNewestFirst: boolean): void => {
      const ordinal = ordinals(line)
      const fingerprint = lineFingerprint(line, ordinal)
      const counts = line.fate !== 'ignored' && line.fate !== 'unread'
      copy.put(
        toLineRow(line, {
          statementId,
          accountId,
          position: ++position,
          turn: isNewestFirst ? -position : position,
          repeats: counts && seen.has(fingerprint),
          ordinal,
        }),
      )
      if (counts) seen.add(fingerprint)
      fates.set(line.fate, (fates.get(line.fate) ?? 0) + 1)
      if (line.day === null) return
      if (firstDay === null || line.day < firstDay) firstDay = line.day
      if (lastDay === null || line.day > lastDay) lastDay = line.day
    }
    for await (const lines of inDirection(reading.lines)) {
      for (const line of lines.lines) put(line, lines.isNewestFirst)
      if (position > mostStatementLines)
        throw new UnreadableFile(
          `The file has more than ${mostStatementLines.toLocaleString('en-US')} lines. Export a shorter period.`,
        )
      await copy.settle()
      await onLines()
      await letOthersRun()
    }
  })
  if (count === 0) throw new UnreadableFile('The file has headings and no lines. Export a longer period.')
  return { fates, firstDay, lastDay, count }
}

/** As many lines of one day are kept back until the next day shows the direction of the file. */
const mostHeldBack = 20_000

/**
 * Yields the lines in small pieces, with the direction of the file: brokerages write the newest rows first or last, and
 * the rows of a day follow each other likewise.
 */
async function* inDirection(
  all: AsyncIterable<StatementLine>,
): AsyncGenerator<{ readonly lines: readonly StatementLine[]; readonly isNewestFirst: boolean }> {
  let isNewestFirst: boolean | undefined
  let firstDay: string | undefined
  let piece: StatementLine[] = []
  for await (const raw of all) {
    const line = judgeSize(raw)
    piece.push(line)
    if (isNewestFirst === undefined && line.day !== null) {
      firstDay ??= line.day
      if (line.day !== firstDay) isNewestFirst = line.day < firstDay
      else if (piece.length >= mostHeldBack) isNewestFirst = false
    }
    if (isNewestFirst === undefined || piece.length < linesAtOnce) continue
    for (let start = 0; start < piece.length; start += linesAtOnce)
      yield { lines: piece.slice(start, start + linesAtOnce), isNewestFirst }
    piece = []
  }
  if (piece.length > 0) yield { lines: piece, isNewestFirst: isNewestFirst ?? false }
}
