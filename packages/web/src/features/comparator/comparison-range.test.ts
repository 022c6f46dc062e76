import { expect, test } from 'vitest'
import { rangeFrom } from './comparison-range.ts'

test.each([
  ['1M', '2026-03-31', '2026-02-28'],
  ['3M', '2026-03-04', '2025-12-04'],
  ['YTD', '2026-03-04', '2026-01-01'],
  ['1Y', '2024-02-29', '2023-02-28'],
  ['3Y', '2026-03-04', '2023-03-04'],
] as const)('%s back from %s begins on %s', (range, day, from) => {
  expect(rangeFrom(range, day)).toBe(from)
})
