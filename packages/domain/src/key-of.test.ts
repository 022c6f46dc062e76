import { expect, test } from 'vitest'
import { isKeyOf, keysOf } from './key-of.ts'

const sides = { BUY: 'Buy', SELL: 'Sell' } as const

test('the keys of a record are its own, in their order', () => {
  expect(keysOf(sides)).toEqual(['BUY', 'SELL'])
  expect(keysOf(Object.create(sides))).toEqual([])
})

test('a key that every object inherits is none of the record', () => {
  expect(isKeyOf(sides, 'BUY')).toBe(true)
  expect(isKeyOf(sides, 'HOLD')).toBe(false)
  expect(isKeyOf(sides, 'toString')).toBe(false)
})
