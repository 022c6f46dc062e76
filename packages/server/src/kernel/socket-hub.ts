// The sockets of one kind that this process serves: which session each belongs to, when it ends, how fast it may ask
// and how far it may fall behind. What is sent belongs to the use of the hub; admission, which checks origin and
// ticket, to socket-route.ts. A browser whose socket was closed reconnects by itself.
import { setTimeout as wait } from 'node:timers/promises'
import type { WebSocket } from '@fastify/websocket'
import type { FaultLog } from './log.ts'
import { createMessageAllowance, holdsTooMany, type MessageLimit, type SocketPlaces } from './socket-limit.ts'
import { closeCodes, type SocketQuery } from './socket-route.ts'

const tickMs = 2_000
/** Each socket is pinged once every this many ticks. */
export const ticksPerPing = 15
const takenMs = 10

/** One socket as its use sees it: `state` is the use's own, `grant` what the last check of its session returned. */
export interface SocketMember<State, Grant> {
  readonly state: State
  readonly grant: Grant | undefined
  isOpen(): boolean
  /** Whether so much waits to be sent that the reader does not keep up. */
  isBehind(): boolean
  /** Sends to an open socket. A reader that is behind is disconnected instead of filling our memory. */
  send(text: string): void
  /** Resolves when the reader has taken most of what was sent, or is gone. */
  untilTaken(): Promise<void>
}

