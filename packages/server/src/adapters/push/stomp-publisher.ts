// Publishes over STOMP 1.2 on a WebSocket, as RabbitMQ's web-stomp speaks it. One connection, opened with the first
// publication and reopened after it breaks.
import { randomUUID } from 'node:crypto'
import { Client } from '@stomp/stompjs'
import { WebSocket } from 'ws'
import type { Publication, PushPublisher } from './port.ts'

const connectMs = 5_000
const receiptMs = 10_000
const beatMs = 10_000

export interface StompSettings {
  readonly url: string
  readonly login: string
  readonly passcode: string
  readonly virtualHost: string
}

export function createStompPublisher({ url, login, passcode, virtualHost }: StompSettings): PushPublisher {
  let opening: Promise<Client> | undefined

  const open = (): Promise<Client> => {
    const client = new Client({
      webSocketFactory: () => new WebSocket(url, ['v12.stomp']),
      connectHeaders: { login, passcode, host: virtualHost },
      heartbeatIncoming: beatMs,
      heartbeatOutgoing: beatMs,
      reconnectDelay: 0,
    })
    const opened = new Promise<Client>((resolve, reject) => {
      const lose = (why: string): void => {
        clearTimeout(timer)
        // A late event of an abandoned connection must not affect its replacement.
        if (opening === opened) opening = undefined
        reject(new Error(why))
        void client.deactivate({ force: true })
      }
      const timer = setTimeout(() => lose('the STOMP broker did not answer'), connectMs)
      client.onConnect = () => {
        clearTimeout(timer)
        resolve(client)
      }
      client.onStompError = (frame) => lose(`the STOMP broker refused: ${frame.headers['message'] ?? 'no reason'}`)
      client.onWebSocketClose = () => lose('the connection to the STOMP broker ended')
      client.activate()
    })
    return opened
  }

  const send = (client: Client, publications: readonly Publication[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const receipt = randomUUID()
      const lose = (): void => {
        clearTimeout(timer)
        reject(new Error('the STOMP broker did not take the messages'))
        void client.deactivate({ force: true })
      }
      const timer = setTimeout(lose, receiptMs)
      const onClose = client.onWebSocketClose
      client.onWebSocketClose = (event: unknown) => {
        onClose(event)
        lose()
      }
      client.watchForReceipt(receipt, () => {
        clearTimeout(timer)
        client.onWebSocketClose = onClose
        resolve()
      })
      for (const [index, { destination, body }] of publications.entries()) {
        // The broker processes messages in order: a receipt for the last one covers all.
        client.publish({
          destination,
          body,
          headers: { 'content-type': 'application/json', ...(index === publications.length - 1 ? { receipt } : {}) },
        })
      }
    })

  return {
    async publish(publications) {
      if (publications.length === 0) return
      opening ??= open()
      await send(await opening, publications)
    },
    async stop() {
      const client = await opening?.catch(() => undefined)
      opening = undefined
      await client?.deactivate({ force: true })
    },
  }
}
