import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import type { Quote } from '@clubfolio/contract'
import {
  createQuoteFeed,
  quotePollMs,
  quoteSilenceMs,
  type QuoteFeedParts,
  type QuoteSocket,
  type QuoteSocketEvents,
} from './quote-feed.ts'

interface FakeSocket extends QuoteSocket, QuoteSocketEvents {
  readonly address: string
  readonly sent: string[]
  isClosed: boolean
}

let sockets: FakeSocket[]
let asked: string[][]
let areSocketsRefused: boolean
let isVisible: boolean
let tickets: ((ticket: string) => void)[] | undefined

function start(parts: Partial<QuoteFeedParts> = {}) {
  sockets = []
  asked = []
  areSocketsRefused = false
  isVisible = true
  tickets = undefined
  return createQuoteFeed({
    createTicket: () => {
      if (tickets) return new Promise((resolve) => tickets!.push((ticket) => resolve({ ticket })))
      return areSocketsRefused ? Promise.reject(new Error('no')) : Promise.resolve({ ticket: `t${sockets.length}` })
    },
    isPageVisible: () => isVisible,
    findQuotes: (codes) => {
      asked.push(codes)
      return Promise.resolve(codes.map((code) => ({ code, last: 5, atMs: 0 })))
    },
    openSocket: (address, events) => {
      const socket: FakeSocket = {
        ...events,
        address,
        sent: [],
        isClosed: false,
        send: (text) => void socket.sent.push(text),
        close: () => void (socket.isClosed = true),
      }
      sockets.push(socket)
      return socket
    },
    ...parts,
  })
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const say = (socket: FakeSocket, code: string, last: number, atMs = 1) =>
  socket.onMessage(JSON.stringify({ type: 'quotes', quotes: [{ code, last, atMs }] }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('one socket serves all components, and says what is on screen in one message', async () => {
  const feed = start()
  const heard: string[] = []
  const leaveSpy = feed.watch('SPY', () => heard.push('SPY'))
  feed.watch('QQQ', () => heard.push('QQQ'))
  feed.watch('QQQ', () => heard.push('QQQ too'))
  await settle()
  expect(sockets.map(({ address }) => address)).toEqual(['/ws/quotes?ticket=t0'])
  sockets[0]!.onOpen()
  await settle()
  expect(sockets[0]!.sent).toEqual(['{"type":"subscribe","codes":["SPY","QQQ"]}'])
  say(sockets[0]!, 'QQQ', 7)
  say(sockets[0]!, 'QQQ', 7)
  expect([heard, feed.last('QQQ'), feed.last('SPY')]).toEqual([['QQQ', 'QQQ too'], 7, undefined])
  const quote = feed.quote('QQQ')
  sockets[0]!.onMessage(
    JSON.stringify({ type: 'quotes', quotes: [{ code: 'QQQ', last: 7, bid: 6.9, ask: 7.1, atMs: 2 }] }),
  )
  expect(heard).toHaveLength(4)
  expect([quote?.bid, feed.quote('QQQ')]).toEqual([undefined, { code: 'QQQ', last: 7, bid: 6.9, ask: 7.1, atMs: 2 }])
  leaveSpy()
  await settle()
  expect(sockets[0]!.sent[1]).toBe('{"type":"subscribe","codes":["QQQ"]}')
  expect(asked).toEqual([])
})

test('when nothing is shown any more the socket is closed, and opened again for the next screen', async () => {
  const feed = start()
  const leave = feed.watch('SPY', () => undefined)
  await settle()
  sockets[0]!.onOpen()
  leave()
  await settle()
  expect(sockets[0]!.isClosed).toBe(true)
  feed.watch('QQQ', () => undefined)
  await settle()
  expect(sockets).toHaveLength(2)
})

test('without a socket the prices are asked for, until one can be had again', async () => {
  const feed = start()
  areSocketsRefused = true
  feed.watch('SPY', () => undefined)
  await settle()
  await settle()
  expect([asked, feed.last('SPY')]).toEqual([[['SPY']], 5])
  areSocketsRefused = false
  await vi.advanceTimersByTimeAsync(quotePollMs)
  expect(sockets).toHaveLength(1)
  sockets[0]!.onOpen()
  await settle()
  const before = asked.length
  await vi.advanceTimersByTimeAsync(3 * quotePollMs)
  expect(asked.length).toBe(before)
})

test('an answer that was asked for before the socket told of a price does not take its place, unless it is newer by its time', async () => {
  for (const [atMs, shown] of [
    [10, 7],
    [20, 7],
    [21, 5],
  ] as const) {
    let give: (quotes: readonly Quote[]) => void = () => undefined
    const feed = start({ findQuotes: () => new Promise((resolve) => (give = resolve)) })
    areSocketsRefused = true
    feed.watch('SPY', () => undefined)
    feed.watch('QQQ', () => undefined)
    await settle()
    await settle()
    areSocketsRefused = false
    await vi.advanceTimersByTimeAsync(2_000)
    sockets[0]!.onOpen()
    say(sockets[0]!, 'SPY', 7, 20)
    give([
      { code: 'SPY', last: 5, atMs },
      { code: 'QQQ', last: 6, atMs },
    ])
    await settle()
    expect([feed.last('SPY'), feed.last('QQQ')]).toEqual([shown, 6])
  }
})

test('the market of another source may be at an earlier day: what is asked for later counts', async () => {
  const feed = start()
  feed.watch('SPY', () => undefined)
  await settle()
  sockets[0]!.onOpen()
  say(sockets[0]!, 'SPY', 7, 20)
  say(sockets[0]!, 'SPY', 8, 10)
  expect(feed.last('SPY')).toBe(8)
  areSocketsRefused = true
  sockets[0]!.onClose()
  await settle()
  await settle()
  expect(feed.last('SPY')).toBe(5)
})

test('a socket that ends is replaced, and prices are asked for meanwhile', async () => {
  const feed = start()
  feed.watch('SPY', () => undefined)
  await settle()
  sockets[0]!.onOpen()
  sockets[0]!.onClose()
  await settle()
  expect(asked).toEqual([['SPY']])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sockets).toHaveLength(2)
})

describe('a socket that falls silent without an end', () => {
  test('is replaced, and prices are asked for until the next one opens', async () => {
    const feed = start()
    feed.watch('SPY', () => undefined)
    await settle()
    sockets[0]!.onOpen()
    say(sockets[0]!, 'SPY', 450)
    await vi.advanceTimersByTimeAsync(quoteSilenceMs - 1)
    expect([sockets[0]!.isClosed, asked]).toEqual([false, []])
    await vi.advanceTimersByTimeAsync(2)
    expect([sockets[0]!.isClosed, asked, feed.last('SPY')]).toEqual([true, [['SPY']], 5])
    // The browser notices the end much later.
    sockets[0]!.onClose()
    say(sockets[0]!, 'SPY', 451)
    await vi.advanceTimersByTimeAsync(2_000)
    expect([sockets.length, feed.last('SPY')]).toEqual([2, 5])
    sockets[1]!.onOpen()
    await settle()
    const before = asked.length
    await vi.advanceTimersByTimeAsync(3 * quotePollMs)
    expect(asked.length).toBe(before)
  })

  test('is replaced as well when it has never opened', async () => {
    const feed = start()
    feed.watch('SPY', () => undefined)
    await settle()
    await vi.advanceTimersByTimeAsync(quoteSilenceMs + 1)
    expect([sockets[0]!.isClosed, asked]).toEqual([true, [['SPY']]])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sockets).toHaveLength(2)
  })

  test('is none while the server sends messages without a price', async () => {
    const feed = start()
    feed.watch('SPY', () => undefined)
    await settle()
    sockets[0]!.onOpen()
    for (let minute = 0; minute < 10; minute++) {
      await vi.advanceTimersByTimeAsync(60_000)
      sockets[0]!.onMessage('{"type":"quotes","quotes":[]}')
    }
    expect([sockets.length, asked]).toEqual([1, []])
  })
})

test('words that are no message change nothing', async () => {
  const feed = start()
  feed.watch('SPY', () => undefined)
  await settle()
  sockets[0]!.onMessage('{')
  sockets[0]!.onMessage('{"type":"quotes","quotes":[{"code":1}]}')
  expect(feed.last('SPY')).toBeUndefined()
})

test('a page that nobody sees has no socket and asks for nothing; seen again it says what is on screen, on a new socket', async () => {
  const feed = start()
  feed.watch('SPY', () => undefined)
  await settle()
  sockets[0]!.onOpen()
  isVisible = false
  feed.reopen()
  await settle()
  expect(sockets[0]!.isClosed).toBe(true)
  sockets[0]!.onClose()
  feed.watch('QQQ', () => undefined)
  await vi.advanceTimersByTimeAsync(10 * quotePollMs)
  expect([sockets.length, asked]).toEqual([1, []])
  isVisible = true
  feed.reopen()
  await settle()
  sockets[1]!.onOpen()
  await settle()
  expect(sockets[1]!.sent).toEqual(['{"type":"subscribe","codes":["SPY","QQQ"]}'])
})

test('asking stops when the page goes out of sight, and begins again with it', async () => {
  const feed = start()
  areSocketsRefused = true
  feed.watch('SPY', () => undefined)
  await settle()
  await settle()
  isVisible = false
  feed.reopen()
  await vi.advanceTimersByTimeAsync(10 * quotePollMs)
  expect(asked).toHaveLength(1)
  isVisible = true
  feed.reopen()
  await settle()
  await settle()
  expect(asked).toHaveLength(2)
})

test('a screen that goes and comes while its ticket is under way ends with one socket', async () => {
  const feed = start()
  tickets = []
  const leave = feed.watch('SPY', () => undefined)
  await settle()
  leave()
  await settle()
  feed.watch('QQQ', () => undefined)
  await settle()
  expect(tickets).toHaveLength(2)
  for (const [index, give] of tickets.entries()) give(`late${index}`)
  await settle()
  expect(sockets.map(({ address }) => address)).toEqual(['/ws/quotes?ticket=late1'])
})

test('each failure waits longer before the next attempt, a success starts over', async () => {
  const feed = start()
  feed.watch('SPY', () => undefined)
  await settle()
  for (const [attempts, waitMs] of [
    [1, 2_000],
    [2, 5_000],
    [3, 15_000],
    [4, 60_000],
    [5, 60_000],
  ] as const) {
    expect(sockets).toHaveLength(attempts)
    sockets.at(-1)!.onClose()
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    expect(sockets).toHaveLength(attempts)
    await vi.advanceTimersByTimeAsync(1)
  }
  sockets.at(-1)!.onOpen()
  sockets.at(-1)!.onClose()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sockets).toHaveLength(7)
})

test('a code that is left and watched again in one step keeps its price, and a code that is left for good does not', async () => {
  const feed = start()
  const leave = feed.watch('SPY', () => undefined)
  await settle()
  sockets[0]!.onOpen()
  say(sockets[0]!, 'SPY', 450)
  leave()
  const leaveAgain = feed.watch('SPY', () => undefined)
  await settle()
  expect(feed.last('SPY')).toBe(450)
  leaveAgain()
  await settle()
  expect(feed.last('SPY')).toBeUndefined()
})
