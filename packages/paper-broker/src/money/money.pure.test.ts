import { describe, expect, it } from 'vitest'
import {
  amountOf,
  centsNumber,
  centsOfCost,
  cost,
  costOfCents,
  costOfColumn,
  dollarText,
  parseCents,
  parsePrice,
  price,
  priceNumber,
  priceOfFloat,
  tickOf,
  toTick,
} from './money.ts'

describe('amounts', () => {
  it('are read as cents with at most two places', () => {
    expect(['1250.5', '0.01', '-3', '0.001', 'ten'].map(parseCents)).toEqual([125_050n, 1n, -300n, null, null])
  })

  it('are read as a price with at most four places', () => {
    expect(['101.5', '0.1234', '0.12345', ''].map(parsePrice)).toEqual([1_015_000n, 1_234n, null, null])
  })

  it('are read as cost from a column of eight places', () => {
    expect(costOfColumn('5100.00000001')).toBe(510_000_000_001n)
  })

  it('of 3 shares at 0.3350 are 1.01 dollars, half a cent rounded up, and as much less when sold', () => {
    expect([amountOf(price(3_350n), 3n, 1n), amountOf(price(3_350n), -3n, 1n)]).toEqual([101n, -101n])
  })

  it('of 2 contracts at 1.2345 count a hundred shares for each', () => {
    expect(amountOf(price(12_345n), 2n, 100n)).toBe(24_690n)
  })

  it('become cost without loss, and cost becomes cents rounded half up', () => {
    expect(costOfCents(1_234n)).toBe(1_234_000_000n)
    expect([centsOfCost(cost(499_999n)), centsOfCost(cost(500_000n)), centsOfCost(cost(-500_000n))]).toEqual([
      0n,
      1n,
      -1n,
    ])
  })

  it('are JSON numbers on the wire', () => {
    expect([centsNumber(-101n), priceNumber(1_015_001n)]).toEqual([-1.01, 101.5001])
  })
})

describe('a price tick', () => {
  it.each([
    [10_000n, 100n],
    [9_999n, 1n],
    [-9_999n, 1n],
    [-10_000n, 100n],
    [0n, 1n],
  ])('at %d steps is %d', (at, tick) => {
    expect(tickOf(at)).toBe(tick)
  })

  it('rounds half up from a dollar on, and not at all below', () => {
    expect([toTick(10_150n), toTick(10_149n), toTick(9_949n)]).toEqual([10_200n, 10_100n, 9_949n])
  })
})

describe('the price behind a float of the market', () => {
  it.each([
    [0.99994, 9_999n],
    [0.99995, 10_000n],
    [1.0049, 10_000n],
    [1.005, 10_100n],
    [-0.12345, -1_235n],
    [-1.005, -10_100n],
    [0, 0n],
  ])('of %d is on the tick', (value, steps) => {
    expect(priceOfFloat(value)).toBe(steps)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('does not exist for %d', (value) => {
    expect(() => priceOfFloat(value)).toThrow(/^Not a price: /)
  })
})

describe('an amount for people', () => {
  it.each([
    [0n, '$0.00'],
    [99_999n, '$999.99'],
    [100_000n, '$1,000.00'],
    [-123_456_789_012n, '-$1,234,567,890.12'],
  ])('of %d cents is %s', (amount, text) => {
    expect(dollarText(amount)).toBe(text)
  })
})
