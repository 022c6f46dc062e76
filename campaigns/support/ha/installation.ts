// Clubfolio on a cluster: two web processes and a worker, and the paper brokerage on a PostgreSQL of its own, as a real
// brokerage would be. They share a clock that the campaign moves.
import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { journeyStart } from '../../../e2e/support/product.ts'
import { startEmbeddedPostgres } from '../../../packages/server/src/db/embedded.ts'

const built = (name: string): string =>
  fileURLToPath(new URL(`../../../packages/${name}/dist/main.js`, import.meta.url))
const brokeragePort = 21_100
const webPorts = [21_000, 21_001] as const
const workerPort = 21_002
const brokerSecret = 'the secret of a campaign'
const restartMs = 2_000

export interface Installation {
  /** Of both web processes. */
  readonly origins: readonly string[]
  readonly brokerageUrl: string
  moveClock(toIso: string): Promise<void>
  /** kill -9 of the worker; it is started again as by systemd. */
  killWorker(): void
  /** How often a process ended that nobody had killed. */
  unexpectedEnds(): number
}

interface Running {
  child: ChildProcess
  isKilled: boolean
}

export async function openInstallation(root: string, databaseUrl: string): Promise<Installation> {
  const brokerage = await startEmbeddedPostgres({ dataDirectory: join(root, 'brokerage'), log: () => undefined })
  let now = journeyStart
  let unexpected = 0
  const shared = { PATH: process.env['PATH'], CLUBFOLIO_MARKET_INSTRUMENTS: '10', CLUBFOLIO_LOG: 'warn' }
  const launch = async (name: string, program: string, environment: Record<string, string>): Promise<Running> => {
    const child = spawn(process.execPath, [program], {
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      env: { ...shared, CLUBFOLIO_NOW: now, ...environment },
    })
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (part: Buffer) => appendFileSync(join(root, `${name}.log`), part))
    await messageOf(child, 'ready', name)
    return { child, isKilled: false }
  }
  /** Keeps a process running, as systemd does with Restart=always. */
  const keep = async (name: string, program: string, environment: Record<string, string>) => {
    let running = await launch(name, program, environment)
    const watch = (watched: Running): void =>
      void watched.child.once('exit', () => {
        if (!watched.isKilled) unexpected++
        void again()
      })
    const again = async (): Promise<void> => {
      for (;;) {
        await delay(restartMs)
        try {
          running = await launch(name, program, environment)
          return watch(running)
        } catch {
          // No primary yet.
        }
      }
    }
    watch(running)
    return {
      kill: () => {
        running.isKilled = true
        running.child.kill('SIGKILL')
      },
      async moveClock(nowMs: number): Promise<void> {
        for (;;) {
          try {
            const { child } = running
            if (!child.connected) throw new Error('The process is being started again.')
            const isMoved = messageOf(child, 'clock-moved', name)
            child.send({ type: 'move-clock', nowMs })
            return await isMoved
          } catch {
            await delay(100)
          }
        }
      },
    }
  }
  const server = (name: string, role: string, port: number) => {
    mkdirSync(join(root, name))
    return keep(name, built('server'), {
      ROLE: role,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      CLUBFOLIO_SECRET_KEY: 'one key that all processes of this campaign share',
      CLUBFOLIO_ORIGIN: `http://127.0.0.1:${webPorts[0]}`,
      CLUBFOLIO_DATA: join(root, name),
      CLUBFOLIO_DEMO: 'people',
      BROKER_CLIENT_SECRET: brokerSecret,
      PAPER_PORT: String(brokeragePort),
    })
  }
  const paper = await keep('paper-brokerage', built('paper-broker'), {
    DATABASE_URL: brokerage.url,
    PAPER_PORT: String(brokeragePort),
    PAPER_CLIENT_SECRET: brokerSecret,
    PAPER_CALLBACK_URL: `http://127.0.0.1:${webPorts[0]}/account`,
  })
  const worker = await server('worker', 'worker', workerPort)
  const web = await Promise.all(webPorts.map((port) => server(`web-${port}`, 'web', port)))
  return {
    origins: webPorts.map((port) => `http://127.0.0.1:${port}`),
    brokerageUrl: brokerage.url,
    // The worker last: its jobs see everybody else at the new time.
    async moveClock(toIso) {
      now = toIso
      for (const one of [paper, ...web, worker]) await one.moveClock(Date.parse(toIso))
    },
    killWorker: worker.kill,
    unexpectedEnds: () => unexpected,
  }
}

function messageOf(child: ChildProcess, type: string, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error(`${name} ended before "${type}".`))
    const onMessage = (message: unknown): void => {
      if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== type) return
      child.off('exit', onExit)
      child.off('message', onMessage)
      resolve()
    }
    child.once('exit', onExit)
    child.on('message', onMessage)
  })
}
