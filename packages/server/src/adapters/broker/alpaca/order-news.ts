// Alpaca's stream of orders: it says that an order of the account has changed. What the order is now is read over HTTP
// as always, so nothing of a message is believed but that it came. Messages arrive as text or as binary frames of JSON.
import { WebSocket } from 'ws'
import { z } from 'zod'
import { parseJson } from '../http/call.ts'
import { type BrokerAccess, BrokerFailure, type OrderNews, type OrderNewsListener } from '../port.ts'
import { streamAuthentication } from './alpaca-access.ts'

const connectMs = 10_000
/** A connection that answers no ping for this long is over. */
const beatMs = 30_000
const largestMessage = 1_048_576
const stream = 'trade_updates'

const Message = z.looseObject({
  stream: z.string(),
  data: z.looseObject({ status: z.string().optional(), streams: z.array(z.string()).optional() }).optional(),
})

export function createOrderNews(streamUrl: string, { everyMs = beatMs } = {}): OrderNews {
  return {
    listen(access, listener) {
      const socket = new WebSocket(streamUrl, { handshakeTimeout: connectMs, maxPayload: largestMessage })
      let isOver = false
      let hasAnswered = true
      const end = (isLapsed: boolean): void => {
        if (isOver) return
        isOver = true
        clearInterval(beat)
        socket.terminate()
        listener.onEnd({ isLapsed })
      }
      const beat = setInterval(() => {
        if (!hasAnswered) return end(false)
        hasAnswered = false
        if (socket.readyState === WebSocket.OPEN) socket.ping()
      }, everyMs)
      beat.unref()
      socket.on('pong', () => (hasAnswered = true))
      socket.on('error', () => end(false))
      socket.on('close', () => end(false))
      socket.on('open', () => void authenticate(socket, access).catch((error: unknown) => end(isLapse(error))))
      socket.on('message', (raw: Buffer) => {
        hasAnswered = true
        const read = Message.safeParse(parseJson(raw.toString('utf8')))
        if (read.success && !isOver) take(read.data, { socket, listener, end })
      })
      return {
        close() {
          isOver = true
          clearInterval(beat)
          socket.terminate()
        },
      }
    },
  }
}

const isLapse = (error: unknown): boolean => error instanceof BrokerFailure && error.kind === 'LAPSED'

async function authenticate(socket: WebSocket, access: BrokerAccess): Promise<void> {
  const data = streamAuthentication(await access.accessToken())
  socket.send(JSON.stringify({ action: 'authenticate', data }))
}

interface Connection {
  readonly socket: WebSocket
  readonly listener: OrderNewsListener
  readonly end: (isLapsed: boolean) => void
}

function take({ stream: name, data }: z.output<typeof Message>, { socket, listener, end }: Connection): void {
  if (name === 'authorization') {
    if (data?.status === 'authorized') socket.send(JSON.stringify({ action: 'listen', data: { streams: [stream] } }))
    else end(true)
  } else if (name === 'listening') {
    if (data?.streams?.includes(stream) === true) listener.onOpen()
    else end(false)
  } else if (name === stream) listener.onNews()
}
