// The whole product as on a user's machine: the built server as a child process on free ports, with its own data, a
// clock that is frozen until a journey moves it, and the codes read where a person would read them.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { awaitBrokerage, reportBrokerage } from './brokerage-port.ts'
import { makeEmptyFolder, makePlace, removePlace, type Place } from './template.ts'

const serverEntry = fileURLToPath(new URL('../../packages/server/dist/launch.js', import.meta.url))

/** Every journey starts at this instant: 10:00 in New York on a Wednesday. */
export const journeyStart = '2026-03-04T15:00:00Z'

export type Ports = readonly [server: number, brokerage: number]

export interface Product {
  /** Before the product is ready, known only if the ports were given. */
  readonly origin: string
  /** Ports of server and brokerage, for a second start at the same addresses. */
  readonly ports: Ports
  readonly dataDirectory: string
  /** Undefined: its own server in the data folder. */
  readonly databaseUrl: string | undefined
  /** Of the server. */
  readonly processId: number
  /** Current time of its clock. */
  readonly now: string
  /** Returns the last 6-digit code that was sent. */
  readCode(): Promise<string>
  /** Moves the clock of server, jobs and brokerage and resolves when everything due is done. */
  moveClock(toIso: string): Promise<void>
  /** Kills the server without warning, like a power cut. */
  kill(): Promise<void>
  /**
   * The process of the paper brokerage that currently runs next to the server, for a journey that stops or kills it.
   */
  brokerageProcessId(): Promise<number>
  /** Shuts the server down in order and keeps its data. */
  end(): Promise<void>
  /** Shuts the server down in order and removes its data. */
  stop(): Promise<void>
  /** Resolves once the server has ended and its last output is read: with its exit code, or null after a signal. */
  readonly ended: Promise<number | null>
  /** Returns the last output of the server. */
  output(): string
}

export interface LaunchedProduct extends Product {
  /** Resolves when the server answers; rejects with its last output when it ends before. */
  readonly ready: Promise<void>
}

/** Offers Alpaca beside the paper brokerage, so that linking asks. Nothing is sent there before somebody links. */
export const severalBrokerages = { ALPACA: 'yes', ALPACA_PAPER: 'yes' } as const

export interface ProductOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** Starts on the data of an earlier product. */
  readonly dataDirectory?: string
  /** Sets everything up from scratch instead of starting on a copy of what a first start leaves. */
  readonly isFirstStart?: boolean
  /** With its own PostgreSQL in the data folder, like `npm start`, instead of a database on the run's server. */
  readonly isEmbedded?: boolean
  /** Ports of server and brokerage; free ports by default. */
  readonly ports?: Ports
}

/** The databases of products whose data still exists. */
const databaseUrls = new Map<string, string>()

/** Resolves when the product is ready. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const product = await launchProduct(options)
  await product.ready
  return product
}

/** Returns immediately, for tests that observe or disrupt startup. */
export async function launchProduct(options: ProductOptions = {}): Promise<LaunchedProduct> {
  return launchAt(await findPlace(options), options)
}

/** A small market is filled within a second; the product's full size has its own journey. */
const smallMarket = '20'

async function findPlace(options: ProductOptions): Promise<Place> {
  const { dataDirectory, isFirstStart, isEmbedded = false, environment = {} } = options
  if (dataDirectory !== undefined) return { dataDirectory, databaseUrl: databaseUrls.get(dataDirectory) }
  if (isFirstStart) return { dataDirectory: await makeEmptyFolder(), databaseUrl: undefined }
  const demonstration = environment['CLUBFOLIO_DEMO'] ?? 'people'
  const instruments = environment['CLUBFOLIO_MARKET_INSTRUMENTS'] ?? smallMarket
  const place = await makePlace({
    kind: `${demonstration}-${instruments}`,
    isEmbedded,
    firstStart: (empty) =>
      makeFirstStart(empty, { CLUBFOLIO_DEMO: demonstration, CLUBFOLIO_MARKET_INSTRUMENTS: instruments }),
  })
  if (place.databaseUrl !== undefined) databaseUrls.set(place.dataDirectory, place.databaseUrl)
  return place
}

