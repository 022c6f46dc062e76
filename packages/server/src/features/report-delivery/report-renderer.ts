// Writes reports and statements in separate threads, so that requests continue meanwhile: at most two reports and one
// statement at once, the others queue. A statement takes a moment and never waits behind long reports. An idle thread
// is kept for a minute for the next file, and a thread is terminated in the middle of a report that is no longer
// wanted.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { isNumericColumn, type ReportFormat } from '@clubfolio/contract'
import { RendererStopped } from '../../kernel/renderer-stopped.ts'
import type { StatementPaper } from '../fund/statement/write-statement-pdf.ts'
import type { FactSheet } from '../fund/year/fact-sheet.ts'
import type { YearPaperPages } from '../fund/year/year-paper.ts'
import type { ReportTable } from '../report/report-table.ts'
import type { FromThread, ToThread } from './render-thread.ts'
import type { ReportFrame } from './report-file.ts'

export interface RenderOrder {
  readonly format: ReportFormat
  readonly table: ReportTable
  readonly nowMs: number
  /** Ends the writing; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal
  readonly onProgress?: (rows: number) => void
}

export interface ReportRenderer {
  render(order: RenderOrder): Promise<Buffer>
  /** Returns the PDF of a capital account statement, dated `nowMs`. */
  renderStatement(paper: StatementPaper, nowMs: number): Promise<Buffer>
  /**
   * Returns the PNG of a logo made from an uploaded picture. Rejects for a damaged picture, and for one that takes
   * longer than ten seconds.
   */
  renderLogo(picture: Buffer): Promise<Buffer>
  /** Returns the fact sheet of a fund as PDF, dated `nowMs`. */
  renderFactSheet(sheet: FactSheet, nowMs: number): Promise<Buffer>
  /** Returns a paper of a fund's year as PDF, dated `nowMs`. */
  renderYearPaper(paper: YearPaperPages, nowMs: number): Promise<Buffer>
  /** Ends every thread; unfinished work rejects with `RendererStopped`. */
  stop(): Promise<void>
}

const mostReports = 2
const mostStatements = 1
const mostLogoMs = 10_000
const idleMs = 60_000
const rowsAtOnce = 2_000
/** A report that needs more fails instead of taking down the process. */
const memoryMb = 1_024

const builtThread = new URL('render-thread.js', import.meta.url)

const launch = (thread: string | URL): Worker => {
  const options = { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }
  const isSource = thread === builtThread && import.meta.url.endsWith('.ts')
  const worker = isSource ? launchSource(options) : new Worker(thread, options)
  worker.unref()
  return worker
}

/** Benchmarks run the sources; a thread does not inherit the loader that reads them. */
function launchSource(options: WorkerOptions): Worker {
  const source = builtThread.href.replace(/\.js$/, '.ts')
  return new Worker(
    `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}) })`,
    { ...options, eval: true, execArgv: ['--conditions=source'] },
  )
}

/**
 * `thread` is the program of a thread; tests pass one that is not the build's. `most` reports are written at once.
 */
export function createReportRenderer(thread: string | URL = builtThread, most = mostReports): ReportRenderer {
  const idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout }[] = []
  const running = new Map<Worker, (error: Error) => void>()
  let isStopped = false
  const reports = createTurns(most)
  const statements = createTurns(mostStatements)

  const takeWorker = (): Worker => {
    const kept = idle.pop()
    if (!kept) return launch(thread)
    clearTimeout(kept.timer)
    return kept.worker
  }

  const keepWorker = (worker: Worker): void => {
    if (isStopped) return void worker.terminate()
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((one) => one.worker === worker),
        1,
      )
      void worker.terminate()
    }, idleMs)
    timer.unref()
    idle.push({ worker, timer })
  }

  const writeIn = async (worker: Worker, write: (worker: Worker) => Promise<Buffer>): Promise<Buffer> => {
    try {
      const bytes = await new Promise<Buffer>((resolve, reject) => {
        running.set(worker, reject)
        write(worker).then(resolve, reject)
      })
      keepWorker(worker)
      return bytes
    } catch (error) {
      await worker.terminate()
      throw error
    } finally {
      running.delete(worker)
    }
  }

  const writeInTurn = async (
    turns: Turns,
    signal: AbortSignal | undefined,
    write: (worker: Worker) => Promise<Buffer>,
  ): Promise<Buffer> => {
    await turns.take(signal)
    try {
      signal?.throwIfAborted()
      if (isStopped) throw new RendererStopped()
      return await writeIn(takeWorker(), write)
    } finally {
      turns.pass()
    }
  }

  const writeWhole = (order: ToThread): Promise<Buffer> =>
    writeInTurn(statements, undefined, (worker) => {
      const written = answerOf(worker, undefined, undefined)
      worker.postMessage(order, [])
      return written
    })

  return {
    render: (order) => writeInTurn(reports, order.signal, (worker) => writeReport(worker, order)),
    renderStatement: (paper, nowMs) => writeWhole({ kind: 'statement', paper, nowMs }),
    renderFactSheet: (sheet, nowMs) => writeWhole({ kind: 'fact-sheet', sheet, nowMs }),
    renderYearPaper: (paper, nowMs) => writeWhole({ kind: 'year-paper', paper, nowMs }),
    renderLogo: (picture) => {
      const signal = AbortSignal.timeout(mostLogoMs)
      return writeInTurn(statements, signal, (worker) => {
        const written = answerOf(worker, signal, undefined)
        worker.postMessage({ kind: 'logo', picture } satisfies ToThread, [])
        return written
      })
    },
    async stop() {
      isStopped = true
      for (const reject of running.values()) reject(new RendererStopped())
      for (const { worker, timer } of idle.splice(0)) {
        clearTimeout(timer)
        await worker.terminate()
      }
      for (const turns of [reports, statements]) turns.open()
    },
  }
}

