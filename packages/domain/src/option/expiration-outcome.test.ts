import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expirationOutcome, type Outcome, profitAtExpiration } from './expiration-outcome.ts'
import type { PositionLeg } from './position-leg.ts'
import { call, put, shares } from './testing/sample-leg.ts'

const words = ({ greatestProfit, greatestLoss, breakEvens, profitRanges }: Outcome) => ({
  profit: String(greatestProfit),
  loss: String(greatestLoss),
  breakEvens: breakEvens.map(String),
  ranges: profitRanges.map(({ from, to }) => `${from.toFixed()} to ${to?.toFixed() ?? 'any'}`),
})
const outcome = (legs: readonly PositionLeg[], cost: number) => words(expirationOutcome(legs, new Decimal(cost)))

describe('the outcome at expiration is that of the closed formula for', () => {
  it('a bought call: break-even is strike plus premium, without an upper end', () => {
    expect(outcome([call(100, 1)], 250)).toEqual({
      profit: 'UNLIMITED',
      loss: '250',
      breakEvens: ['102.5'],
      ranges: ['102.5 to any'],
    })
  })

  it('a written call: the premium at most, without a lower end', () => {
    expect(outcome([call(100, -1)], -250)).toEqual({
      profit: '250',
      loss: 'UNLIMITED',
      breakEvens: ['102.5'],
      ranges: ['0 to 102.5'],
    })
  })

  it('a secured put: the premium at most, and the strike less the premium at zero', () => {
    expect(outcome([put(100, -1)], -300)).toEqual({
      profit: '300',
      loss: '9700',
      breakEvens: ['97'],
      ranges: ['97 to any'],
    })
  })

  it('a vertical for a credit: credit, width less credit, strike less credit', () => {
    expect(outcome([put(95, 1), put(100, -1)], -120)).toEqual({
      profit: '120',
      loss: '380',
      breakEvens: ['98.8'],
      ranges: ['98.8 to any'],
    })
  })

  it('a vertical for a debit: width less debit, debit, strike plus debit', () => {
    expect(outcome([call(100, 1), call(105, -1)], 210)).toMatchObject({
      profit: '290',
      loss: '210',
      breakEvens: ['102.1'],
    })
  })

  it('a straddle: strike plus and minus what both cost', () => {
    expect(outcome([put(100, 1), call(100, 1)], 700)).toEqual({
      profit: 'UNLIMITED',
      loss: '700',
      breakEvens: ['93', '107'],
      ranges: ['0 to 93', '107 to any'],
    })
  })

  it('a strangle for a credit: both strikes beyond the credit', () => {
    expect(outcome([put(90, -1), call(110, -1)], -250)).toEqual({
      profit: '250',
      loss: 'UNLIMITED',
      breakEvens: ['87.5', '112.5'],
      ranges: ['87.5 to 112.5'],
    })
  })

  it('an iron condor: credit, the wider wing less credit', () => {
    expect(outcome([put(90, 1), put(95, -1), call(105, -1), call(115, 1)], -200)).toEqual({
      profit: '200',
      loss: '800',
      breakEvens: ['93', '107'],
      ranges: ['93 to 107'],
    })
  })

  it('a butterfly: width less debit in the middle', () => {
    expect(outcome([call(95, 1), call(100, -2), call(105, 1)], 100)).toEqual({
      profit: '400',
      loss: '100',
      breakEvens: ['96', '104'],
      ranges: ['96 to 104'],
    })
  })

  it('a covered call: strike less what both cost, and the share may fall to zero', () => {
    expect(outcome([shares(100), call(105, -1)], 9850)).toEqual({
      profit: '650',
      loss: '9850',
      breakEvens: ['98.5'],
      ranges: ['98.5 to any'],
    })
  })

  it('a back ratio, whose second break-even is beyond the last strike', () => {
    expect(outcome([call(100, -1), call(105, 2)], -100)).toEqual({
      profit: 'UNLIMITED',
      loss: '400',
      breakEvens: ['101', '109'],
      ranges: ['0 to 101', '109 to any'],
    })
  })

  it('a position that cannot lose, or cannot win', () => {
    expect(outcome([put(95, 1), put(100, -1)], -600)).toEqual({
      profit: '600',
      loss: '0',
      breakEvens: [],
      ranges: ['0 to any'],
    })
    expect(outcome([put(95, 1), put(100, -1)], 100)).toEqual({ profit: '0', loss: '600', breakEvens: [], ranges: [] })
  })

  it('a result that touches zero without crossing it', () => {
    expect(outcome([call(95, 1), call(100, -2), call(105, 1)], 500)).toMatchObject({
      profit: '0',
      breakEvens: ['100'],
      ranges: [],
    })
  })
})

it('break-evens are where the profit is zero, and no price is better or worse than the extremes', () => {
  const anyLeg = fc
    .record({
      right: fc.constantFrom('CALL' as const, 'PUT' as const),
      strike: fc.integer({ min: 80, max: 120 }),
      quantity: fc.integer({ min: -3, max: 3 }).filter((count) => count !== 0),
    })
    .map(({ right, strike, quantity }) => (right === 'CALL' ? call : put)(strike, quantity))
  const legs = fc.array(anyLeg, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(
      legs,
      fc.integer({ min: -100_000, max: 100_000 }),
      fc.integer({ min: 0, max: 400 }),
      (held, cents, at) => {
        const cost = new Decimal(cents).dividedBy(100)
        const found = expirationOutcome(held, cost)
        for (const price of found.breakEvens)
          expect(profitAtExpiration(held, cost, price).toDecimalPlaces(9).toNumber()).toBeCloseTo(0, 9)
        const profit = profitAtExpiration(held, cost, new Decimal(at))
        const limit = (most: Decimal | 'UNLIMITED'): Decimal => (most === 'UNLIMITED' ? new Decimal(Infinity) : most)
        expect(profit.lessThanOrEqualTo(limit(found.greatestProfit))).toBe(true)
        expect(profit.negated().lessThanOrEqualTo(limit(found.greatestLoss))).toBe(true)
        const isInRange = found.profitRanges.some(
          ({ from, to }) => from.lessThan(at) && (to === null || to.greaterThan(at)),
        )
        const isEdge = at === 0 || found.breakEvens.some((price) => price.equals(at))
        expect(isEdge || isInRange === profit.greaterThan(0)).toBe(true)
      },
    ),
  )
})
