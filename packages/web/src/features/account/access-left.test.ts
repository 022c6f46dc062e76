import { expect, it } from 'vitest'
import { accessLeft } from './access-left.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 2, 4, 15)

it.each([
  [7 * 24 * hour, 'good', '7 days'],
  [7 * 24 * hour + 30_000, 'good', '7 days'],
  [49 * hour, 'good', '3 days'],
  [48 * hour, 'soon', '2 days'],
  [25 * hour, 'soon', '2 days'],
  [24 * hour, 'soon', '24 hours'],
  [hour + 1, 'soon', '2 hours'],
  [hour, 'soon', '60 minutes'],
  [1, 'soon', '1 minute'],
  [0, 'lapsed', 'Lapsed'],
  [-hour, 'lapsed', 'Lapsed'],
])('with %i ms left access is %s: %s', (leftMs, kind, words) => {
  expect(accessLeft(now + leftMs, now)).toEqual({ kind, words })
})
