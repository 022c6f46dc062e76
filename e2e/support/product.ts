// The whole product as a user's machine runs it: the built server as a child process on free ports with a data folder of its own,
// a clock that stands at a fixed instant until a journey moves it, and the codes read where a person would read them.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeDataFolder, makeEmptyDataFolder } from './data-folder.ts'

const serverEntry = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url))

/** Every journey begins at this instant: 10:00 in New York on a Wednesday. */
export const journeyStart = '2026-03-04T15:00:00Z'

export interface Product {
  readonly origin: string
  readonly dataDirectory: string
  /** Of the server. */
  readonly processId: number
  /** The last 6-digit code that was sent. */
  readCode(): Promise<string>
  /** Moves the clock of server, jobs and brokerage and resolves when what became due is done. */
  moveClock(toIso: string): Promise<void>
  /** Ends the server without a word, as a power cut would. */
  kill(): Promise<void>
  /** The paper brokerage that runs beside the server at the moment, for a journey that stops or kills it by its number. */
  brokerageProcessId(): Promise<number>
  /** Ends the server in order and leaves its data. */
  end(): Promise<void>
  /** Ends the server in order and removes its data. */
  stop(): Promise<void>
  /** Resolves once the server has ended and its last words are read: with its exit code, or null after a signal. */
  readonly ended: Promise<number | null>
  /** The last that the server said. */
  output(): string
}

export interface LaunchedProduct extends Product {
  /** Resolves when the server answers; rejects with its last words when it ends before. */
  readonly ready: Promise<void>
}

export interface ProductOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** Starts on the data of an earlier product. */
  readonly dataDirectory?: string
  /** Sets everything up anew instead of starting on a copy of what a first start leaves. */
  readonly isFirstStart?: boolean
  /** Where server and brokerage answer; free ports by default. */
  readonly ports?: readonly [server: number, brokerage: number]
}

/** Answers when the product is ready. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const product = await launchProduct(options)
  await product.ready
  return product
}

/** Answers at once, for whoever watches the start or disturbs it. */
export async function launchProduct(options: ProductOptions = {}): Promise<LaunchedProduct> {
  const dataDirectory = options.dataDirectory ?? (await (options.isFirstStart ? makeEmptyDataFolder() : makeDataFolder()))
  const [port, paperPort] = options.ports ?? [await freePort(), await freePort()]
  const child = spawn(process.execPath, [serverEntry], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      PAPER_PORT: String(paperPort),
      CLUBFOLIO_DATA: dataDirectory,
      CLUBFOLIO_NOW: journeyStart,
      CLUBFOLIO_LOG: 'warn',
      // A small market is filled within a second; the product's own size is tried by its own journey.
      CLUBFOLIO_MARKET_INSTRUMENTS: '20',
      // People who may sign in, without accounts: a journey that wants the demonstration's club asks for it.
      CLUBFOLIO_DEMO: 'people',
      ...options.environment,
    },
  })
  const output = collectOutput(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const ready = waitForMessage(child, 'ready', output)
  // One that is killed on purpose is nobody's failure.
  ready.catch(() => undefined)
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    dataDirectory,
    processId: child.pid!,
    ready,
    ended,
    output,
    readCode: () => readCode(origin),
    moveClock: async (toIso) => {
      child.send({ type: 'move-clock', nowMs: Date.parse(toIso) })
      await waitForMessage(child, 'clock-moved', output)
    },
    kill: () => end(child, 'SIGKILL'),
    brokerageProcessId: () => findBrokerage(child.pid),
    end: () => end(child, 'SIGTERM'),
    stop: async () => {
      await end(child, 'SIGTERM')
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

async function readCode(origin: string): Promise<string> {
  const page = await (await fetch(`${origin}/outbox`, { headers: { accept: 'text/html' } })).text()
  const code = /Your Clubfolio code is (\d{6})/.exec(page)?.[1]
  if (!code) throw new Error('No code was sent.')
  return code
}

async function findBrokerage(serverId: number | undefined): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  const found = stdout.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s.*paper-broker/.exec(line)).find((match) => match !== null && Number(match[2]) === serverId)
  if (!found) throw new Error('No paper brokerage runs beside the server.')
  return Number(found[1])
}

function collectOutput(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(-20_000)))
  return () => text
}

function waitForMessage(child: ChildProcess, type: string, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`The server ended before "${type}":\n${output()}`))
    const onMessage = (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== type) return
      child.off('exit', onExit)
      child.off('message', onMessage)
      resolve()
    }
    child.once('exit', onExit)
    child.on('message', onMessage)
  })
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

/** Ports below those the system hands out by itself, a range for each worker: two products of a run never draw the same one, two runs
 * beside each other hardly ever. */
const firstPort = 20_000
const portsOfWorker = 2_000
let drawn = Math.floor(Math.random() * portsOfWorker)

export async function freePort(): Promise<number> {
  const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)
  for (;;) {
    const port = firstPort + worker * portsOfWorker + (drawn++ % portsOfWorker)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
