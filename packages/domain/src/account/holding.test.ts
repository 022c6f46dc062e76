import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeHolding, unwindCost, type Holding } from './holding.ts'

const d = (value: number | string) => new Decimal(value)
const holding = (quantity: number | string, cost: number | string, multiplier = 1): Holding => ({
  quantity: d(quantity),
  cost: d(cost),
  multiplier,
})
const change = (quantity: number | string, grossCost: number | string | null) => ({
  quantity: d(quantity),
  grossCost: grossCost === null ? null : d(grossCost),
})
const figures = ({ quantity, cost }: Holding) => [quantity.toFixed(), cost.toFixed()]

describe('a holding after a change', () => {
  const after = (held: Holding, ...given: Parameters<typeof change>) => {
    const { quantity, grossCost } = change(...given)
    return figures(changeHolding(held, quantity, grossCost))
  }

  test('that opens it costs what was paid, or was sold for', () => {
    expect(after(holding(0, 0), 100, 5000)).toEqual(['100', '5000'])
    expect(after(holding(0, 0), -100, -4000)).toEqual(['-100', '-4000'])
  })

  test('on the same side costs both together', () => {
    expect(after(holding(100, 5000), 50, 3000)).toEqual(['150', '8000'])
    expect(after(holding(-100, -4000), -50, -2200)).toEqual(['-150', '-6200'])
  })

  test('that reduces it keeps its average price, whatever the price of the change', () => {
    expect(after(holding(100, 5000), -40, -9999)).toEqual(['60', '3000'])
    expect(after(holding(-100, -4000), 40, 9999)).toEqual(['-60', '-2400'])
  })

  test('that closes it costs nothing', () => {
    expect(after(holding(100, 5000), -100, -6000)).toEqual(['0', '0'])
    expect(after(holding(-100, -4000), 100, 3800)).toEqual(['0', '0'])
  })

  test('that crosses zero costs the rest at the price of the change', () => {
    expect(after(holding(100, 5000), -150, -9000)).toEqual(['-50', '-3000'])
    expect(after(holding(-100, -4000), 120, 4560)).toEqual(['20', '760'])
  })

  test('by a split keeps its cost, in more shares and in fewer', () => {
    expect(after(holding(100, 5000), 100, null)).toEqual(['200', '5000'])
    expect(after(holding(100, 5000), -95, null)).toEqual(['5', '5000'])
    expect(after(holding(-100, -4000), 95, null)).toEqual(['-5', '-4000'])
  })

  test('by a corporate action that takes everything costs nothing', () => {
    expect(after(holding(100, 5000), -100, null)).toEqual(['0', '0'])
  })

  test('costs nothing while it is flat, whatever is booked without a quantity', () => {
    expect(after(holding(0, 0), 0, 12)).toEqual(['0', '0'])
  })

  test('keeps its multiplier', () => {
    expect(changeHolding(holding(3, 1215, 100), d(-1), d(-500))).toEqual(holding(2, 810, 100))
    expect(changeHolding(holding(3, 1215, 100), d(-3), d(-1500))).toEqual(holding(0, 0, 100))
  })
})

describe('the cost before changes', () => {
  test('is the present one without them', () => {
    expect(unwindCost(holding(100, 5000), [])?.toFixed()).toBe('5000')
  })

  test('lacks what was added, on either side', () => {
    expect(unwindCost(holding(150, 8000), [change(50, 3000)])?.toFixed()).toBe('5000')
    expect(unwindCost(holding(-150, -6200), [change(-50, -2200)])?.toFixed()).toBe('-4000')
  })

  test('has what was sold at the average price, whatever it was sold for', () => {
    expect(unwindCost(holding(60, 3000), [change(-40, -9999)])?.toFixed()).toBe('5000')
    expect(unwindCost(holding(-60, -2400), [change(40, 9999)])?.toFixed()).toBe('-4000')
  })

  test('is unwound from the latest change to the first', () => {
    // 100 for 5,000; 50 more for 4,000 make 9,000; 75 sold leave 4,500.
    expect(unwindCost(holding(75, 4500), [change(50, 4000), change(-75, -9999)])?.toFixed()).toBe('5000')
  })

  test('is the same before a split', () => {
    expect(unwindCost(holding(5, 5000), [change(-95, null)])?.toFixed()).toBe('5000')
    expect(unwindCost(holding(200, 5000), [change(100, null)])?.toFixed()).toBe('5000')
  })

  test('is unknown once the position was flat: nothing is left of the earlier cost', () => {
    expect(unwindCost(holding(0, 0), [change(-10, -500)])).toBeUndefined()
    expect(unwindCost(holding(0, 0), [change(10, 500)])).toBeUndefined()
    expect(unwindCost(holding(5, 250), [change(-10, -500), change(5, 250)])).toBeUndefined()
    expect(unwindCost(holding(-5, -250), [change(10, 500), change(-5, -250)])).toBeUndefined()
  })

  test('is unknown of a position that did not exist', () => {
    expect(unwindCost(holding(0, 0), [])).toBeUndefined()
    expect(unwindCost(holding(10, 500), [change(10, 500)])).toBeUndefined()
    expect(unwindCost(holding(-10, -500), [change(-10, -500)])).toBeUndefined()
  })

  test('is unknown once the position changed sides', () => {
    expect(unwindCost(holding(-50, -3000), [change(-150, -9000)])).toBeUndefined()
    expect(unwindCost(holding(20, 760), [change(120, 4560)])).toBeUndefined()
  })

  test('is found again after any changes on one side', () => {
    const step = fc.record({ quantity: fc.integer({ min: 1, max: 50 }), price: fc.integer({ min: 1, max: 900 }) })
    fc.assert(
      fc.property(fc.boolean(), fc.array(fc.tuple(step, fc.boolean()), { maxLength: 8 }), (isLong, steps) => {
        const sign = isLong ? 1 : -1
        // More than eight sales of 50 can take.
        const first = holding(sign * 1000, sign * 30_000)
        const changes = steps.map(([{ quantity, price }, isAdding]) => {
          const signed = isAdding ? sign * quantity : -sign * quantity
          return change(signed, signed * price)
        })
        const present = changes.reduce((held, one) => changeHolding(held, one.quantity, one.grossCost), first)
        expect(unwindCost(present, changes)?.toDecimalPlaces(6).toFixed()).toBe(first.cost.toFixed())
      }),
    )
  })
})
