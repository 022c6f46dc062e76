import { expect, test } from 'vitest'
import { describeUnderstood, isDoubtful } from './understood.ts'

test.each([
  [10, 9, false],
  [10, 8, true],
  [1_000, 899, true],
  [0, 0, false],
])('of %i lines, %i understood: doubtful %s', (rowsRead, rowsUnderstood, doubtful) => {
  expect(isDoubtful({ rowsRead, rowsUnderstood })).toBe(doubtful)
})

test('the share is rounded down', () => {
  expect(describeUnderstood('prices.csv', { rowsRead: 8_111, rowsUnderstood: 1_420 })).toBe(
    '17 percent of prices.csv was understood (1,420 of 8,111 lines)',
  )
  expect(describeUnderstood('prices.csv', { rowsRead: 1_000, rowsUnderstood: 899 })).toMatch(/^89 percent/)
})
