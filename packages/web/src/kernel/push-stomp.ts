// Messages over a broker that speaks STOMP, where the configuration names one. The broker keeps nothing for a browser that is away, so
// after each subscription what was missed is asked for by an ordinary call; messages that both bring are told once.
import { PushedMessage, type PushChannel } from '@clubfolio/contract'
import { Client } from '@stomp/stompjs'
import { api } from './api.ts'
import type { PushConnection, PushEvents } from './push-feed.ts'

const beatMs = 10_000
const connectMs = 10_000

type StompChannel = Extract<PushChannel, { kind: 'stomp' }>

export function openPushStomp({ url, login, passcode, virtualHost, destination }: StompChannel, after: number | undefined, { onMessage, onPosition, onReload, onClose }: PushEvents): Promise<PushConnection> {
  let waiting: PushedMessage[] | undefined = []
  const client = new Client({
    brokerURL: url,
    connectHeaders: { login, passcode, host: virtualHost },
    heartbeatIncoming: beatMs,
    heartbeatOutgoing: beatMs,
    connectionTimeout: connectMs,
    // The feed decides when to come back.
    reconnectDelay: 0,
  })
  /** The broker's own beat says that the line lives; the feed wants to hear a position for it. */
  let position = after ?? 0
  const alive = setInterval(() => {
    if (client.connected && waiting === undefined) onPosition(position)
  }, 3 * beatMs)
  const tell = (message: PushedMessage): void => {
    position = Math.max(position, message.position)
    onMessage(message)
  }
  const catchUp = async (): Promise<void> => {
    const missed = await api.push.findMissed({ params: { after: after ?? null } }, { background: true, ownMessage: true })
    if (missed.isReload) onReload(missed.position)
    for (const message of missed.result) tell(message)
    position = Math.max(position, missed.position)
    onPosition(missed.position)
    const since = waiting ?? []
    waiting = undefined
    for (const message of since) tell(message)
  }
  const end = (): void => {
    clearInterval(alive)
    onClose()
  }
  client.onConnect = () => {
    client.watchForReceipt('subscribed', () => void catchUp().catch(() => client.deactivate()))
    client.subscribe(
      destination,
      ({ body }) => {
        const message = readMessage(body)
        if (!message) return
        if (waiting) waiting.push(message)
        else tell(message)
      },
      { receipt: 'subscribed' },
    )
  }
  client.onStompError = () => void client.deactivate()
  client.onWebSocketClose = end
  client.activate()
  return Promise.resolve({
    close() {
      clearInterval(alive)
      void client.deactivate()
    },
  })
}

function readMessage(text: string): PushedMessage | undefined {
  try {
    return PushedMessage.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
