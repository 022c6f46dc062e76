// Runs our own paper brokerage as a child process with its own port and origin. It exits when the pipe to its parent
// closes, so a killed parent leaves nothing behind; when it dies by itself it is restarted.
import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { BrokerLogin } from '../demonstration/allow-access.ts'
import { ConfigError, type Config } from '../kernel/config.ts'
import type { Log } from '../kernel/log.ts'

export interface PaperBrokerProcess {
  /**
   * The port it listens on: the requested one, or the one the system assigned for 0. It stays the same after a restart.
   */
  readonly port: number
  /** The origin under which browsers reach it. */
  readonly url: string
  /** Forwards the new time of a steered clock and resolves when the brokerage has applied it. */
  moveClock(nowMs: number): Promise<void>
  stop(): Promise<void>
}

export interface PaperBrokerOrder {
  readonly config: Config
  readonly databaseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly callbackUrl: string
  readonly log: Log
  /** The demonstration's login at the brokerage, which creates it once. */
  readonly demonstration: BrokerLogin
}

const entry = fileURLToPath(new URL('../../../paper-broker/dist/main.js', import.meta.url))
const restartPauseMs = 1_000
/** The brokerage refused its settings, with sentences for their writer (packages/paper-broker/src/main.ts). */
const exitCodeOfSentence = 2

/** Resolves when the brokerage answers. Throws with its last output when it cannot start. */
export async function startPaperBrokerProcess(order: PaperBrokerOrder): Promise<PaperBrokerProcess> {
  let isStopping = false
  let steeredMs = order.config.fixedNowMs
  const first = await launch(order, steeredMs)
  const { port, url } = first
  let child = first.child
  /** The running process, or after a crash the next one once it answers. */
  let present = Promise.resolve(child)
  const watch = (running: ChildProcess) => {
    running.once('exit', (code, signal) => {
      if (isStopping) return
      order.log.error({ code, signal }, 'the paper brokerage ended and is started again')
      present = startAgain()
    })
  }
  const startAgain = async (): Promise<ChildProcess> => {
    for (let pauseMs = restartPauseMs; ; pauseMs = restartPauseMs * 10) {
      await delay(pauseMs, undefined, { ref: false })
      if (isStopping) return child
      try {
        // At the steered clock's current time, not at the time of the first start.
        child = (
          await launch({ ...order, config: { ...order.config, paperPort: port, paperPublicUrl: url } }, steeredMs)
        ).child
        watch(child)
        return child
      } catch (error) {
        order.log.error({ err: error }, 'the paper brokerage could not be started again')
      }
    }
  }
  const tell = async (nowMs: number): Promise<void> => {
    const isTaken = await tellClock(await present, nowMs)
    // A process that dies meanwhile has not applied the time; the next one gets it.
    if (!isTaken && !isStopping) await tell(nowMs)
  }
  watch(child)
  return {
    port,
    url,
    moveClock(nowMs) {
      steeredMs = nowMs
      return tell(nowMs)
    },
    stop: () =>
      new Promise((resolve) => {
        isStopping = true
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.stdin?.end()
        child.kill('SIGTERM')
      }),
  }
}

/** Returns whether the brokerage has applied the time; false when it exited first. */
function tellClock(child: ChildProcess, nowMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isTaken: boolean) => {
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(isTaken)
    }
    const onExit = () => finish(false)
    const onMessage = (message: unknown) => {
      if (isMessage(message, 'clock-moved')) finish(true)
    }
    child.on('message', onMessage)
    child.once('exit', onExit)
    // A channel that is already closing is followed by the exit.
    child.send({ type: 'move-clock', nowMs }, () => undefined)
  })
}

interface Launched {
  readonly child: ChildProcess
  readonly port: number
  readonly url: string
}

function launch(
  { config, databaseUrl, clientId, clientSecret, callbackUrl, log, demonstration }: PaperBrokerOrder,
  steeredMs: number | undefined,
): Promise<Launched> {
  const child = spawn(process.execPath, [entry], {
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: config.environment,
      DATABASE_URL: databaseUrl,
      PAPER_PORT: String(config.paperPort),
      ...(config.paperPublicUrl === undefined ? {} : { PAPER_PUBLIC_URL: config.paperPublicUrl }),
      PAPER_CLIENT_ID: clientId,
      PAPER_CLIENT_SECRET: clientSecret,
      PAPER_CALLBACK_URL: callbackUrl,
      PAPER_DEMO: 'yes',
      PAPER_DEMO_LOGIN: demonstration.userName,
      PAPER_DEMO_PASSWORD: demonstration.password,
      ...config.paperSettings,
      CLUBFOLIO_MARKET_SEED: config.market.seed,
      CLUBFOLIO_MARKET_INSTRUMENTS: String(config.market.instrumentCount),
      ...(steeredMs === undefined ? {} : { CLUBFOLIO_NOW: new Date(steeredMs).toISOString() }),
    },
  })
  let lastWords = ''
  let isReady = false
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-4_000)
    // What it says before it ends at its start is the reason of a refusal, and is printed once.
    if (isReady) for (const line of text.split('\n')) if (line !== '') log.warn({ process: 'paper-broker' }, line)
  })
  return new Promise((resolve, reject) => {
    // After its exit, and after what it wrote last has been read.
    const onExit = (code: number | null) => {
      const words = lastWords.trim()
      if (words === '') reject(new Error('The paper brokerage ended at its start.'))
      else reject(code === exitCodeOfSentence ? new ConfigError(words) : new Error(words))
    }
    child.once('close', onExit)
    child.once('error', reject)
    child.on('message', (message) => {
      const address = readyAddress(message)
      if (address === undefined) return
      isReady = true
      child.off('close', onExit)
      resolve({ child, ...address })
    })
  })
}

function isMessage(message: unknown, type: string): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type
}

/** Returns where the brokerage listens if the message reports that it is ready. */
function readyAddress(message: unknown): { readonly port: number; readonly url: string } | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== 'ready')
    return undefined
  if (
    !('port' in message) ||
    typeof message.port !== 'number' ||
    !('url' in message) ||
    typeof message.url !== 'string'
  )
    return undefined
  return { port: message.port, url: message.url }
}
