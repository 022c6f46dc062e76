// Where a trailing stop is, on either side and in either unit.
import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import { formatTrail, isSameTrail, trailDistance, trailStop, type Trail } from './trail.ts'

const dollars = (offset: string): Trail => ({ offset, unit: 'DOLLARS' })
const percent = (offset: string): Trail => ({ offset, unit: 'PERCENT' })

test.each([
  ['below the price it sells', dollars('2'), '50', false, '48'],
  ['above the price it buys', dollars('2'), '50', true, '52'],
  ['by a share of the price', percent('2'), '50', false, '49'],
  ['on the tick, half up', percent('2.5'), '183.2', false, '178.62'],
  ['in hundredths of a cent below one dollar', percent('10'), '0.5555', false, '0.4999'],
  ['below zero, where nothing can touch it', dollars('60'), '50', false, '-10'],
])('%s', (_what, trail, price, isBuy, stop) => expect(trailStop(trail, new Decimal(price), isBuy).toFixed()).toBe(stop))

test('a distance has two decimals, more only where it needs them', () => {
  expect([dollars('2'), dollars('0.125'), percent('2.5')].map(formatTrail)).toEqual(['$2.00', '$0.125', '2.50%'])
})

test('a distance is in dollars, or a share of the price half up to a hundredth of a cent', () => {
  expect(trailDistance(dollars('0.12345'), new Decimal(50)).toFixed()).toBe('0.12345')
  expect(trailDistance(percent('2'), new Decimal('50')).toFixed()).toBe('1')
  expect(trailDistance(percent('1'), new Decimal('0.005')).toFixed()).toBe('0.0001')
  expect(trailDistance(percent('1'), new Decimal('0.0049')).toFixed()).toBe('0')
})

test('trails are the same by value and unit; an order without one agrees with any', () => {
  expect(isSameTrail(dollars('2'), dollars('2.00'))).toBe(true)
  expect(isSameTrail(dollars('2'), percent('2'))).toBe(false)
  expect(isSameTrail(dollars('2'), dollars('2.01'))).toBe(false)
  expect(isSameTrail(dollars('2'), null)).toBe(false)
  expect([isSameTrail(null, null), isSameTrail(null, dollars('2'))]).toEqual([true, true])
})
