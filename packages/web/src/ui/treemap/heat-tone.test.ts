import { expect, test } from 'vitest'
import { heatTone } from './heat-tone.ts'

test.each([
  [0, 1, 0],
  [0.49, 1, 0],
  [0.5, 1, 1],
  [-0.5, 1, -1],
  [1.49, 1, 1],
  [2.5, 1, 3],
  [80, 10, 3],
  [-12, 4, -3],
  [-14, 10, -1],
])('%f percent with a step of %i has tone %i', (percent, step, tone) => {
  expect(heatTone(percent, step)).toBe(tone)
})
