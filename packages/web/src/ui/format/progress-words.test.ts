import { expect, test } from 'vitest'
import { formatProgress } from './progress-words.ts'

test('says how many of how many, and only the share while nobody knows how many there are', () => {
  expect(formatProgress({ position: 3, total: 12, percent: 25 })).toBe('3 of 12 · 25%')
  expect(formatProgress({ position: 0, total: 0, percent: 0 })).toBe('0%')
  expect(formatProgress({ position: 0, total: 0, percent: 100 })).toBe('100%')
})
