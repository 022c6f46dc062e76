// What a socket of live quotes is sent at each tick. The socket is a fake.
import { QuoteMessage, type Quote } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import { ticksPerPing } from '../../kernel/socket-hub.ts'
import { showNoQuotes, tellQuotes, tellTick, type QuoteReader } from './tell-quotes.ts'

function openReader(codes: readonly string[]) {
  const socket = { isOpen: true, isBehind: false, sent: [] as Quote[][] }
  const reader: QuoteReader = {
    state: { ...showNoQuotes(), codes },
    grant: true,
    isOpen: () => socket.isOpen,
    isBehind: () => socket.isBehind,
    send: (text) => void socket.sent.push(QuoteMessage.parse(JSON.parse(text)).quotes),
    untilTaken: () => Promise.resolve(),
  }
  return { reader, socket }
}

const at = (last: number): ReadonlyMap<string, Quote> => new Map([['SPY', { code: 'SPY', last, atMs: 0 }]])
const tickTimes = (count: number, reader: QuoteReader, known = at(5)) => {
  for (let tick = 0; tick < count; tick++) tellTick(reader, known)
}

test('a reader is sent each change of its codes once', () => {
  const { reader, socket } = openReader(['SPY'])
  tellQuotes(reader, at(5))
  tickTimes(2, reader)
  tickTimes(2, reader, at(6))
  expect(socket.sent.map(([quote]) => quote?.last)).toEqual([5, 6])
})

test('while nothing changes a reader is sent an empty message every half minute, counted from the last message', () => {
  const { reader, socket } = openReader(['SPY'])
  tellQuotes(reader, at(5))
  tickTimes(ticksPerPing - 1, reader)
  expect(socket.sent).toHaveLength(1)
  tickTimes(1, reader)
  expect(socket.sent.slice(1)).toEqual([[]])
  tickTimes(ticksPerPing - 1, reader)
  tickTimes(1, reader, at(6))
  tickTimes(ticksPerPing - 1, reader, at(6))
  expect(socket.sent.slice(2).map(([quote]) => quote?.last)).toEqual([6])
  tickTimes(1, reader, at(6))
  expect(socket.sent.slice(3)).toEqual([[]])
})

test('a reader that does not keep up or has left is sent nothing, and a sign of life as soon as it keeps up', () => {
  const { reader, socket } = openReader([])
  socket.isBehind = true
  tickTimes(2 * ticksPerPing, reader)
  expect(socket.sent).toEqual([])
  socket.isBehind = false
  tickTimes(1, reader)
  expect(socket.sent).toEqual([[]])
  socket.isOpen = false
  tickTimes(2 * ticksPerPing, reader)
  expect(socket.sent).toHaveLength(1)
})
