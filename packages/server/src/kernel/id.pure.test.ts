import { expect, test } from 'vitest'
import { toEpochMs } from '@clubfolio/domain'
import { newId } from './id.ts'

test('ids made within one millisecond keep their order', () => {
  const clock = { nowMs: () => toEpochMs(1_790_000_000_000) }
  const ids = Array.from({ length: 4096 }, () => newId(clock))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(4096)
})

test('an id of a later millisecond comes after all ids of an earlier one', () => {
  let ms = 1_790_000_000_000
  const clock = { nowMs: () => toEpochMs(ms) }
  const earlier = Array.from({ length: 10 }, () => newId(clock))
  ms += 1
  expect(newId(clock) > earlier.at(-1)!).toBe(true)
})
