import { decode, encode } from '@msgpack/msgpack'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { AlpacaAccount } from '../../testing/alpaca-account.ts'
import { alpacaAccount } from '../../testing/alpaca-account.ts'
import { startTestBroker } from '../../testing/test-broker.ts'
import type { TestBroker } from '../../testing/test-broker.ts'

interface StreamMessage {
  readonly stream: string
  readonly data: Record<string, unknown> & { readonly order: Record<string, unknown> }
}

interface Stream {
  send(message: object): void
  /** Resolves with the next message that was not taken yet. */
  next(): Promise<StreamMessage>
  readonly wasBinary: boolean[]
  readonly closed: Promise<number>
  close(): void
}

let test: TestBroker
let account: AlpacaAccount
let logins = 0
const open: Stream[] = []

async function connect(contentType?: string): Promise<Stream> {
  const isMsgpack = contentType !== undefined
  const socket = new WebSocket(`${test.url.replace('http', 'ws')}/alpaca/stream`, {
    headers: isMsgpack ? { 'content-type': contentType } : {},
  })
  const arrived: StreamMessage[] = []
  const waiting: ((message: StreamMessage) => void)[] = []
  const wasBinary: boolean[] = []
  socket.on('message', (frame: Buffer, isBinary) => {
    wasBinary.push(isBinary)
    const message = (isMsgpack ? decode(frame) : JSON.parse(frame.toString())) as StreamMessage
    const next = waiting.shift()
    if (next === undefined) arrived.push(message)
    else next(message)
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve) => socket.on('open', resolve))
  const stream: Stream = {
    send: (message) => socket.send(isMsgpack ? encode(message) : JSON.stringify(message)),
    next: async () => {
      const message = arrived.shift()
      return message ?? new Promise((resolve) => waiting.push(resolve))
    },
    wasBinary,
    closed,
    close: () => socket.close(),
  }
  open.push(stream)
  return stream
}

async function listening(contentType?: string): Promise<Stream> {
  const stream = await connect(contentType)
  stream.send({ action: 'authenticate', data: { oauth_token: account.token } })
  expect(await stream.next()).toEqual({
    stream: 'authorization',
    data: { status: 'authorized', action: 'authenticate' },
  })
  stream.send({ action: 'listen', data: { streams: ['trade_updates', 'account_updates'] } })
  expect(await stream.next()).toEqual({ stream: 'listening', data: { streams: ['trade_updates'] } })
  return stream
}

const order = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  symbol: 'ACME',
  qty: '100',
  side: 'buy',
  type: 'market',
  time_in_force: 'gtc',
  ...more,
})

const heard = async (stream: Stream, count: number): Promise<[unknown, unknown, unknown][]> => {
  const updates: [unknown, unknown, unknown][] = []
  for (let n = 0; n < count; n += 1) {
    const { stream: name, data } = await stream.next()
    expect(name).toBe('trade_updates')
    updates.push([data['event'], data.order['type'], data.order['status']])
  }
  return updates
}

beforeAll(async () => {
  test = await startTestBroker()
})
afterAll(async () => {
  for (const stream of open) stream.close()
  await test.close()
})
beforeEach(async () => {
  test.market.set('ACME', 50)
  logins += 1
  account = await alpacaAccount(test, `listener${logins}`)
})

