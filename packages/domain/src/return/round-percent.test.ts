import { expect, test } from 'vitest'
import { roundPercent } from './round-percent.ts'

test.each([
  [29.06666667, 29.07],
  [1.005, 1.01],
  [-1.005, -1.01],
  [100.49999999999999, 100.5],
  [-0.001, 0],
  [7, 7],
])('%d percent leaves as %d', (percent, rounded) => {
  expect(roundPercent(percent)).toBe(rounded)
})