async function makeFirstStart(place: Place, environment: Readonly<Record<string, string>>): Promise<void> {
  const product = launchAt(place, { environment })
  await product.ready
  // Moving the clock to its own time resolves when everything that a first start defers is done.
  await product.moveClock(journeyStart)
  await product.end()
}

function launchAt({ dataDirectory, databaseUrl }: Place, options: ProductOptions): LaunchedProduct {
  const [port, paperPort] = options.ports ?? [0, 0]
  const publicUrl = options.environment?.['PAPER_PUBLIC_URL']
  if (publicUrl !== undefined) awaitBrokerage(publicUrl)
  const child = spawn(process.execPath, [serverEntry], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      PAPER_PORT: String(paperPort),
      CLUBFOLIO_DATA: dataDirectory,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      // One process, as on a machine with one core; CLUBFOLIO_PROCESSES=2 npm run campaign terminate asks for several.
      CLUBFOLIO_PROCESSES: process.env['CLUBFOLIO_PROCESSES'] ?? '1',
      CLUBFOLIO_NOW: journeyStart,
      CLUBFOLIO_LOG: 'warn',
      CLUBFOLIO_MARKET_INSTRUMENTS: smallMarket,
      // Users who can sign in, without accounts: a journey that needs the demonstration's club requests it.
      CLUBFOLIO_DEMO: 'people',
      ...options.environment,
    },
  })
  const output = collectOutput(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  let ports: Ports | undefined = options.ports
  let now = options.environment?.['CLUBFOLIO_NOW'] ?? journeyStart
  if (publicUrl !== undefined)
    void waitForMessage(child, 'paper-broker', output).then(
      (message) => reportBrokerage(publicUrl, numberIn(message, 'port')),
      () => undefined,
    )
  const waitUntilReady = async (): Promise<void> => {
    const message = await waitForMessage(child, 'ready', output)
    ports = [numberIn(message, 'port'), numberIn(message, 'paperPort')]
  }
  const ready = waitUntilReady()
  // A deliberate kill is not an error.
  ready.catch(() => undefined)
  const portsNow = (): Ports => {
    if (ports === undefined) throw new Error('The product is not ready: nobody knows where it listens.')
    return ports
  }
  const originNow = (): string => `http://127.0.0.1:${portsNow()[0]}`
  return {
    get origin() {
      return originNow()
    },
    get ports() {
      return portsNow()
    },
    dataDirectory,
    databaseUrl,
    processId: child.pid!,
    ready,
    ended,
    output,
    get now() {
      return now
    },
    readCode: () => readCode(originNow()),
    moveClock: async (toIso) => {
      now = toIso
      child.send({ type: 'move-clock', nowMs: Date.parse(toIso) })
      await waitForMessage(child, 'clock-moved', output)
    },
    kill: () => end(child, 'SIGKILL'),
    brokerageProcessId: () => findBrokerage(child.pid),
    end: () => end(child, 'SIGTERM'),
    stop: async () => {
      await end(child, 'SIGTERM')
      databaseUrls.delete(dataDirectory)
      await removePlace({ dataDirectory, databaseUrl })
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
  const all = stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)/.exec(line))
    .filter((match) => match !== null)
    .map(([, id, parent, args]) => ({ id: Number(id), parent: Number(parent), args: args! }))
  // Of several processes the worker is its parent.
  const worker = all.find(({ parent, args }) => parent === serverId && args.includes('--place=worker'))
  const found = all.find(
    ({ parent, args }) => args.includes('paper-broker') && (parent === serverId || parent === worker?.id),
  )
  if (!found) throw new Error('No paper brokerage runs beside the server.')
  return found.id
}

function collectOutput(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(-20_000)))
  return () => text
}

function numberIn(message: object, name: string): number {
  const value: unknown = Reflect.get(message, name)
  if (typeof value !== 'number') throw new Error(`A message of the product has no number ${name}.`)
  return value
}

function waitForMessage(child: ChildProcess, type: string, output: () => string): Promise<object> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`The server ended before "${type}":\n${output()}`))
    const onMessage = (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== type) return
      child.off('exit', onExit)
      child.off('message', onMessage)
      resolve(message)
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
