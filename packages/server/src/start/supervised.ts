// A process under the supervisor, from its own side: it takes the connections that are handed over, stops when the
// supervisor says so, and ends with it.
import { once } from 'node:events'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { joinMetrics, type Metrics } from '../kernel/metrics.ts'
import type { SocketPlaces } from '../kernel/socket-limit.ts'
import type { ProcessPlace } from './place.ts'
import { tellParent } from './tell-parent.ts'
import { readToProcess, type FromProcess, type ToProcess } from './supervisor-messages.ts'

export interface Supervised {
  readonly place: ProcessPlace
  /** Resolves with the reason when the process has to stop. */
  readonly stopRequest: Promise<string>
  /** Resolves when no further connection is handed over. */
  readonly lastConnection: Promise<void>
  /** Tells the supervisor that web processes can start. */
  prepared(): void
  /** Tells the supervisor that the web processes may answer: what is still made does not hold them up. */
  firstDataReady(): void
  /** Serves the connections that are handed over. */
  serve(app: FastifyInstance): Promise<void>
  /** Calls back when the whole product is ready. */
  onAnnounce(print: (seconds: number) => void): void
  /** The supervisor counts the sockets of all web processes. */
  readonly socketPlaces: SocketPlaces
  /** Answers for this process when another is asked for metrics, and asks the others when this one is. */
  shareMetrics(own: Metrics): Metrics
}

/** A process that cannot end in order without its supervisor, for instance because the database went with it. */
const longestOrphanedMs = 10_000

type Handlers = {
  [Type in ToProcess['type']]?: (message: Extract<ToProcess, { type: Type }>, connection: unknown) => void
}

function dispatch<Type extends ToProcess['type']>(
  handlers: Handlers,
  message: Extract<ToProcess, { type: Type }>,
  connection: unknown,
): void {
  const handle: Handlers[Type] = handlers[message.type]
  handle?.(message, connection)
}

const send = (message: FromProcess): void => tellParent(message)

export function beSupervised(place: ProcessPlace): Supervised {
  // A terminal and a service manager send signals to every process at once; the supervisor tells each when to stop.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const isOrphaned = once(process, 'disconnect').then(() => {
    setTimeout(() => process.exit(1), longestOrphanedMs).unref()
    return 'supervisor ended'
  })
  const handlers: Handlers = {}
  process.on('message', (message: unknown, connection: unknown) => {
    const read = readToProcess(message)
    if (read !== undefined) dispatch(handlers, read, connection)
  })
  handlers.ping = () => send({ type: 'pong' })
  const isStopping = new Promise<string>((resolve) => (handlers.stop = () => resolve('supervisor')))
  const lastConnection = new Promise<void>((resolve) => (handlers['last-connection'] = () => resolve()))

  const joining = new Map<number, (isFree: boolean) => void>()
  let lastJoined = 0
  handlers['socket-place'] = ({ id, isFree }) => {
    joining.get(id)?.(isFree)
    joining.delete(id)
  }

  return {
    place,
    socketPlaces: {
      take: (kind, sessionId) =>
        new Promise((resolve) => {
          joining.set(++lastJoined, resolve)
          send({ type: 'take-socket-place', id: lastJoined, key: `${kind} ${sessionId}` })
        }),
      leave: (kind, sessionId) => send({ type: 'leave-socket-place', key: `${kind} ${sessionId}` }),
    },
    stopRequest: Promise.race([isStopping, isOrphaned]),
    lastConnection: Promise.race([lastConnection, isOrphaned.then(() => undefined)]),
    prepared: () => send({ type: 'prepared' }),
    firstDataReady: () => send({ type: 'first-data-ready' }),
    async serve(app) {
      // Only a server that listens watches how long a request takes to arrive. Nobody knows this address.
      await app.ready()
      app.server.listen({ host: '127.0.0.1', port: 0 })
      await once(app.server, 'listening')
      handlers.connection = ({ id }, connection) => {
        send({ type: 'taken', id })
        // Its caller may have gone meanwhile.
        if (!(connection instanceof Socket)) return
        connection.allowHalfOpen = true
        app.server.emit('connection', connection)
        connection.resume()
      }
    },
    onAnnounce(print) {
      handlers.announce = ({ seconds }) => print(seconds)
    },
    shareMetrics(own) {
      const asked = new Map<number, (texts: readonly string[]) => void>()
      let lastId = 0
      handlers['give-metrics'] = ({ id }) => void own.text().then((text) => send({ type: 'given-metrics', id, text }))
      handlers.metrics = ({ id, texts }) => {
        asked.get(id)?.(texts)
        asked.delete(id)
      }
      return {
        ...own,
        text: async () => {
          const id = ++lastId
          const others = new Promise<readonly string[]>((resolve) => asked.set(id, resolve))
          send({ type: 'ask-metrics', id })
          return joinMetrics([await own.text(), ...(await others)])
        },
      }
    },
  }
}
