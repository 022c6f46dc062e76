import { expect, test } from 'vitest'
import { stopLossPrice } from './stop-loss.ts'

test('a long position is given up 3 percent below its support', () => {
  expect(stopLossPrice('long', { support: 225.86, resistance: 245.79 })).toBe(219.08)
  expect(stopLossPrice('long', { support: 0.05 })).toBe(0.0485)
  expect(stopLossPrice('long', { resistance: 245.79 })).toBeUndefined()
})

test('a short position is given up 3 percent above its resistance', () => {
  expect(stopLossPrice('short', { support: 9, resistance: 10.3 })).toBe(10.61)
  expect(stopLossPrice('short', { support: 9 })).toBeUndefined()
  expect(stopLossPrice('short', { resistance: 0 })).toBeUndefined()
})

test('half a cent is rounded up, not by the nearest float', () => {
  // 3 percent below 1.50 is 1.455, which as a float lies just below the half.
  expect(stopLossPrice('long', { support: 1.5 })).toBe(1.46)
})