interface Turns {
  /** Waits for a turn; rejects with the signal's reason when it aborts before. */
  take(signal: AbortSignal | undefined): Promise<void>
  /**
   * Passes the turn to the first waiting caller; callers that left are not in the queue, so no turn is lost with them.
   */
  pass(): void
  /** Grants a turn to all current and future callers. */
  open(): void
}

/** At most `most` at once, the others first come, first served. */
function createTurns(most: number): Turns {
  const waiting = new Set<() => void>()
  let taken = 0
  let isOpen = false
  return {
    async take(signal) {
      signal?.throwIfAborted()
      if (taken < most || isOpen) {
        taken++
        return
      }
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.delete(wake)
          reject(abortReason(signal!))
        }
        const wake = () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        }
        waiting.add(wake)
        signal?.addEventListener('abort', leave, { once: true })
      })
    },
    pass() {
      const [next] = waiting
      if (!next) {
        taken--
        return
      }
      waiting.delete(next)
      next()
    },
    open() {
      isOpen = true
      for (const wake of waiting) wake()
      waiting.clear()
    },
  }
}

const abortReason = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new Error('The report was cancelled.')

/** Writes one report with one thread. Rows are sent in portions, with a pause in which requests are answered. */
function writeReport(worker: Worker, { format, table, nowMs, signal, onProgress }: RenderOrder): Promise<Buffer> {
  const written = answerOf(worker, signal, onProgress)
  return Promise.all([written, handOver(worker, format, table, nowMs)]).then(([bytes]) => bytes)
}

/** Resolves with the next file that the thread returns. */
function answerOf(
  worker: Worker,
  signal: AbortSignal | undefined,
  onProgress: RenderOrder['onProgress'],
): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const onMessage = (message: FromThread) => {
      if (message.kind === 'progress') return onProgress?.(message.rows)
      leave()
      if (message.kind === 'done')
        resolve(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength))
      else reject(Object.assign(new Error(message.message), { stack: message.stack }))
    }
    const onError = (error: Error) => {
      leave()
      reject(error)
    }
    const onExit = () => onError(new Error('The thread that wrote the report ended.'))
    const onAbort = () => onError(abortReason(signal!))
    const leave = () => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      signal?.removeEventListener('abort', onAbort)
      worker.unref()
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    signal?.addEventListener('abort', onAbort, { once: true })
    worker.ref()
  })
}

async function handOver(worker: Worker, format: ReportFormat, table: ReportTable, nowMs: number): Promise<void> {
  const say = (message: ToThread) => worker.postMessage(message, [])
  const { name, issuer, period, filters, columns, rowCount, totals, basis, currency, readAt, graph } = table
  const frame: ReportFrame = {
    name,
    issuer,
    period,
    filters,
    columns: columns.map((column) => ({ ...column, isNumeric: isNumericColumn(column.type) })),
    rowCount,
    basis,
    currency,
    readAt,
    ...(totals ? { totals } : {}),
    ...(graph ? { graph } : {}),
  }
  say({ kind: 'begin', format, table: frame, nowMs })
  let portion: (readonly (string | null)[])[] = []
  for await (const row of table.rows) {
    portion.push(row)
    if (portion.length < rowsAtOnce) continue
    say({ kind: 'rows', rows: portion })
    portion = []
    await nextTurn()
  }
  say({ kind: 'rows', rows: portion })
  say({ kind: 'end' })
}
