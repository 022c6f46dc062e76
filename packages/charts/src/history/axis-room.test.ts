import { describe, expect, test } from 'vitest'
import { emptyBarsFor, uncoveredLabels } from './axis-room.ts'

describe('the room before a payment at the first point', () => {
  test.each([
    ['a year of days on a desktop', 250, 1000, 1.25],
    ['a year of days on a phone', 250, 250, 6.5],
    ['bars that are wider than an arrow', 20, 1000, 0],
    ['no points', 0, 1000, 0],
    ['a chart without a width yet', 250, 0, 0],
  ])('for %s', (_what, bars, width, room) => {
    expect(emptyBarsFor(bars, width)).toBe(room)
  })
})

test('a label of the axis is left out where the badge of a last value would cover it', () => {
  const labels = uncoveredLabels([40, 42, 44, 46], {
    format: (value) => `$${value}`,
    yOf: (value) => 500 - value * 10,
    badges: [44.4, 10],
  })
  expect(labels).toEqual(['$40', '$42', '', '$46'])
})

test('without a scale every label is shown', () => {
  expect(uncoveredLabels([1, 2], { format: String, yOf: () => null, badges: [1] })).toEqual(['1', '2'])
})
