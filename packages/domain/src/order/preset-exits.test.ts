import * as fc from 'fast-check'
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { distancesOf, stopAt, targetAt } from './preset-exits.ts'

describe('the stop of a preset', () => {
  test.each([
    ['below a long entry', '50.10', '3', true, '48.6'],
    ['above a short entry', '50.10', '3', false, '51.6'],
    ['on the tick of a price below a dollar', '0.5', '3', true, '0.485'],
    // 32.145 as a binary float is less, and would round down.
    ['rounded half up from exact decimals', '64.29', '50', true, '32.15'],
  ] as const)('is %s', (_what, entry, percent, isLong, stop) => {
    expect(stopAt(entry, percent, isLong)).toBe(stop)
  })

  test('is no price at 100 percent below', () => {
    expect(stopAt('50', '100', true)).toBeNull()
    expect(stopAt('0.0001', '99', true)).toBeNull()
  })
})

describe('the target of a preset', () => {
  test.each([
    ['above a long entry', '50.10', '48.6', '2', '53.1'],
    ['below a short entry', '50.10', '51.6', '2', '47.1'],
    ['measured from the stop that is set, not from its percentage', '50.10', '48.50', '1.5', '52.5'],
  ] as const)('is %s', (_what, entry, stop, times, target) => {
    expect(targetAt(entry, stop, times)).toBe(target)
  })

  test('is no price beyond zero', () => {
    expect(targetAt('10', '15', '2')).toBeNull()
  })
})

describe('the distances of exits that are typed', () => {
  const plan = { entry: '50.10', stop: '48.60', target: '53.10', isLong: true }
  test.each([
    ['a bracket', {}, { stopPercent: '2.99', targetTimes: '2' }],
    ['a short bracket', { stop: '51.60', target: '47.10', isLong: false }, { stopPercent: '2.99', targetTimes: '2' }],
    ['a stop alone', { target: null }, { stopPercent: '2.99', targetTimes: null }],
    ['a target alone', { stop: null }, { stopPercent: null, targetTimes: null }],
    ['a stop on the winning side', { stop: '51' }, { stopPercent: null, targetTimes: null }],
    ['a target on the losing side', { target: '49' }, { stopPercent: '2.99', targetTimes: null }],
  ] as const)('are read from %s', (_what, given, distances) => {
    expect(distancesOf({ ...plan, ...given })).toEqual(distances)
  })
})

test('a preset that is read from a bracket puts its exits back within a hundredth of a percent of the entry', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 500, max: 500_000 }),
      fc.double({ min: 0.1, max: 60, noNaN: true }),
      fc.double({ min: 0.2, max: 0.6, noNaN: true }),
      fc.boolean(),
      (cents, percent, times, isLong) => {
        const entry = new Decimal(cents).div(100).toFixed(2)
        const stop = stopAt(entry, percent, isLong)!
        const target = targetAt(entry, stop, times)!
        fc.pre(stop !== target && !new Decimal(stop).equals(entry) && !new Decimal(target).equals(entry))
        const { stopPercent } = distancesOf({ entry, stop, target, isLong })
        fc.pre(stopPercent !== null)
        const again = stopAt(entry, stopPercent, isLong)!
        expect(new Decimal(again).minus(stop).abs().toNumber()).toBeLessThanOrEqual(Number(entry) * 0.0001 + 0.01)
      },
    ),
  )
})
