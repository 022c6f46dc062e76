import { expect, test } from 'vitest'
import { isTimeOver, shareOfTime } from './deadline.mjs'

const deadline = '2026-03-04T10:20:00Z'
const at = (/** @type {string} */ time) => Date.parse(`2026-03-04T${time}Z`)

test('the time is over from the deadline on, and never without one', () => {
  expect(isTimeOver(at('10:19:59'), deadline)).toBe(false)
  expect(isTimeOver(at('10:20:00'), deadline)).toBe(true)
  expect(isTimeOver(at('10:20:00'), undefined)).toBe(false)
})

test('a step with a share of the time ends before the run does', () => {
  expect(shareOfTime(0.6, at('10:00:00'), deadline)).toEqual({ TEST_DEADLINE: '2026-03-04T10:12:00.000Z' })
  expect(shareOfTime(0.6, at('10:00:00'), undefined)).toEqual({})
})