export interface SocketUse<State, Grant> {
  /** Names the sockets in the log, such as `live quotes`. */
  readonly name: string
  /** A reader with more than this waiting for it is behind. */
  readonly mostBufferedBytes: number
  /** Where the sockets of other processes count too. */
  readonly places?: SocketPlaces | undefined
  /** Returns what each of the sessions that are still live grants; those missing have ended. */
  findGrants(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Grant>>
  createState(query: SocketQuery): State
  /** Called once per socket, after its session was checked again. A failure disconnects the socket. */
  onJoin?(member: SocketMember<State, Grant>): Promise<void>
  readonly messages?: {
    readonly limit: MessageLimit
    /** Returns whether the text was understood; a socket that sends anything else is closed. */
    receive(member: SocketMember<State, Grant>, text: string): boolean
  }
  /** Called on every tick, after ended sessions were closed; with no members once before the ticks pause. */
  onTick?(members: Iterable<SocketMember<State, Grant>>): Promise<void>
  /** Called for each socket that has just been pinged. */
  onPing?(member: SocketMember<State, Grant>): void
  onLeave?(member: SocketMember<State, Grant>): void
}

export interface SocketHub<State, Grant> {
  add(socket: WebSocket, sessionId: string, query?: SocketQuery): void
  /** Pings, closes what has ended and lets the use send; called by the timer, directly by tests. */
  tick(): Promise<void>
  readonly members: () => Iterable<SocketMember<State, Grant>>
  readonly count: () => number
  /** Disconnects everybody; resolves when a running tick has ended. */
  stop(): Promise<void>
}

interface Entry<State, Grant> extends SocketMember<State, Grant> {
  readonly sessionId: string
  grant: Grant | undefined
  hasAnswered: boolean
}

export function createSocketHub<State, Grant extends string | true | object>(
  log: FaultLog,
  use: SocketUse<State, Grant>,
): SocketHub<State, Grant> {
  const entries = new Map<WebSocket, Entry<State, Grant>>()
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  let ticks = 0

  const remove = (socket: WebSocket): void => {
    const entry = entries.get(socket)
    if (entry !== undefined && entries.delete(socket)) use.onLeave?.(entry)
  }

  /** A reader whose computer sleeps or whose connection is cut sends no close; it would be kept for hours. */
  const pingAll = (): void => {
    for (const [socket, entry] of entries) {
      if (!entry.hasAnswered) {
        socket.terminate()
        continue
      }
      entry.hasAnswered = false
      socket.ping()
      use.onPing?.(entry)
    }
  }

  /** Signing out, disabling a user and the limits of a session end its sockets too. */
  const checkSessions = async (checked: readonly (readonly [WebSocket, Entry<State, Grant>])[]): Promise<void> => {
    if (checked.length === 0) return
    const grants = await use.findGrants([...new Set(checked.map(([, { sessionId }]) => sessionId))])
    for (const [socket, entry] of checked) {
      const grant = grants.get(entry.sessionId)
      if (grant === undefined) socket.close(closeCodes.over, 'session over')
      else entry.grant = grant
    }
  }

  const tick = async (): Promise<void> => {
    if (++ticks % ticksPerPing === 0) pingAll()
    // Sockets that join during the query are not covered by its result.
    await checkSessions([...entries])
    await use.onTick?.(entries.values())
  }

  const run = (): void => {
    timer = globalThis.setTimeout(() => {
      turn = tick()
        .catch((error: unknown) => log.error({ err: error }, `${use.name}: the sockets could not be served`))
        .finally(() => {
          if (entries.size > 0 && timer !== undefined) run()
          else timer = undefined
        })
    }, tickMs)
    timer.unref()
  }

  /** Returns whether the session has a place for the socket; the place is returned however the socket ends. */
  const takePlace = async (socket: WebSocket, sessionId: string): Promise<boolean> => {
    const { places } = use
    if (places === undefined) return true
    if (!(await places.take(use.name, sessionId))) {
      remove(socket)
      socket.close(closeCodes.policy, 'too many sockets')
      return false
    }
    const leave = (): void => places.leave(use.name, sessionId)
    if (socket.readyState === socket.CLOSED) leave()
    else socket.once('close', leave)
    return true
  }

  const join = async (socket: WebSocket, entry: Entry<State, Grant>): Promise<void> => {
    if (!(await takePlace(socket, entry.sessionId)) || use.onJoin === undefined) return
    await checkSessions([[socket, entry]])
    if (entry.isOpen()) await use.onJoin(entry)
  }

  /** Listens to what the socket sends; without `messages` it has nothing to say. */
  const listen = (socket: WebSocket, entry: Entry<State, Grant>): void => {
    const { messages } = use
    const mayAsk = messages && createMessageAllowance(messages.limit)
    const refuse = (why: string): void => {
      remove(socket)
      socket.close(closeCodes.policy, why)
    }
    socket.on('message', (data) => {
      if (messages === undefined || mayAsk === undefined) return refuse('nothing to say here')
      if (!mayAsk()) return refuse('too many messages')
      if (!messages.receive(entry, Buffer.isBuffer(data) ? data.toString('utf8') : '')) refuse('not understood')
    })
  }

  return {
    tick,
    members: () => entries.values(),
    count: () => entries.size,
    add(socket, sessionId, query = {}) {
      if (holdsTooMany(entries.values(), sessionId)) return socket.close(closeCodes.policy, 'too many sockets')
      const entry: Entry<State, Grant> = {
        ...memberOf(socket, use.mostBufferedBytes),
        sessionId,
        state: use.createState(query),
        grant: undefined,
        hasAnswered: true,
      }
      entries.set(socket, entry)
      socket.on('close', () => remove(socket))
      socket.on('error', () => remove(socket))
      socket.on('pong', () => (entry.hasAnswered = true))
      listen(socket, entry)
      join(socket, entry).catch((error: unknown) => {
        log.error({ err: error }, `${use.name}: a socket could not join`)
        socket.terminate()
      })
      if (timer === undefined) run()
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      for (const socket of entries.keys()) socket.terminate()
      entries.clear()
      await turn
    },
  }
}

function memberOf(socket: WebSocket, mostBufferedBytes: number) {
  const isOpen = (): boolean => socket.readyState === socket.OPEN
  const isBehind = (): boolean => socket.bufferedAmount > mostBufferedBytes
  return {
    isOpen,
    isBehind,
    send(text: string): void {
      if (!isOpen()) return
      if (isBehind()) socket.terminate()
      else socket.send(text)
    },
    /** A reader that takes nothing is found by its silence. */
    async untilTaken(): Promise<void> {
      while (isOpen() && socket.bufferedAmount > mostBufferedBytes / 4) await wait(takenMs)
    },
  }
}
