// The stream of orders, at a server that says what a test specifies.
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import type { BrokerAccess, OrderNewsConnection } from '../port.ts'
import { tokensOfPair } from './alpaca-access.ts'
import { createOrderNews } from './order-news.ts'

let server: WebSocketServer
let connected: OrderNewsConnection | undefined
let said: unknown[] = []
let answer: (socket: WebSocket, message: { action: string }) => void

const authorisation = (status: string) => ({ stream: 'authorization', data: { status, action: 'authenticate' } })
const listening = (streams: readonly string[]) => ({ stream: 'listening', data: { streams } })
const tell = (socket: WebSocket, message: object, binary = false) =>
  socket.send(binary ? Buffer.from(JSON.stringify(message)) : JSON.stringify(message), { binary })

/** Lets everybody in, and tells them what they listen to. */
const welcome = (socket: WebSocket, { action }: { action: string }): void =>
  tell(socket, action === 'authenticate' ? authorisation('authorized') : listening(['trade_updates']), true)

beforeEach(async () => {
  said = []
  answer = welcome
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  server.on('connection', (socket) =>
    socket.on('message', (raw: Buffer) => {
      const message = JSON.parse(raw.toString()) as { action: string }
      said.push(message)
      answer(socket, message)
    }),
  )
})
afterEach(async () => {
  connected?.close()
  for (const client of server.clients) client.terminate()
  await new Promise((resolve) => server.close(resolve))
})

function listen(token = 'a token', everyMs?: number) {
  const heard = { opened: 0, news: 0, ends: [] as boolean[] }
  const access: BrokerAccess = {
    key: 'login',
    accessToken: () => Promise.resolve(token),
    tokenAfter: () => Promise.resolve(token),
  }
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/stream`
  connected = createOrderNews(url, everyMs === undefined ? {} : { everyMs }).listen(access, {
    onOpen: () => heard.opened++,
    onNews: () => heard.news++,
    onEnd: ({ isLapsed }) => heard.ends.push(isLapsed),
  })
  return heard
}
const everySocket = (act: (socket: WebSocket) => void) => [...server.clients].forEach(act)

test.each([
  ['a token', { oauth_token: 'a token' }],
  [tokensOfPair({ keyId: 'PK1', secret: 'S1' }).accessToken, { key_id: 'PK1', secret_key: 'S1' }],
])('%s lets us in, and an order that changes is news', async (token, data) => {
  const heard = listen(token)
  await vi.waitFor(() => expect(heard.opened).toBe(1))
  expect(said).toEqual([
    { action: 'authenticate', data },
    { action: 'listen', data: { streams: ['trade_updates'] } },
  ])
  everySocket((socket) => tell(socket, { stream: 'trade_updates', data: { event: 'fill', order: { id: 'x' } } }, true))
  everySocket((socket) => tell(socket, { stream: 'trade_updates', data: {} }))
  await vi.waitFor(() => expect(heard.news).toBe(2))
})

test('an access that is not accepted ends as lapsed, once', async () => {
  answer = (socket) => tell(socket, authorisation('unauthorized'))
  const heard = listen()
  await vi.waitFor(() => expect(heard.ends).toEqual([true]))
  expect(heard.opened).toBe(0)
})

test('a stream without orders, a broken line and a server that is gone end as no lapse', async () => {
  answer = (socket, message) => (message.action === 'listen' ? tell(socket, listening([])) : welcome(socket, message))
  const without = listen()
  await vi.waitFor(() => expect(without.ends).toEqual([false]))
  answer = welcome
  const broken = listen()
  await vi.waitFor(() => expect(broken.opened).toBe(1))
  everySocket((socket) => socket.terminate())
  await vi.waitFor(() => expect(broken.ends).toEqual([false]))
})

test('nonsense is no news', async () => {
  const heard = listen()
  await vi.waitFor(() => expect(heard.opened).toBe(1))
  everySocket((socket) => {
    for (const odd of ['', '{"stream":', '[]', '{"stream":7}', '{"stream":"other","data":{}}']) socket.send(odd)
    tell(socket, { stream: 'trade_updates', data: {} })
  })
  await vi.waitFor(() => expect(heard.news).toBe(1))
  expect(heard.ends).toEqual([])
})

test('a connection that answers no ping ends', async () => {
  server.on('connection', (socket) => (socket.pong = () => undefined))
  const heard = listen('a token', 50)
  await vi.waitFor(() => expect(heard.ends).toEqual([false]))
})

test('a connection that we close says nothing more', async () => {
  const heard = listen()
  await vi.waitFor(() => expect(heard.opened).toBe(1))
  connected!.close()
  await vi.waitFor(() => expect(server.clients.size).toBe(0))
  expect(heard.ends).toEqual([])
})
