// How the hub treats sockets that do not keep up or do not answer: the socket is a fake, everything behind it is real.
import { EventEmitter } from 'node:events'
import type { WebSocket } from '@fastify/websocket'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ticksPerPing } from '../../kernel/socket-hub.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'
import { createQuoteHub, type QuoteHub } from './quote-hub.ts'

let app: TestApp
let hub: QuoteHub
let sessionId: string
beforeAll(async () => {
  app = await startTestApp()
  await app.signUp(['INVESTORS'])
  await fillSimulatedMarket(app.services)
  sessionId = (await app.services.db.selectFrom('session').select('id').executeTakeFirstOrThrow()).id
  hub = createQuoteHub(app.services)
}, 60_000)
afterAll(async () => {
  await hub.stop()
  await app.stop()
})

class PlayedSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  pings = 0
  readonly sent: { quotes: { code: string; last: number }[] }[] = []
  isTerminated = false
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { quotes: { code: string; last: number }[] })
  }
  ping(): void {
    this.pings++
  }
  terminate(): void {
    this.isTerminated = true
    this.readyState = 3
    this.emit('close')
  }
  close(): void {
    this.terminate()
  }
}

async function join(codes: string[]): Promise<PlayedSocket> {
  const socket = new PlayedSocket()
  hub.add(socket as unknown as WebSocket, sessionId)
  socket.emit('message', Buffer.from(JSON.stringify({ type: 'subscribe', codes })))
  await vi.waitFor(() => expect(socket.sent).toHaveLength(1))
  return socket
}

const lastOf = (code: string) => app.services.simulated.quoteAt(code, app.clock.nowMs())!.last
const waitForMove = (code: string) => {
  const before = lastOf(code)
  do app.clock.advance(60_000)
  while (lastOf(code) === before)
}

test('a reader that does not keep up misses messages, and gets the newest price once it does; others are not held up', async () => {
  const slow = await join(['SPY'])
  const quick = await join(['SPY'])
  slow.bufferedAmount = 200_000
  waitForMove('SPY')
  await hub.tick()
  expect([slow.sent.length, quick.sent.length]).toEqual([1, 2])
  waitForMove('SPY')
  slow.bufferedAmount = 0
  await hub.tick()
  expect(slow.sent.at(-1)!.quotes).toMatchObject([{ code: 'SPY', last: lastOf('SPY') }])
  expect([slow.sent.length, quick.sent.length]).toEqual([2, 3])
  slow.terminate()
  quick.terminate()
})

test('a socket is sent an empty message when no price has changed for half a minute', async () => {
  const reader = await join(['SPY'])
  reader.ping = () => void reader.emit('pong')
  for (let tick = 0; tick < ticksPerPing; tick++) await hub.tick()
  expect(reader.sent.slice(1)).toEqual([{ type: 'quotes', quotes: [] }])
  reader.terminate()
})

test('a socket that answers no ping is given up, one that answers stays', async () => {
  const gone = await join(['SPY'])
  const there = await join(['SPY'])
  there.ping = () => void there.emit('pong')
  for (let tick = 0; tick < 3 * ticksPerPing; tick++) await hub.tick()
  expect([gone.isTerminated, gone.pings, there.isTerminated]).toEqual([true, 1, false])
  there.terminate()
})
