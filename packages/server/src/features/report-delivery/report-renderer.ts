// Writes reports in threads of their own, so that requests go on while one is written: at most two at once, the others wait in turn.
// A thread is kept for the next report for a minute and ended in the middle of one that nobody wants any more.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { isNumericColumn, type ReportFormat } from '@clubfolio/contract'
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
  /** Ends every thread; what was being written rejects with `RendererStopped`. */
  stop(): Promise<void>
}

/** The server stops; the report can be written again after the next start. */
export class RendererStopped extends Error {
  constructor() {
    super('The server stops.')
    this.name = 'RendererStopped'
  }
}

const mostThreads = 2
const idleMs = 60_000
const rowsAtOnce = 2_000
/** A report that needs more is given up instead of the whole process. */
const memoryMb = 1_024

const entry = new URL('render-thread.js', import.meta.url)

const launch = (): Worker => {
  const options = { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }
  const worker = import.meta.url.endsWith('.ts') ? launchSource(options) : new Worker(entry, options)
  worker.unref()
  return worker
}

/** Tests and benches run the sources; a thread does not inherit the loader that reads them. */
function launchSource(options: WorkerOptions): Worker {
  const source = entry.href.replace(/\.js$/, '.ts')
  return new Worker(`import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}) })`, { ...options, eval: true, execArgv: ['--conditions=source'] })
}

export function createReportRenderer(): ReportRenderer {
  const idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout }[] = []
  const running = new Map<Worker, (error: Error) => void>()
  /** Those who wait for a turn, first come first served. */
  const waiting = new Set<() => void>()
  let turnsTaken = 0
  let isStopped = false

  const takeTurn = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted()
    if (turnsTaken < mostThreads || isStopped) {
      turnsTaken++
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
  }

  /** Hands the turn to the first who still waits; a caller who left is not among them, so no turn is lost with them. */
  const passTurn = (): void => {
    const [next] = waiting
    if (!next) {
      turnsTaken--
      return
    }
    waiting.delete(next)
    next()
  }

  const takeWorker = (): Worker => {
    const kept = idle.pop()
    if (!kept) return launch()
    clearTimeout(kept.timer)
    return kept.worker
  }

  const keepWorker = (worker: Worker): void => {
    if (isStopped) return void worker.terminate()
    const timer = setTimeout(() => {
      idle.splice(idle.findIndex((one) => one.worker === worker), 1)
      void worker.terminate()
    }, idleMs)
    timer.unref()
    idle.push({ worker, timer })
  }

  const renderWith = async (worker: Worker, order: RenderOrder): Promise<Buffer> => {
    try {
      const bytes = await new Promise<Buffer>((resolve, reject) => {
        running.set(worker, reject)
        writeWith(worker, order).then(resolve, reject)
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

  return {
    async render(order) {
      await takeTurn(order.signal)
      try {
        order.signal?.throwIfAborted()
        if (isStopped) throw new RendererStopped()
        return await renderWith(takeWorker(), order)
      } finally {
        passTurn()
      }
    },
    async stop() {
      isStopped = true
      for (const reject of running.values()) reject(new RendererStopped())
      for (const { worker, timer } of idle.splice(0)) {
        clearTimeout(timer)
        await worker.terminate()
      }
      for (const wake of waiting) wake()
      waiting.clear()
    },
  }
}

const abortReason = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new Error('The report was cancelled.')

/** One report with one thread. Rows go over in portions, with a pause in which requests are answered. */
function writeWith(worker: Worker, { format, table, nowMs, signal, onProgress }: RenderOrder): Promise<Buffer> {
  const written = new Promise<Buffer>((resolve, reject) => {
    const onMessage = (message: FromThread) => {
      if (message.kind === 'progress') return onProgress?.(message.rows)
      leave()
      if (message.kind === 'done') resolve(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength))
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
  return Promise.all([written, handOver(worker, format, table, nowMs)]).then(([bytes]) => bytes)
}

async function handOver(worker: Worker, format: ReportFormat, table: ReportTable, nowMs: number): Promise<void> {
  const say = (message: ToThread) => worker.postMessage(message, [])
  const { name, filters, columns, rowCount, totals, basis, readAt } = table
  const frame: ReportFrame = { name, filters, columns: columns.map((column) => ({ ...column, isNumeric: isNumericColumn(column.type) })), rowCount, basis, readAt, ...(totals ? { totals } : {}) }
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
