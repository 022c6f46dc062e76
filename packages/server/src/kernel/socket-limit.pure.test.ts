import { expect, test } from 'vitest'
import { createMessageAllowance, holdsTooMany, maxSocketsPerSession } from './socket-limit.ts'

test('as many as the burst at once, then as many as the seconds that passed allow', () => {
  let now = 0
  const mayAsk = createMessageAllowance({ burst: 3, perSecond: 2 }, () => now)
  const ask = (times: number) => Array.from({ length: times }, () => mayAsk()).filter(Boolean).length
  expect(ask(10)).toBe(3)
  now = 1_000
  expect(ask(10)).toBe(2)
  now = 60_000
  expect(ask(10)).toBe(3)
})

test('sockets are counted by their session', () => {
  const readers = Array.from({ length: maxSocketsPerSession }, () => ({ sessionId: 'one' }))
  expect([holdsTooMany(readers, 'one'), holdsTooMany(readers, 'two'), holdsTooMany(readers.slice(1), 'one')]).toEqual([
    true,
    false,
    false,
  ])
})
