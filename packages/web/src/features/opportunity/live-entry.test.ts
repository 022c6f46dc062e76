import type { Opportunity } from '@clubfolio/contract'
import { expect, it, test } from 'vitest'
import { liveEntry, nothingSeen, describeOvertaken, widenSeen, type SeenPrices } from './live-entry.ts'

const session = { day: '2026-03-04', high: 46, low: 45, last: 45.5 }
const row = (direction: 'long' | 'short', change: Partial<Opportunity> = {}): Opportunity => ({
  instrumentName: 'Quill',
  instrumentAssetType: 'EQUITY',
  instrumentCode: 'QUI',
  cusip: null,
  resistance: 47.6,
  support: 44.2,
  volume: 1,
  cantStocks: 100,
  inversionValue: 4761,
  buyPrice: direction === 'long' ? 47.61 : 49.03,
  sellPrice: direction === 'long' ? 42.87 : 44.19,
  distance: 1,
  trueLoss: 1,
  trueLossPercent: 1,
  isQualified: true,
  entryState: 'WAITING',
  session,
  ...change,
})
const seeing = (...lasts: number[]): SeenPrices =>
  lasts.reduce((seen, last) => widenSeen(seen, session.day, new Map([['QUI', last]])), nothingSeen)

test.each([
  ['long', [], 'WAITING', 4.64],
  ['long', [47.6], 'WAITING', 0.02],
  ['long', [47.61], 'TRIGGERED', 0],
  ['long', [47.7, 46], 'TRIGGERED', 3.5],
  ['long', [44.2, 46], 'CANCELLED', 3.5],
  ['short', [44.2], 'WAITING', 0.02],
  ['short', [44.1, 46], 'TRIGGERED', 3.93],
  ['short', [47.6, 46], 'CANCELLED', 3.93],
] as const)('a %s row after live prices %o is %s, %d percent away', (direction, lasts, state, distance) => {
  expect(liveEntry(direction, row(direction), seeing(...lasts))).toMatchObject({ state, distance })
})

it('keeps what the server has seen, and forgets another day', () => {
  expect(
    liveEntry('long', row('long', { session: { ...session, high: 48 }, entryState: 'TRIGGERED' }), seeing(45)),
  ).toMatchObject({ state: 'TRIGGERED', last: 45 })
  const yesterday = widenSeen(nothingSeen, '2026-03-03', new Map([['QUI', 48]]))
  expect(liveEntry('long', row('long'), yesterday)).toMatchObject({ state: 'WAITING', last: 45.5 })
  expect(widenSeen(yesterday, session.day, new Map()).ranges.size).toBe(0)
})

it('says nothing outside a session, and a split stays a split', () => {
  expect(liveEntry('long', row('long', { session: null, entryState: null }), seeing(48))).toBeUndefined()
  expect(liveEntry('long', row('long', { entryState: 'SPLIT' }), seeing(48))).toMatchObject({ state: 'SPLIT' })
})

it('is the same object while prices do not change', () => {
  const seen = seeing(45)
  expect(widenSeen(seen, session.day, new Map([['QUI', 45]]))).toBe(seen)
  expect(widenSeen(nothingSeen, undefined, new Map([['QUI', 45]]))).toBe(nothingSeen)
})

it('says why a row is overtaken', () => {
  const words = (direction: 'long' | 'short', ...lasts: number[]) =>
    describeOvertaken(direction, row(direction), liveEntry(direction, row(direction), seeing(...lasts)))
  expect(words('long', 46)).toBeUndefined()
  expect(words('long', 47.8)).toBe("Today's high of $47.80 has reached the entry of $47.61.")
  expect(words('short', 44)).toBe("Today's low of $44.00 has reached the entry of $44.19.")
  expect(words('long', 44)).toBe(
    "Today's low of $44.00 has reached the support of $44.20, where the entry is cancelled.",
  )
  expect(words('short', 47.6)).toBe(
    "Today's high of $47.60 has reached the resistance of $47.60, where the entry is cancelled.",
  )
})
