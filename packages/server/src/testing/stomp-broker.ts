// A STOMP 1.2 broker on a WebSocket, small enough to be always available: topics, receipts, and two logins with the
// rights that our documentation gives them at RabbitMQ. It stores nothing for disconnected clients.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

export interface StompLogin {
  readonly login: string
  readonly passcode: string
  readonly mayPublish: boolean
  /** The destinations it may subscribe to. */
  readonly mayHear: RegExp
}

export interface StompBroker {
  readonly url: string
  /** Cuts every connection, as a restart does. */
  cut(): void
  /** Every destination that was published to. */
  readonly published: Set<string>
  /** Every accepted body, in order. */
  readonly bodies: string[]
  /** Refuses bodies with an ERROR and closes the connection, as RabbitMQ does with invalid ones. */
  refuses: (body: string) => boolean
  stop(): Promise<void>
}

interface Frame {
  readonly command: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Guest {
  login: StompLogin | undefined
  /** Subscription id -> destination. */
  readonly subscriptions: Map<string, string>
}

export async function startStompBroker(logins: readonly StompLogin[], port = 0): Promise<StompBroker> {
  const server: Server = createServer()
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'v12.stomp' })
  const guests = new Map<WebSocket, Guest>()
  const published = new Set<string>()
  const bodies: string[] = []
  let messages = 0

  const refuse = (socket: WebSocket, message: string): void => {
    socket.send(write('ERROR', { message }))
    // Whatever still arrives on this connection is ignored.
    guests.delete(socket)
    socket.close()
  }
  const deliver = (destination: string, body: string): void => {
    published.add(destination)
    for (const [socket, { subscriptions }] of guests) {
      for (const [subscription, heard] of subscriptions) {
        if (heard === destination)
          socket.send(write('MESSAGE', { subscription, destination, 'message-id': String(++messages) }, body))
      }
    }
  }
  const take = (socket: WebSocket, guest: Guest, { command, headers, body }: Frame): void => {
    if (command === 'CONNECT' || command === 'STOMP') {
      guest.login = logins.find(({ login, passcode }) => login === headers['login'] && passcode === headers['passcode'])
      if (!guest.login) return refuse(socket, 'Bad CONNECT')
      return socket.send(write('CONNECTED', { version: '1.2', 'heart-beat': '0,0' }))
    }
    if (!guest.login) return refuse(socket, 'Not connected')
    const destination = headers['destination'] ?? ''
    if (command === 'SEND') {
      if (!guest.login.mayPublish) return refuse(socket, `access to ${destination} refused`)
      if (broker.refuses(body)) return refuse(socket, 'this body is refused')
      bodies.push(body)
      deliver(destination, body)
    } else if (command === 'SUBSCRIBE') {
      if (!guest.login.mayHear.test(destination)) return refuse(socket, `access to ${destination} refused`)
      guest.subscriptions.set(headers['id'] ?? '', destination)
    } else if (command === 'UNSUBSCRIBE') guest.subscriptions.delete(headers['id'] ?? '')
    if (headers['receipt'] !== undefined) socket.send(write('RECEIPT', { 'receipt-id': headers['receipt'] }))
    if (command === 'DISCONNECT') socket.close()
  }
  sockets.on('connection', (socket) => {
    const guest: Guest = { login: undefined, subscriptions: new Map() }
    guests.set(socket, guest)
    socket.on('close', () => guests.delete(socket))
    socket.on('message', (data: Buffer) => {
      const frame = read(data.toString('utf8'))
      if (frame && guests.has(socket)) take(socket, guest, frame)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => guests.forEach((_guest, socket) => socket.terminate())
  const broker: StompBroker = {
    refuses: () => false,
    bodies,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`,
    published,
    cut,
    async stop() {
      cut()
      sockets.close()
      server.close()
      await once(server, 'close')
    },
  }
  return broker
}

/** Returns undefined for the line end that is a heart-beat. */
function read(text: string): Frame | undefined {
  const [head, body = ''] = text.replace(/\0\s*$/, '').split(/\r?\n\r?\n(.*)/s)
  const [command = '', ...lines] = head!.trim().split(/\r?\n/)
  if (command === '') return undefined
  return {
    command,
    body,
    headers: Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')), unescape(line.slice(line.indexOf(':') + 1), command)]),
    ),
  }
}

function write(command: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}:${value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll(':', '\\c')}`,
  )
  return `${[command, ...lines].join('\n')}\n\n${body}\0`
}

const unescape = (value: string, command: string): string =>
  command === 'CONNECT'
    ? value
    : value.replaceAll(/\\([nc\\])/g, (_whole, letter: string) => ({ n: '\n', c: ':', '\\': '\\' })[letter]!)
