// Live quotes over a real WebSocket: who may open one, what it sends, and when it ends.
import { once } from 'node:events'
import { createSimulatedMarket } from '@clubfolio/simulated-market'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ManualClock } from '../../kernel/clock.ts'
import { startTestApp, testPassword, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'
import { findQuotes } from './find-quotes.ts'

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await startTestApp()
  anna = await app.signUp(['INVESTORS'])
  await fillSimulatedMarket(app.services)
}, 60_000)
afterAll(() => app.stop())

const ticketOf = async (user: TestUser) => (await user.client.quote.createTicket()).ticket
const address = (ticket: string) => `${app.url.replace('http', 'ws')}/ws/quotes?ticket=${ticket}`

/** Returns the status that refused the upgrade, or 101. */
async function knock(ticket: string, origin: string | undefined): Promise<number> {
  const socket = new WebSocket(address(ticket), origin === undefined ? {} : { origin })
  return new Promise((resolve) => {
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('open', () => {
      socket.terminate()
      resolve(101)
    })
  })
}

async function open(user: TestUser): Promise<WebSocket> {
  const socket = new WebSocket(address(await ticketOf(user)), { origin: app.url })
  await once(socket, 'open')
  return socket
}

async function nextQuotes(socket: WebSocket): Promise<{ code: string; last: number }[]> {
  const [data] = (await once(socket, 'message')) as [Buffer]
  const message = JSON.parse(String(data)) as { type: string; quotes: { code: string; last: number }[] }
  expect(message.type).toBe('quotes')
  return message.quotes
}

const lastOf = (code: string) => app.services.simulated.quoteAt(code, app.clock.nowMs())!.last

test('a ticket opens one socket within 30 seconds, from our own pages only', async () => {
  const ticket = await ticketOf(anna)
  expect(await knock(ticket, app.url)).toBe(101)
  expect(await knock(ticket, app.url)).toBe(401)
  expect(await knock('made-up', app.url)).toBe(401)
  expect(await knock(await ticketOf(anna), undefined)).toBe(403)
  expect(await knock(await ticketOf(anna), 'https://elsewhere.example')).toBe(403)
  const late = await ticketOf(anna)
  app.clock.advance(30_000)
  expect(await knock(late, app.url)).toBe(401)
  const stored = await app.services.db.selectFrom('socket_ticket').select('ticket_hash').execute()
  expect(stored.some(({ ticket_hash }) => ticket_hash.toString().includes(ticket))).toBe(false)
})

test('a subscription is answered at once and followed by what changes, of its own codes alone', async () => {
  const socket = await open(anna)
  socket.send(JSON.stringify({ type: 'subscribe', codes: ['SPY', 'QQQ', 'NONE'] }))
  expect(await nextQuotes(socket)).toMatchObject([
    { code: 'SPY', last: lastOf('SPY') },
    { code: 'QQQ', last: lastOf('QQQ') },
  ])
  const before = lastOf('QQQ')
  socket.send(JSON.stringify({ type: 'subscribe', codes: ['QQQ'] }))
  do app.clock.advance(60_000)
  while (lastOf('QQQ') === before)
  expect(await nextQuotes(socket)).toMatchObject([{ code: 'QQQ', last: lastOf('QQQ') }])
  socket.terminate()
})

test('bid and ask come with the last price, and are sent when they alone change', async () => {
  const quoteOf = () => {
    const { last, bid, ask } = app.services.simulated.quoteAt('SPY', app.clock.nowMs())!
    return { last, bid, ask }
  }
  const socket = await open(anna)
  socket.send(JSON.stringify({ type: 'subscribe', codes: ['SPY'] }))
  const before = quoteOf()
  expect(await nextQuotes(socket)).toMatchObject([before])
  const isSpreadNews = () => quoteOf().last === before.last && quoteOf().bid !== before.bid
  while (!isSpreadNews()) app.clock.advance(2_000)
  expect(await nextQuotes(socket)).toMatchObject([quoteOf()])
  socket.terminate()
})

test('what is not a subscription closes the socket', async () => {
  for (const words of [
    '{',
    '{"type":"subscribe"}',
    '{"type":"subscribe","codes":[],"more":1}',
    '{"type":"subscribe","codes":["A\\u0000"]}',
    JSON.stringify({ type: 'subscribe', codes: Array.from({ length: 201 }, (_, index) => `C${index}`) }),
  ]) {
    const socket = await open(anna)
    socket.send(words)
    const [code] = (await once(socket, 'close')) as [number]
    expect(code).toBe(1008)
  }
})

test('a socket that floods the server is closed, and nobody else waits for it', async () => {
  const [flood, calm] = [await open(anna), await open(anna)]
  const closed = once(flood, 'close') as Promise<[number]>
  for (let index = 0; index < 20_000; index++) flood.send(JSON.stringify({ type: 'subscribe', codes: [`C${index}`] }))
  calm.send(JSON.stringify({ type: 'subscribe', codes: ['SPY'] }))
  expect(await nextQuotes(calm)).toMatchObject([{ code: 'SPY' }])
  expect((await closed)[0]).toBe(1008)
  calm.terminate()
})

