// Push messages over a STOMP broker, where the configuration names one. The broker keeps nothing for a disconnected
// browser, so after each subscription an ordinary call fetches the missed messages; a message that arrives both ways is
// delivered once.
import { PushSignal, type PushChannel } from '@clubfolio/contract'
import { Client } from '@stomp/stompjs'
import { api } from './api.ts'
import type { PushConnection, PushEvents } from './push-feed.ts'
import { readSignal } from './push-signal.ts'

const beatMs = 10_000
const connectMs = 10_000

type StompChannel = Extract<PushChannel, { kind: 'stomp' }>

export function openPushStomp(
  { url, login, passcode, virtualHost, destination }: StompChannel,
  after: () => number | undefined,
  { onMessage, onPosition, onReload, onClose }: PushEvents,
): Promise<PushConnection> {
  /** Messages that arrive while the missed ones are being fetched. */
  let waiting: PushSignal[] | undefined = []
  const client = new Client({
    brokerURL: url,
    connectHeaders: { login, passcode, host: virtualHost },
    heartbeatIncoming: beatMs,
    heartbeatOutgoing: beatMs,
    connectionTimeout: connectMs,
    // The feed decides when to reconnect.
    reconnectDelay: 0,
  })
  const tell = (signal: PushSignal): void => {
    if (signal.type === 'message') onMessage(signal)
    else if (signal.type === 'reload') onReload(signal.position)
    else onPosition(signal.position)
  }
  const catchUp = async (): Promise<void> => {
    const missed = await api.push.findMissed(
      { params: { after: after() ?? null } },
      { background: true, ownMessage: true },
    )
    if (missed.isReload) onReload(missed.position)
    for (const message of missed.result) onMessage(message)
    onPosition(missed.position)
    const since = waiting ?? []
    waiting = undefined
    for (const signal of since) tell(signal)
  }
  const giveUp = (): void => void client.deactivate({ force: true })
  client.onConnect = () => {
    client.watchForReceipt('subscribed', () => void catchUp().catch(giveUp))
    client.subscribe(
      destination,
      ({ body }) => {
        const signal = readSignal(body)
        if (!signal) return
        if (waiting) waiting.push(signal)
        else tell(signal)
      },
      { receipt: 'subscribed' },
    )
  }
  client.onStompError = giveUp
  client.onWebSocketClose = onClose
  client.activate()
  return Promise.resolve({ close: giveUp })
}
