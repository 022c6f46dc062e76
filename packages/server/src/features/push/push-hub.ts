// The sockets that receive messages. A joining socket reports the last position it received, gets what it missed, and
// continues live without a gap or a repetition.
import type { PushSignal } from '@clubfolio/contract'
import { findSessionHolders, type SessionHolder } from '../../kernel/session.ts'
import { createSocketHub, type SocketHub, type SocketMember } from '../../kernel/socket-hub.ts'
import type { Services } from '../../services.ts'
import { findMissed } from './find-missed.ts'
import { mayReceive } from './audience.ts'
import type { LoggedMessage } from './message-log.ts'

const mostBufferedBytes = 256 * 1024

interface Reading {
  /** The last position that the browser received, null initially. */
  readonly after: number | null
  /** The last position sent to it; undefined while it catches up. */
  position: number | undefined
}
type Reader = SocketMember<Reading, SessionHolder>
export type PushHub = SocketHub<Reading, SessionHolder>

export type HubServices = Pick<Services, 'db' | 'clock' | 'log' | 'messages' | 'socketPlaces'>

export function createPushHub({ db, clock, log, messages, socketPlaces }: HubServices): PushHub {
  let stopListening: (() => void) | undefined

  const tell = (told: readonly LoggedMessage[]): void => {
    const texts = told.map(wireText)
    for (const { state, grant, send } of hub.members()) {
      for (const [index, message] of told.entries()) {
        if (state.position === undefined || message.position <= state.position) continue
        if (grant && mayReceive(grant, message)) send(texts[index]!)
        state.position = message.position
      }
    }
  }

  /** Reads until the reader has reached the live position; from then on `tell` continues. */
  const catchUp = async ({ state, grant, isOpen, send, untilTaken }: Reader): Promise<void> => {
    if (grant === undefined) return
    if (messages.position() === undefined) await messages.look()
    let position = state.after
    for (;;) {
      const missed = await findMissed(db, grant, position)
      for (const message of missed.messages) {
        await untilTaken()
        send(wireText(message))
      }
      position = missed.position
      if (missed.isReload) send(signalText({ type: 'reload', position }))
      if (position >= messages.position()! || !isOpen()) break
    }
    state.position = position
    send(signalText({ type: 'position', position }))
  }

  const hub: PushHub = createSocketHub<Reading, SessionHolder>(log, {
    name: 'messages',
    mostBufferedBytes,
    places: socketPlaces,
    findGrants: (sessionIds) => findSessionHolders(db, clock, sessionIds),
    createState: ({ after }) => ({ after: positionOf(after), position: undefined }),
    onJoin: (reader) => {
      stopListening ??= messages.listen(tell)
      return catchUp(reader)
    },
    onPing: ({ state, send }) => {
      const position = messages.position()
      if (state.position === undefined || position === undefined) return
      send(signalText({ type: 'position', position: (state.position = Math.max(state.position, position)) }))
    },
  })
  return {
    ...hub,
    stop() {
      stopListening?.()
      return hub.stop()
    },
  }
}

const positionOf = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null

const signalText = (signal: PushSignal): string => JSON.stringify(signal)

const texts = new WeakMap<LoggedMessage, string>()

/** Serialised once for all sockets that receive it. */
function wireText(message: LoggedMessage): string {
  const made =
    texts.get(message) ?? JSON.stringify({ type: 'message', position: message.position, content: message.content })
  texts.set(message, made)
  return made
}