test('a session holds thirty sockets and no more', async () => {
  const person = await app.signUp(['INVESTORS'])
  const sockets = await Promise.all(Array.from({ length: 30 }, () => open(person)))
  const extra = new WebSocket(address(await ticketOf(person)), { origin: app.url })
  expect(((await once(extra, 'close')) as [number])[0]).toBe(1008)
  for (const socket of sockets) socket.terminate()
})

describe('a socket ends with its session', () => {
  /** Opens a socket, runs `end` and returns the code the socket was closed with. */
  async function closedBy(end: (person: TestUser) => Promise<unknown>): Promise<number> {
    const person = await app.signUp(['INVESTORS'])
    const socket = await open(person)
    const closed = once(socket, 'close') as Promise<[number]>
    await end(person)
    const [code] = await closed
    return code
  }
  const endOf = 4401

  test('by Logout', async () => {
    expect(await closedBy((person) => person.client.security.logout())).toBe(endOf)
  })

  test('when an administrator disables the user', async () => {
    const root = await app.signUp(['ADMINISTRATORS'])
    const disable = async ({ user, email }: TestUser) => {
      const { firstName, lastName, phoneNumber } = (await root.client.userAdmin.findAll()).find(
        ({ id }) => id === user.id,
      )!
      await root.client.userAdmin.update({
        body: { id: user.id, firstName, lastName, phoneNumber, email, status: 'INACTIVE' },
      })
    }
    expect(await closedBy(disable)).toBe(endOf)
  })

  test('when the password is changed elsewhere', async () => {
    const change = async ({ email }: TestUser) => {
      const elsewhere = await app.signIn(email)
      await elsewhere.client.security.changePassword({
        body: { oldPassword: testPassword, newPassword: 'another harbour at night' },
      })
    }
    expect(await closedBy(change)).toBe(endOf)
  })

  test('when the session is ended from the profile', async () => {
    const end = async ({ email }: TestUser) => {
      const elsewhere = await app.signIn(email)
      await elsewhere.client.security.endMyOtherSessions()
    }
    expect(await closedBy(end)).toBe(endOf)
  })

  test('after thirty idle minutes, although the socket itself was busy', async () => {
    const person = await app.signUp(['INVESTORS'])
    const socket = await open(person)
    const closed = once(socket, 'close') as Promise<[number]>
    app.clock.advance(29 * 60_000)
    socket.send(JSON.stringify({ type: 'subscribe', codes: ['SPY'] }))
    await nextQuotes(socket)
    app.clock.advance(60_000)
    expect((await closed)[0]).toBe(endOf)
  })

  test('after twelve hours, however busy the person was', async () => {
    const person = await app.signUp(['INVESTORS'])
    const socket = await open(person)
    const closed = once(socket, 'close') as Promise<[number]>
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      app.clock.advance(20 * 60_000)
      await person.client.security.touch()
    }
    expect(socket.readyState).toBe(WebSocket.OPEN)
    app.clock.advance(20 * 60_000)
    expect((await closed)[0]).toBe(endOf)
  })

  test('and one that was still to be opened is refused', async () => {
    const person = await app.signUp(['INVESTORS'])
    const ticket = await ticketOf(person)
    await person.client.security.logout()
    expect(await knock(ticket, app.url)).toBe(401)
  })
})

test('the same prices come by an ordinary call, in the order asked for', async () => {
  const { client } = await app.signIn(anna.email)
  const quotes = await client.quote.find({ body: { codes: ['qqq', 'NONE', 'SPY'] } })
  expect(quotes.map(({ code, last }) => [code, last])).toEqual([
    ['QQQ', lastOf('QQQ')],
    ['SPY', lastOf('SPY')],
  ])
  expect(await client.quote.find({ body: { codes: [] } })).toEqual([])
})

test('a quote has bid, ask and the volume of the day while the market is open, and only the volume afterwards', async () => {
  const { client } = await app.signIn(anna.email)
  const [open] = await client.quote.find({ body: { codes: ['SPY'] } })
  const { bid, ask, volume } = app.services.simulated.quoteAt('SPY', app.clock.nowMs())!
  expect(open).toMatchObject({ bid, ask, volume })
  const simulated = createSimulatedMarket({ ...app.services.config.market, hours: 'NEW_YORK' })
  const clock = new ManualClock(Date.parse('2026-03-07T15:00:00Z'))
  const [closed] = await findQuotes({ ...app.services, simulated, clock }, ['SPY'])
  expect(Object.keys(closed!).toSorted()).toEqual(['atMs', 'code', 'last', 'volume'])
})
