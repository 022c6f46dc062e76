// The supervisor of `npm start` on several cores: it owns the port and the embedded PostgreSQL and serves nothing
// itself. One worker runs the jobs and the paper brokerage, the web processes share the connections of the port. A stop
// ends the port and the web processes, then the worker, then the database.
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError, readConfig, type Config } from '../kernel/config.ts'
import type { Log, OpenLog } from '../kernel/log.ts'
import { explainPort } from './explain-port.ts'
import { waitForQueuedConnections } from './front-door.ts'
import { handOver, type ConnectionTaker, type HandOver } from './hand-over.ts'
import { keepProcess, type KeptProcess } from './keep-process.ts'
import { openDatabase, type OpenDatabase } from './open-database.ts'
import { webPlace, workerPlace, type ProcessPlace } from './place.ts'
import { connectionsFor, fitConnections, type ProcessPlan } from './plan-processes.ts'
import { prepareDataFolder } from './prepare-data-folder.ts'
import { refuseUnfinishedFolder } from './restore-draft.ts'
import { tellParent } from './tell-parent.ts'
import { readOrMakeSecretKey } from './secret-key.ts'
import { createSocketLedger } from './socket-ledger.ts'
import { showProgress, startingDatabase } from './start-progress.ts'
import type { StopList } from './stop-list.ts'
import { onStopRequest } from './stop-request.ts'
import type { FromProcess } from './supervisor-messages.ts'

export interface SupervisorOrder {
  readonly config: Config
  readonly plan: ProcessPlan & { readonly supervised: object }
  /** The program of the processes. */
  readonly entry: string
  readonly log: Log
  readonly terminal: Pick<OpenLog, 'format' | 'say' | 'tell'>
  readonly startedMs: number
  readonly stops: StopList
}

/** Resolves when a stop was requested. What it starts joins `stops`, also when a later part does not start. */
export async function supervise(order: SupervisorOrder): Promise<void> {
  const { config, plan, log, terminal, stops } = order
  await prepareDataFolder(config.dataDirectory)
  if (!config.databaseUrl) await refuseUnfinishedFolder(config.dataDirectory)
  const listener = await listen(config)
  const hub = handOver(listener)
  stops.add('front door', 'port', () => hub.close())
  const { hasWorker } = plan.supervised
  showProgress(terminal).step(startingDatabase)
  const database = await openDatabase(config, log, {
    max_connections: String(Math.max(100, connectionsFor(plan.webProcesses, hasWorker))),
  })
  stops.add('database', 'database', () => database.close())
  const webProcesses = await fitDatabase(order, database)
  const port = portOf(listener)
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: database.url,
    CLUBFOLIO_SECRET_KEY: config.secretKeys?.join(',') ?? (await readOrMakeSecretKey(config.dataDirectory)),
  }
  const product = createProduct(order, { webProcesses, environment, hub })
  stops.add('jobs', 'worker', () => product.worker?.stop())
  stops.add('front door', 'web processes', () => product.stopWeb())
  await Promise.race([product.start(), database.failed.then((error) => Promise.reject(error))])
  const { origin } = readConfig({ ...process.env, PORT: String(port) }, config.dataDirectory)
  product.announce((performance.now() - order.startedMs) / 1000)
  tellParent({ type: 'ready', origin, port, paperPort: product.paperPort() })
  const reason = await Promise.race([onStopRequest(), database.failed])
  if (reason instanceof Error) throw reason
  log.info({ reason }, 'stopping')
  if (terminal.format === 'text') terminal.tell('Stopping.')
}

/** Holds the port from the start, so that a port that is taken is noticed before anything else happens. */
async function listen(config: Config): Promise<Server> {
  const listener = createServer({ pauseOnConnect: true, noDelay: true })
  listener.listen(config.port, config.host)
  try {
    await once(listener, 'listening')
    return listener
  } catch (error) {
    throw explainPort(error, config) ?? error
  }
}

function portOf(listener: Server): number {
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('The port of the listener is not known.')
  return address.port
}

/** Returns how many web processes the database carries. A number that somebody chose is not changed silently. */
async function fitDatabase({ config, plan, log }: SupervisorOrder, { pool }: OpenDatabase): Promise<number> {
  const { rows } = await pool.query<{ allowed: number }>(
    `select current_setting('max_connections')::int
       - current_setting('superuser_reserved_connections')::int as allowed`,
  )
  const allowed = rows[0]?.allowed ?? 0
  const { hasWorker } = plan.supervised
  const fitting = fitConnections(plan.webProcesses, hasWorker, allowed)
  if (fitting === plan.webProcesses) return fitting
  const needed = connectionsFor(plan.webProcesses, hasWorker)
  if (config.webProcesses !== 'auto')
    throw new ConfigError(
      `CLUBFOLIO_PROCESSES: ${plan.webProcesses} web processes need ${needed} database connections, and PostgreSQL ` +
        `allows ${allowed}. Raise max_connections, or set CLUBFOLIO_PROCESSES to ${fitting} or less.`,
    )
  log.warn(
    { webProcesses: fitting, needed, allowed },
    'max_connections allows fewer web processes than there are cores',
  )
  return fitting
}

interface ProductOrder {
  readonly webProcesses: number
  readonly environment: NodeJS.ProcessEnv
  readonly hub: HandOver
}

const metricsWaitMs = 2_000
/** A process that is stuck must not keep the others from ending. */
const longestHandOverMs = 5_000
/** As long as a process lingers for callers that do not know yet that their connection ends (front-door.ts). */
const lingerMs = 300

