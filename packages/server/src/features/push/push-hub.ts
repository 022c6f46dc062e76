// All sockets of this process that receive messages. A joining socket reports the last position it received, gets what
// it missed, and continues live without a gap or a repetition. A socket that does not keep up, does not answer or whose
// session has ended is closed, and its browser reconnects with its position.
import { setTimeout } from 'node:timers/promises'
import type { PushSignal } from '@clubfolio/contract'
import type { WebSocket } from '@fastify/websocket'
import { findSessionHolders, type SessionHolder } from '../../kernel/session.ts'
import { holdsTooMany } from '../../kernel/socket-limit.ts'
import { closeCodes } from '../../kernel/socket-route.ts'
import type { Services } from '../../services.ts'
import { findMissed } from './find-missed.ts'
import { mayReceive } from './audience.ts'
import type { LoggedMessage } from './message-log.ts'

const tickMs = 2_000
/** After this many ticks each socket gets the position, which also checks whether it is still alive. */
const ticksPerBeat = 15
/** A reader this far behind is closed instead of filling our memory. */
const mostBufferedBytes = 256 * 1024

const takenMs = 10

interface Reader {
  readonly sessionId: string
  holder: SessionHolder
  /** The last position sent to it; undefined while it catches up. */
  position: number | undefined
  hasAnswered: boolean
}

export interface PushHub {
  /** `after`: the last position that the browser received, null initially. */
  add(socket: WebSocket, sessionId: string, after: number | null): void
  /** Closes ended sessions and pings the sockets; called by the timer, directly by tests. */
  tick(): Promise<void>
  readonly count: () => number
  stop(): Promise<void>
}

export type HubServices = Pick<Services, 'db' | 'clock' | 'log' | 'messages'>

export function createPushHub({ db, clock, log, messages }: HubServices): PushHub {
  const readers = new Map<WebSocket, Reader>()
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  let ticks = 0
  let stopListening: (() => void) | undefined

  const tell = (told: readonly LoggedMessage[]): void => {
    const texts = told.map(wireText)
    for (const [socket, reader] of readers) {
      if (reader.position === undefined) continue
      for (const [index, message] of told.entries()) {
        if (message.position <= reader.position) continue
        if (mayReceive(reader.holder, message)) send(socket, texts[index]!)
        reader.position = message.position
      }
    }
  }

  /** Reads until the reader has reached the live position; from then on `tell` continues. */
  const catchUp = async (socket: WebSocket, reader: Reader, after: number | null): Promise<void> => {
    const [holder] = (await findSessionHolders(db, clock, [reader.sessionId])).values()
    if (!holder) return socket.close(closeCodes.over, 'session over')
    reader.holder = holder
    if (messages.position() === undefined) await messages.look()
    let position = after
    for (;;) {
      const missed = await findMissed(db, holder, position)
      for (const message of missed.messages) {
        await untilTaken(socket)
        send(socket, wireText(message))
      }
      position = missed.position
      if (missed.isReload) send(socket, signalText({ type: 'reload', position }))
      if (position >= messages.position()! || socket.readyState !== socket.OPEN) break
    }
    reader.position = position
    send(socket, signalText({ type: 'position', position }))
  }

  const tick = async (): Promise<void> => {
    if (readers.size === 0) return
    const isBeat = ++ticks % ticksPerBeat === 0
    // Sockets that join during the query are not covered by its result.
    const asked = [...readers]
    const holders = await findSessionHolders(db, clock, [...new Set(asked.map(([, { sessionId }]) => sessionId))])
    for (const [socket, reader] of asked) {
      const holder = holders.get(reader.sessionId)
      if (!holder) socket.close(closeCodes.over, 'session over')
      else reader.holder = holder
      if (isBeat) beat(socket, reader)
    }
  }

  /** A reader whose computer sleeps or whose connection is cut sends no close; it would be kept for hours. */
  const beat = (socket: WebSocket, reader: Reader): void => {
    if (!reader.hasAnswered) return socket.terminate()
    reader.hasAnswered = false
    socket.ping()
    const position = messages.position()
    if (reader.position === undefined || position === undefined) return
    send(socket, signalText({ type: 'position', position: (reader.position = Math.max(reader.position, position)) }))
  }

  const run = (): void => {
    timer = globalThis.setTimeout(() => {
      turn = tick()
        .catch((error: unknown) => log.error({ err: error }, 'the sockets of messages could not be looked after'))
        .finally(() => {
          if (readers.size > 0 && timer !== undefined) run()
          else timer = undefined
        })
    }, tickMs)
    timer.unref()
  }

  return {
    tick,
    count: () => readers.size,
    add(socket, sessionId, after) {
      if (holdsTooMany(readers.values(), sessionId)) return socket.close(closeCodes.policy, 'too many sockets')
      stopListening ??= messages.listen(tell)
      const reader: Reader = {
        sessionId,
        holder: { userId: '', keys: new Set() },
        position: undefined,
        hasAnswered: true,
      }
      readers.set(socket, reader)
      socket.on('close', () => readers.delete(socket))
      socket.on('error', () => readers.delete(socket))
      socket.on('pong', () => (reader.hasAnswered = true))
      socket.on('message', () => socket.close(closeCodes.policy, 'nothing to say here'))
      catchUp(socket, reader, after).catch((error: unknown) => {
        log.error({ err: error }, 'a socket could not be brought up to date')
        socket.terminate()
      })
      if (timer === undefined) run()
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      stopListening?.()
      for (const socket of readers.keys()) socket.terminate()
      readers.clear()
      await turn
    },
  }
}

const signalText = (signal: PushSignal): string => JSON.stringify(signal)

const texts = new WeakMap<LoggedMessage, string>()

/** Serialised once for all sockets that receive it. */
function wireText(message: LoggedMessage): string {
  const made =
    texts.get(message) ?? JSON.stringify({ type: 'message', position: message.position, content: message.content })
  texts.set(message, made)
  return made
}

/**
 * Missed messages are sent as fast as the reader accepts them. A reader that accepts nothing is detected by its
 * silence.
 */
async function untilTaken(socket: WebSocket): Promise<void> {
  while (socket.readyState === socket.OPEN && socket.bufferedAmount > mostBufferedBytes / 4) await setTimeout(takenMs)
}

function send(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > mostBufferedBytes) socket.terminate()
  else socket.send(text)
}
