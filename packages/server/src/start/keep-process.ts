// Keeps one process of the product running: starts it, starts it again when it dies or is stuck, and ends it when asked
// to.
import { fork, type ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Log } from '../kernel/log.ts'
import { argumentsOf, type ProcessPlace } from './place.ts'
import { readFromProcess, type FromProcess, type ToProcess } from './supervisor-messages.ts'
import { watchProcess, type ProcessWatch, type WatchPace } from './watch-process.ts'

export interface KeptProcess {
  readonly place: ProcessPlace
  /** Resolves when its first start is done, rejects with `ProcessEnded` when it ended before. */
  readonly ready: Promise<void>
  send(message: ToProcess, connection?: Socket): void
  /** Resolves with the next message of this type, or when the process died first. */
  next(type: FromProcess['type']): Promise<void>
  isReady(): boolean
  /** Resolves when the process has ended. One that is not ready has acknowledged nothing and is killed. */
  stop(): Promise<void>
}

export interface KeepOrder {
  readonly entry: string
  readonly place: ProcessPlace
  /** Asked at every start: an address or the time of a steered clock is known later than the first. */
  readonly environment: () => NodeJS.ProcessEnv
  readonly heapMb: number
  readonly log: Log
  readonly onMessage: (message: FromProcess) => void
  readonly onReady: () => void
  /** Every message of the process has been read, and no more can be sent to it. */
  readonly onGone: () => void
  readonly watchPace?: WatchPace | undefined
}

/** A process ended during the first start, and has printed why. */
export class ProcessEnded extends Error {
  readonly exitCode: number

  constructor(name: string, exitCode: number) {
    super(`The process ${name} ended before it was ready.`)
    this.exitCode = exitCode
  }
}

const shortestPauseMs = 200
const longestPauseMs = 10_000
/** A process that lived this long died of something new. */
const soundMs = 60_000

/** Returns how long to wait before the next start, by how often the process has died in quick succession. */
export const pauseBefore = (deaths: number): number => Math.min(longestPauseMs, shortestPauseMs * 2 ** (deaths - 1))

export function keepProcess(order: KeepOrder): KeptProcess {
  const { place, log } = order
  let child: ChildProcess
  let isReady = false
  let isStopping = false
  let deaths = 0
  let timer: NodeJS.Timeout | undefined
  let watch: ProcessWatch | undefined
  let onFirst: { resolve(): void; reject(error: Error): void } | undefined
  const ready = new Promise<void>((resolve, reject) => (onFirst = { resolve, reject }))
  // A start that is given up elsewhere does not fail here as well.
  ready.catch(() => undefined)

  /** What it had not committed is rolled back, as after a crash. A debugger stops a process on purpose. */
  const watchOf = (started: ChildProcess): ProcessWatch | undefined =>
    [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].some((argument) => argument.includes('--inspect'))
      ? undefined
      : watchProcess({
          ask: () => kept.send({ type: 'ping' }),
          onStuck: (silentMs) => {
            log.error({ process: place.name, pid: started.pid, silentMs }, 'a process is stuck and is killed')
            started.kill('SIGKILL')
          },
          pace: order.watchPace,
        })

  const start = (): void => {
    const startedMs = performance.now()
    const started = fork(order.entry, argumentsOf(place), {
      env: order.environment(),
      execArgv: [...process.execArgv, '--enable-source-maps', `--max-old-space-size=${order.heapMb}`],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child = started
    started.on('message', (message: unknown) => {
      watch?.heard()
      const read = readFromProcess(message)
      if (read === undefined) return
      if (read.type === 'ready') {
        watch = watchOf(started)
        isReady = true
        onFirst?.resolve()
        onFirst = undefined
        order.onReady()
      }
      order.onMessage(read)
    })
    let hasEnded = false
    const onEnd = (code: number | null, signal: NodeJS.Signals | null): void => {
      // A process that could not be started reports an error and then its end.
      if (isStopping || hasEnded) return
      hasEnded = true
      if (onFirst) return onFirst.reject(new ProcessEnded(place.name, code ?? 1))
      deaths = performance.now() - startedMs > soundMs ? 1 : deaths + 1
      const pauseMs = pauseBefore(deaths)
      log.error(
        { process: place.name, pid: started.pid, exitCode: code, signal, pauseMs },
        'a process ended and is started again',
      )
      timer = setTimeout(start, pauseMs)
    }
    // After its exit, and after what it wrote last has been read. (There is no `disconnect` while a connection that was
    // handed over is not confirmed.)
    started.once('close', (code, signal) => {
      watch?.stop()
      if (isReady) order.onGone()
      isReady = false
      onEnd(code, signal)
    })
    started.on('error', (error) => {
      log.warn({ err: error, process: place.name }, 'a process could not be reached')
      // The system had no room for another process.
      if (started.pid === undefined) onEnd(null, null)
    })
  }
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const kept: KeptProcess = {
    place,
    ready,
    isReady: () => isReady,
    send(message, connection) {
      if (!child.connected) return
      child.send(message, connection, { keepOpen: true }, () => undefined)
    },
    next: (type) =>
      new Promise((resolve) => {
        const asked = child
        const finish = (): void => {
          asked.off('message', onMessage)
          asked.off('exit', finish)
          resolve()
        }
        const onMessage = (message: unknown): void => {
          if (readFromProcess(message)?.type === type) finish()
        }
        asked.on('message', onMessage)
        asked.once('exit', finish)
        if (hasEnded()) finish()
      }),
    stop: () =>
      new Promise((resolve) => {
        isStopping = true
        clearTimeout(timer)
        if (hasEnded()) return resolve()
        child.once('close', () => resolve())
        if (isReady) child.send({ type: 'stop' } satisfies ToProcess)
        else child.kill('SIGKILL')
      }),
  }
  start()
  return kept
}