/** The processes, how they start and how they end. */
function createProduct(order: SupervisorOrder, { webProcesses, environment, hub }: ProductOrder) {
  const { config, plan, log, entry } = order
  const steered = steeredBy(config)
  let paper: { readonly port: number; readonly url: string } | undefined
  let hasStarted = false
  const sockets = createSocketLedger()
  const metrics = new Map<number, (text: string) => void>()
  let lastMetrics = 0
  let worker: KeptProcess | undefined
  const webs: KeptProcess[] = []
  const all = (): KeptProcess[] => [...(worker ? [worker] : []), ...webs]

  /** Asks all ready processes but one; a process that does not answer is left out. */
  const gather = async (asking: KeptProcess): Promise<string[]> => {
    const texts = await Promise.all(
      all()
        .filter((one) => one !== asking && one.isReady())
        .map((one) => {
          const id = ++lastMetrics
          const given = new Promise<string>((resolve) => metrics.set(id, resolve))
          one.send({ type: 'give-metrics', id })
          return Promise.race([given, delay(metricsWaitMs, '', { ref: false })]).finally(() => metrics.delete(id))
        }),
    )
    return texts.filter((text) => text !== '')
  }

  const receive = (one: KeptProcess, taker: ConnectionTaker, message: FromProcess): void => {
    if (message.type === 'taken') hub.taken(taker, message.id)
    if (message.type === 'given-metrics') metrics.get(message.id)?.(message.text)
    if (message.type === 'take-socket-place')
      one.send({ type: 'socket-place', id: message.id, isFree: sockets.take(one, message.key) })
    if (message.type === 'leave-socket-place') sockets.leave(one, message.key)
    if (message.type === 'ask-metrics') {
      const { id } = message
      void gather(one).then((texts) => one.send({ type: 'metrics', id, texts }))
    }
    if (message.type === 'paper-broker') {
      paper = message
      if (!hasStarted) tellParent(message)
    }
  }

  const keep = (place: ProcessPlace, own: NodeJS.ProcessEnv): KeptProcess => {
    const taker: ConnectionTaker = {
      give: (id, connection) => kept.send({ type: 'connection', id }, connection),
    }
    const kept: KeptProcess = keepProcess({
      entry,
      place,
      heapMb: plan.supervised.heapMb,
      log,
      environment: () => ({
        ...environment,
        ...own,
        ...steered.environment(),
        // A process that starts again finds the brokerage at the address that the others know.
        ...(paper && { PAPER_PORT: String(paper.port), PAPER_PUBLIC_URL: paper.url }),
      }),
      onMessage: (message) => receive(kept, taker, message),
      onReady: () => place.isWorker || hub.join(taker),
      onGone: () => {
        sockets.forget(kept)
        if (!place.isWorker) hub.leave(taker)
      },
    })
    return kept
  }

  return {
    get worker() {
      return worker
    },
    paperPort: () => paper?.port,
    /** Resolves when every process is ready; a process that ends meanwhile fails the start. */
    async start(): Promise<void> {
      if (plan.supervised.hasWorker) {
        worker = keep(workerPlace(webProcesses), { ROLE: 'all' })
        await Promise.race([worker.next('prepared'), worker.ready])
      }
      const firstData = worker && Promise.race([worker.next('first-data-ready'), worker.ready])
      for (let number = 1; number <= webProcesses; number++)
        webs.push(keep(webPlace(number, webProcesses), { ROLE: 'web' }))
      // A first start goes on with the demonstration's club; pages answer meanwhile, as in one process.
      const everyOne = Promise.all(all().map(({ ready }) => ready))
      await Promise.race([everyOne, Promise.all([firstData, ...webs.map(({ ready }) => ready)])])
      hub.open()
      await everyOne
      hasStarted = true
      steered.steer(webs, worker)
    },
    announce(seconds: number): void {
      const speaker = worker ?? webs[0]
      speaker?.send({ type: 'announce', seconds })
    },
    /** Serves everything that arrives until the port is closed, then lets the web processes end. */
    async stopWeb(): Promise<void> {
      const ended = webs.map((one) => one.stop())
      if (hasStarted) {
        await delay(lingerMs)
        await waitForQueuedConnections()
      }
      hub.close()
      await Promise.race([hub.allTaken(), Promise.all(ended), delay(longestHandOverMs, undefined, { ref: false })])
      for (const one of webs) one.send({ type: 'last-connection' })
      await Promise.all(ended)
      hub.abandon()
    },
  }
}

/** Passes the moves of a steered clock on: first to the web processes, then to the worker, which does what is due. */
function steeredBy({ fixedNowMs }: Config) {
  let nowMs = fixedNowMs
  return {
    environment: (): NodeJS.ProcessEnv => (nowMs === undefined ? {} : { CLUBFOLIO_NOW: new Date(nowMs).toISOString() }),
    steer(webs: readonly KeptProcess[], worker: KeptProcess | undefined): void {
      if (fixedNowMs === undefined) return
      process.on('message', (message: unknown) => {
        if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== 'move-clock')
          return
        if (!('nowMs' in message) || typeof message.nowMs !== 'number') return
        const to = message.nowMs
        nowMs = to
        const move = (one: KeptProcess): Promise<unknown> => {
          const moved = one.next('clock-moved')
          one.send({ type: 'move-clock', nowMs: to })
          return moved
        }
        void (async () => {
          await Promise.all(webs.map(move))
          if (worker) await move(worker)
          tellParent({ type: 'clock-moved' })
        })()
      })
    },
  }
}
