import * as fc from 'fast-check'
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { type SizeWish, sizeOrder } from './order-size.ts'

const wish: SizeWish = { mode: 'RISK', amount: '1', capital: '50000', price: '50', stop: '48', multiplier: 1 }

describe('the size of an order', () => {
  test.each([
    [{ mode: 'SHARES', amount: '147' }, '147'],
    [{ mode: 'DOLLARS', amount: '5000' }, '100'],
    [{ mode: 'DOLLARS', amount: '5049.99' }, '100'],
    [{ mode: 'PERCENT', amount: '10' }, '100'],
    [{ mode: 'RISK', amount: '1' }, '250'],
    // Binary floats lose a share here.
    [{ mode: 'RISK', capital: '1000', amount: '0.3', price: '10.3', stop: '10' }, '10'],
    [{ mode: 'RISK', price: '48', stop: '50' }, '250'],
    [{ mode: 'PERCENT', amount: '10', price: '2.5', multiplier: 100 }, '20'],
    [{ mode: 'DOLLARS', amount: '49' }, '0'],
  ] as const)('of %o is %s', (given, shares) => {
    expect(sizeOrder({ ...wish, ...given })).toBe(shares)
  })

  test.each([
    ['dollars without a price', { mode: 'DOLLARS', price: null }],
    ['a percentage without a capital', { mode: 'PERCENT', capital: null }],
    ['risk without a stop', { stop: null }],
    ['risk with the stop at the entry', { stop: '50' }],
  ] as const)('is not known for %s', (_what, given) => {
    expect(sizeOrder({ ...wish, ...given })).toBeNull()
  })

  test('never loses more at its stop than the capital allows, and one share more would', () => {
    const cents = (max: number) => fc.integer({ min: 1, max }).map((one) => (one / 100).toFixed(2))
    fc.assert(
      fc.property(cents(1_000_000_00), cents(10_000), cents(500_00), cents(500_00), (capital, amount, price, stop) => {
        fc.pre(price !== stop)
        const size = new Decimal(sizeOrder({ ...wish, capital, amount, price, stop })!)
        const [limit, each] = [new Decimal(capital).times(amount).div(100), new Decimal(price).minus(stop).abs()]
        expect(size.times(each).lessThanOrEqualTo(limit)).toBe(true)
        expect(size.plus(1).times(each).greaterThan(limit)).toBe(true)
      }),
    )
  })
})
