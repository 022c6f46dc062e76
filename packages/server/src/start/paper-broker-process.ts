// Runs our own paper brokerage as a child process with its own port and origin. It ends when the pipe to its parent closes,
// so a killed parent leaves nothing behind; when it dies on its own it is started again.
import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BrokerLogin } from '../db/demo/allow-access.ts'
import type { Config } from '../kernel/config.ts'
import type { Log } from '../kernel/log.ts'

export interface PaperBrokerProcess {
  /** Passes a steered clock's new time on and resolves when the brokerage has taken it. */
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
  /** The demonstration's login at the brokerage, which makes it once. */
  readonly demonstration: BrokerLogin
}

const entry = fileURLToPath(new URL('../../../paper-broker/dist/main.js', import.meta.url))
const restartPauseMs = 1_000

/** Resolves when the brokerage answers. Throws with its last words when it cannot start. */
export async function startPaperBrokerProcess(order: PaperBrokerOrder): Promise<PaperBrokerProcess> {
  let isStopping = false
  let child = await launch(order)
  const watch = (running: ChildProcess) => {
    running.once('exit', (code, signal) => {
      if (isStopping) return
      order.log.error({ code, signal }, 'the paper brokerage ended and is started again')
      setTimeout(() => void restart(), restartPauseMs)
    })
  }
  const restart = async (): Promise<void> => {
    if (isStopping) return
    try {
      child = await launch(order)
      watch(child)
    } catch (error) {
      order.log.error({ err: error }, 'the paper brokerage could not be started again')
      setTimeout(() => void restart(), restartPauseMs * 10)
    }
  }
  watch(child)
  return {
    moveClock: (nowMs) =>
      new Promise((resolve) => {
        const onMessage = (message: unknown) => {
          if (!isMessage(message, 'clock-moved')) return
          child.off('message', onMessage)
          resolve()
        }
        child.on('message', onMessage)
        child.send({ type: 'move-clock', nowMs })
      }),
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

function launch({ config, databaseUrl, clientId, clientSecret, callbackUrl, log, demonstration }: PaperBrokerOrder): Promise<ChildProcess> {
  const child = spawn(process.execPath, [entry], {
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: config.environment,
      DATABASE_URL: databaseUrl,
      PAPER_PORT: String(config.paperPort),
      PAPER_PUBLIC_URL: config.paperPublicUrl,
      PAPER_CLIENT_ID: clientId,
      PAPER_CLIENT_SECRET: clientSecret,
      PAPER_CALLBACK_URL: callbackUrl,
      PAPER_DEMO: 'yes',
      PAPER_DEMO_LOGIN: demonstration.userName,
      PAPER_DEMO_PASSWORD: demonstration.password,
      ...config.paperSettings,
      CLUBFOLIO_MARKET_SEED: config.market.seed,
      CLUBFOLIO_MARKET_INSTRUMENTS: String(config.market.instrumentCount),
      ...(config.fixedNowMs === undefined ? {} : { CLUBFOLIO_NOW: new Date(config.fixedNowMs).toISOString() }),
    },
  })
  let lastWords = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-4_000)
    for (const line of text.split('\n')) if (line !== '') log.warn({ process: 'paper-broker' }, line)
  })
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(lastWords.trim() === '' ? 'The paper brokerage ended at its start.' : lastWords.trim()))
    child.once('exit', onExit)
    child.once('error', reject)
    child.on('message', (message) => {
      if (!isMessage(message, 'ready')) return
      child.off('exit', onExit)
      resolve(child)
    })
  })
}

function isMessage(message: unknown, type: string): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type
}
