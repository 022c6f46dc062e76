import { expect, test } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

/** A bucket on a clock that moves only by waiting. */
function bucketAt(perMinute: number) {
  let nowMs = 0
  const bucket = createTokenBucket({
    perMinute,
    nowMs: () => nowMs,
    wait: (ms) => {
      nowMs += ms
      return Promise.resolve()
    },
  })
  return { bucket, now: () => nowMs, advance: (ms: number) => (nowMs += ms) }
}

test('a minute has 120 turns, and the next one waits for half a second', async () => {
  const { bucket, now } = bucketAt(120)
  for (let turn = 0; turn < 120; turn++) expect(await bucket.take('login', 1_000)).toBe(true)
  expect(now()).toBe(0)
  expect(await bucket.take('login', 1_000)).toBe(true)
  expect(now()).toBe(500)
})

test('a wait that would be too long is refused at once, and each login has its own bucket', async () => {
  const { bucket, now } = bucketAt(1)
  expect(await bucket.take('one', 100)).toBe(true)
  expect(await bucket.take('one', 100)).toBe(false)
  expect(await bucket.take('other', 100)).toBe(true)
  expect(now()).toBe(0)
})

test('a pause that the brokerage asked for holds for its whole length', async () => {
  const { bucket, advance } = bucketAt(120)
  bucket.pause('login', 30_000)
  expect(await bucket.take('login', 10_000)).toBe(false)
  advance(30_000)
  expect(await bucket.take('login', 0)).toBe(true)
})