describe('the account stream', () => {
  it('reports an order that is taken and filled, with the position after it', async () => {
    const stream = await listening()
    const { body } = await account.call('POST', '/v2/orders', order())
    expect((await stream.next()).data).toMatchObject({
      event: 'new',
      order: { id: body.id, status: 'new', filled_qty: '0', filled_at: null },
    })
    expect((await stream.next()).data).toMatchObject({
      event: 'fill',
      price: '50.01',
      qty: '100',
      position_qty: '100',
      execution_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      timestamp: '2026-03-04T15:00:00.000Z',
      order: { id: body.id, status: 'filled', filled_qty: '100' },
    })
    expect(stream.wasBinary.every(Boolean)).toBe(true)
  })

  it('reports the exits of a bracket when they start, the one that fills, and the other that is cancelled', async () => {
    const stream = await listening()
    const exits = { take_profit: { limit_price: '60' }, stop_loss: { stop_price: '45' } }
    await account.call(
      'POST',
      '/v2/orders',
      order({ type: 'limit', limit_price: '48', order_class: 'bracket', ...exits }),
    )
    expect(await heard(stream, 3)).toEqual([
      ['new', 'limit', 'new'],
      ['pending_new', 'limit', 'held'],
      ['pending_new', 'stop', 'held'],
    ])
    test.market.set('ACME', 47)
    test.clock.advance(60_000)
    await test.broker.advance()
    expect(await heard(stream, 3)).toEqual([
      ['fill', 'limit', 'filled'],
      ['new', 'limit', 'new'],
      ['new', 'stop', 'new'],
    ])
    test.market.set('ACME', 61)
    test.clock.advance(60_000)
    await test.broker.advance()
    expect(await heard(stream, 2)).toEqual([
      ['fill', 'limit', 'filled'],
      ['canceled', 'stop', 'canceled'],
    ])
    test.clock.advance(-120_000)
  })

  it('reports a replacement, a cancellation and an expiry', async () => {
    const stream = await listening()
    const first = (await account.call('POST', '/v2/orders', order({ type: 'limit', limit_price: '40' }))).body
    await account.call('PATCH', `/v2/orders/${first.id}`, { limit_price: '41', time_in_force: 'day' })
    expect(await heard(stream, 3)).toEqual([
      ['new', 'limit', 'new'],
      ['replaced', 'limit', 'replaced'],
      ['new', 'limit', 'new'],
    ])
    const other = (await account.call('POST', '/v2/orders', order({ type: 'limit', limit_price: '39' }))).body
    await account.call('DELETE', `/v2/orders/${other.id}`)
    expect(await heard(stream, 2)).toEqual([
      ['new', 'limit', 'new'],
      ['canceled', 'limit', 'canceled'],
    ])
    test.clock.advance(24 * 60 * 60_000)
    await test.broker.advance()
    expect(await heard(stream, 1)).toEqual([['expired', 'limit', 'expired']])
    test.clock.advance(-24 * 60 * 60_000)
  })

  it('reports an order to the clients of its own account alone', async () => {
    const stranger = await listening()
    account = await alpacaAccount(test, `listener${logins}b`)
    const [one, other] = [await listening(), await listening()]
    await account.call('POST', '/v2/orders', order({ qty: '1' }))
    for (const stream of [one, other]) {
      expect((await stream.next()).data['event']).toBe('new')
      expect((await stream.next()).data['event']).toBe('fill')
    }
    stranger.send({ action: 'listen', data: { streams: [] } })
    expect(await stranger.next()).toEqual({ stream: 'listening', data: { streams: [] } })
  })

  it('speaks MessagePack to a client that asks for it', async () => {
    const stream = await listening('application/msgpack')
    await account.call('POST', '/v2/orders', order())
    expect(await heard(stream, 2)).toEqual([
      ['new', 'market', 'new'],
      ['fill', 'market', 'filled'],
    ])
  })

  it('says no to wrong credentials and to listening without any, and closes at the third wrong one', async () => {
    const stream = await connect()
    stream.send({ action: 'listen', data: { streams: ['trade_updates'] } })
    expect(await stream.next()).toEqual({ stream: 'authorization', data: { status: 'unauthorized', action: 'listen' } })
    for (let n = 0; n < 3; n += 1) {
      stream.send({ action: 'authenticate', data: { key_id: 'PKX', secret_key: 'wrong' } })
      expect((await stream.next()).data).toEqual({ status: 'unauthorized', action: 'authenticate' })
    }
    expect(await stream.closed).toBe(1008)
  })

  it('reports what happened while the brokerage was cut off from the news of its database', async () => {
    const stream = await listening()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'clubfolio-paper-broker news'`.execute(test.database)
    await account.call('POST', '/v2/orders', order())
    expect(await heard(stream, 2)).toEqual([
      ['new', 'market', 'new'],
      ['fill', 'market', 'filled'],
    ])
  })

  it('ends when the access ends', async () => {
    const stream = await listening()
    const { browser } = account
    await browser.get('/paper')
    const placed = account.call('POST', '/v2/orders', order({ type: 'limit', limit_price: '40' }))
    expect((await stream.next()).data['event']).toBe('new')
    await placed
    await browser.submit('/paper/lapse', {})
    test.market.set('ACME', 39)
    test.clock.advance(60_000)
    await test.broker.advance()
    expect(await stream.closed).toBe(1008)
    test.clock.advance(-60_000)
  })
})

describe('the account stream of an order that fills in parts', () => {
  it('reports each part with the order as it was after it, and the last one as the fill', async () => {
    const partly = await startTestBroker({ settings: { partialFills: { seed: 'halves', percent: 100 } } })
    const whole = test
    test = partly
    account = await alpacaAccount(partly, 'parts')
    const stream = await listening()
    await account.call('POST', '/v2/orders', order({ type: 'limit', limit_price: '60' }))
    for (let n = 0; n < 12; n += 1) {
      partly.clock.advance(1000)
      await partly.broker.advance()
    }
    expect((await stream.next()).data['event']).toBe('new')
    let done = 0
    for (;;) {
      const { data } = await stream.next()
      done += Number(data['qty'])
      const isLast = data['event'] === 'fill'
      expect(data).toMatchObject({
        event: isLast ? 'fill' : 'partial_fill',
        position_qty: String(done),
        order: { filled_qty: String(done), status: isLast ? 'filled' : 'partially_filled' },
      })
      if (isLast) break
    }
    expect(done).toBe(100)
    stream.close()
    test = whole
    await partly.close()
  })
})
