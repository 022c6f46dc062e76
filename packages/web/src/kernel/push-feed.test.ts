import type { PushedMessage } from '@clubfolio/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPushFeed, silenceMs, type PushEvents, type PushFeed } from './push-feed.ts'

interface Opened {
  readonly after: number | undefined
  readonly events: PushEvents
  isClosed: boolean
}

let opened: Opened[]
let told: (number | 'reload')[]
let live: boolean[]
let isRefused: boolean
let chance: number
let shownAt: number | undefined
let feed: PushFeed

beforeEach(() => {
  vi.useFakeTimers()
  opened = []
  told = []
  live = []
  isRefused = false
  chance = 1
  shownAt = undefined
  feed = createPushFeed({
    carrier: (after, events) => {
      const one: Opened = { after: after(), events, isClosed: false }
      opened.push(one)
      return isRefused
        ? Promise.reject(new Error('refused'))
        : Promise.resolve({ close: () => void (one.isClosed = true) })
    },
    startAt: () => shownAt,
    onMessage: ({ position }) => told.push(position),
    onReload: () => told.push('reload'),
    onLive: (isLive) => live.push(isLive),
    nowMs: Date.now,
    random: () => chance,
  })
})
afterEach(() => {
  feed.stop()
  vi.useRealTimers()
})

const message = (position: number): PushedMessage => ({ position, content: { topic: 'alert' } })
const settle = () => vi.advanceTimersByTimeAsync(0)
const last = () => opened.at(-1)!

/** Starts the feed, connected and up to date through position 10. */
async function begin(): Promise<void> {
  feed.start()
  await settle()
  last().events.onPosition(10)
  told.length = 0
}

it('begins where the data come from that are shown, and reads nothing again', async () => {
  shownAt = 7
  feed.start()
  await settle()
  expect(last().after).toBe(7)
  last().events.onMessage(message(8))
  last().events.onPosition(10)
  expect(told).toEqual([8])
  // Data of another user have another position.
  feed.stop()
  shownAt = 12
  feed.start()
  await settle()
  expect(last().after).toBe(12)
})

it('reads what is shown again after the first connection where its position is not known, not after one that continues where it was', async () => {
  feed.start()
  await settle()
  expect(last().after).toBeUndefined()
  last().events.onPosition(10)
  expect(told).toEqual(['reload'])
  last().events.onMessage(message(11))
  last().events.onClose()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(last().after).toBe(11)
  last().events.onPosition(11)
  expect(told).toEqual(['reload', 11])
})

it('hears nothing twice', async () => {
  await begin()
  for (const position of [11, 12, 11, 12, 13]) last().events.onMessage(message(position))
  expect(told).toEqual([11, 12, 13])
})

it('reads everything again when the server asks for it, and continues from there', async () => {
  await begin()
  last().events.onReload(5)
  last().events.onMessage(message(6))
  expect(told).toEqual(['reload', 6])
})

it('comes back after a while that doubles up to a minute, half of it by chance', async () => {
  await begin()
  isRefused = true
  last().events.onClose()
  const waits: number[] = []
  for (let count = 0; count < 8; count++) {
    const before = opened.length
    let waited = 0
    while (opened.length === before) {
      await vi.advanceTimersByTimeAsync(500)
      waited += 500
    }
    waits.push(waited)
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  chance = 0
  isRefused = false
  await vi.advanceTimersByTimeAsync(60_000)
  last().events.onPosition(10)
  const before = opened.length
  last().events.onClose()
  await vi.advanceTimersByTimeAsync(499)
  expect(opened).toHaveLength(before)
  await vi.advanceTimersByTimeAsync(1)
  expect(opened).toHaveLength(before + 1)
})

it('reopens a connection that has been silent for longer than a server can be', async () => {
  await begin()
  const first = last()
  await vi.advanceTimersByTimeAsync(silenceMs)
  expect([first.isClosed, opened.length, last().after]).toEqual([true, 2, 10])
  first.events.onMessage(message(11))
  expect(told).toEqual([])
})

it('opens another one when a connection is open and sends nothing', async () => {
  feed.start()
  await settle()
  const first = last()
  await vi.advanceTimersByTimeAsync(silenceMs + 1_000)
  expect([first.isClosed, opened.length]).toEqual([true, 2])
})

it('opens at once when the computer wakes after a sleep, and leaves a connection alone that just spoke', async () => {
  await begin()
  feed.wake()
  expect(opened).toHaveLength(1)
  // Timers pause while a computer sleeps; the clock does not.
  vi.setSystemTime(Date.now() + 3_600_000)
  feed.wake()
  await settle()
  expect(opened).toHaveLength(2)
})

it('does not wait any longer when the line is back', async () => {
  await begin()
  isRefused = true
  last().events.onClose()
  await vi.advanceTimersByTimeAsync(10_000)
  isRefused = false
  const before = opened.length
  feed.wake()
  await settle()
  expect(opened).toHaveLength(before + 1)
})

it('says whether messages come by themselves', async () => {
  await begin()
  last().events.onClose()
  expect(live).toEqual([true, false])
})

it('stops for good, also while it opens, and starts over for the next person', async () => {
  await begin()
  const first = last()
  feed.stop()
  expect(first.isClosed).toBe(true)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(opened).toHaveLength(1)
  feed.start()
  feed.stop()
  await settle()
  expect(opened.at(-1)!.isClosed).toBe(true)
  feed.start()
  await settle()
  expect(last().after).toBeUndefined()
})
