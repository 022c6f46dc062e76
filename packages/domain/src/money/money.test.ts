import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCents, parseCents } from './cents.ts'
import { asCents, asUnitSteps, formatUnits, parseUnits } from './unit-step.ts'
import { compareFractions, divideHalfEven, floorDivide, fraction, fractionText, fractionToNumber } from './fraction.ts'
import { compareIds, partByLargestRemainder, RankedSplit, splitByLargestRemainder } from './largest-remainder.ts'

describe('decimal text', () => {
  test.each([
    ['0.01', 1n],
    ['1234.5', 123450n],
    ['-7', -700n],
    ['12.3400', 1234n],
    ['999999999.99', 99999999999n],
  ])('reads %s as cents', (text, amount) => expect(parseCents(text)).toBe(amount))

  test.each(['', '1.005', '1e-3', 'NaN', '1,000', '.', '0x10', '--1'])('refuses %j', (text) =>
    expect(parseCents(text)).toBeUndefined(),
  )

  test('reads and writes units with 8 decimals', () => {
    expect(parseUnits('9.25925926')).toBe(925925926n)
    expect(parseUnits('9.259259261')).toBeUndefined()
    expect(formatUnits(asUnitSteps(-1n))).toBe('-0.00000001')
  })

  test('writes what it reads', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 16n), 10n ** 16n), (amount) => {
        expect(parseCents(formatCents(asCents(amount)))).toBe(amount)
      }),
    )
  })
})

describe('rounding', () => {
  test('a tie goes to the even neighbour, on both sides of zero', () => {
    expect([1n, 3n, 5n, -1n, -3n, -5n].map((half) => divideHalfEven(half, 2n))).toEqual([0n, 2n, 2n, 0n, -2n, -2n])
    expect(divideHalfEven(-7n, -2n)).toBe(4n)
  })

  test('is never further than half away', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (numerator, denominator) => {
        const distance = divideHalfEven(numerator, denominator) * denominator - numerator
        expect(2n * distance <= denominator && -2n * distance <= denominator).toBe(true)
      }),
    )
  })

  test('floors downwards for negative figures', () => {
    expect([floorDivide(-7n, 2n), floorDivide(7n, -2n), floorDivide(-8n, 2n)]).toEqual([-4n, -4n, -4n])
  })

  test('writes a fraction with the decimals asked for', () => {
    expect(fractionText(fraction(5600n, 51n), 6)).toBe('109.803922')
    expect(fractionText(fraction(1n, -3n), 4)).toBe('-0.3333')
    expect(fractionToNumber(fraction(10n ** 400n, 4n * 10n ** 400n))).toBe(0.25)
    expect(compareFractions(fraction(1n, 3n), fraction(2n, 6n))).toBe(0)
    expect(() => fraction(1n, 0n)).toThrow(RangeError)
  })
})

describe('largest remainder', () => {
  test('gives the odd cent to the largest fraction, a tie to the lowest id', () => {
    expect([
      ...splitByLargestRemainder(200n, [
        ['c', 1n],
        ['a', 1n],
        ['b', 1n],
      ]),
    ]).toEqual([
      ['c', 66n],
      ['a', 67n],
      ['b', 67n],
    ])
  })

  test('floors negative totals too', () => {
    expect([
      ...splitByLargestRemainder(-100n, [
        ['a', 1n],
        ['b', 2n],
      ]),
    ]).toEqual([
      ['a', -33n],
      ['b', -67n],
    ])
  })

  test('adds up, stays within one of the exact part, and agrees with the single-part form', () => {
    const weights = fc.uniqueArray(fc.tuple(fc.string({ maxLength: 3 }), fc.bigInt(0n, 10n ** 14n)), {
      selector: ([id]) => id,
      minLength: 1,
    })
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 12n), 10n ** 12n), weights, (total, parts) => {
        const sum = parts.reduce((all, [, weight]) => all + weight, 0n)
        fc.pre(sum > 0n)
        const split = splitByLargestRemainder(total, parts)
        expect([...split.values()].reduce((all, part) => all + part, 0n)).toBe(total)
        for (const [id, weight] of parts) {
          const part = split.get(id) ?? 0n
          const distance = part * sum - total * weight
          expect(distance < sum && distance > -sum).toBe(true)
          expect(partByLargestRemainder(total, parts, { sum, id, own: weight })).toBe(part)
        }
      }),
    )
  })

  test('is the same for one id after some of its weight has gone to others', () => {
    const weights = fc.uniqueArray(fc.tuple(fc.string({ maxLength: 2 }), fc.bigInt(0n, 60n)), {
      selector: ([id]) => id,
      minLength: 1,
    })
    const receivers = fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.bigInt(0n, 20n)), { maxLength: 2 })
    fc.assert(
      fc.property(fc.bigInt(-400n, 400n), weights, receivers, (total, parts, gifts) => {
        const sum = parts.reduce((all, [, weight]) => all + weight, 0n)
        fc.pre(sum > 0n)
        const split = new RankedSplit(total, parts, sum)
        for (const [id, weight] of parts) {
          const after = new Map(parts)
          const changed = new Map<string, bigint>()
          let own = weight
          for (const [otherId, gift] of gifts) {
            if (otherId === id || gift > own) continue
            own -= gift
            after.set(otherId, (after.get(otherId) ?? 0n) + gift)
            changed.set(otherId, after.get(otherId) ?? 0n)
          }
          after.set(id, own)
          expect(split.partOf(id, own, changed)).toBe(partByLargestRemainder(total, after, { sum, id, own }))
        }
      }),
    )
  })

  test('gives one each to the largest remainders, whatever the order of the parts', () => {
    // 10 over 1, 2, 4 of 7 are 1 3/7, 2 6/7 and 5 5/7: the two that are missing go to b and c.
    const weights = [
      ['a', 1n],
      ['b', 2n],
      ['c', 4n],
    ] as const
    const split = { a: 1n, b: 3n, c: 6n }
    expect(Object.fromEntries(splitByLargestRemainder(10n, weights))).toEqual(split)
    expect(Object.fromEntries(splitByLargestRemainder(10n, weights.toReversed()))).toEqual(split)
    const parts = weights.map(([id, own]) => partByLargestRemainder(10n, weights, { sum: 7n, id, own }))
    expect(parts).toEqual([1n, 3n, 6n])
  })

  test('orders remainders of any size', () => {
    const huge = 10n ** 400n
    const split = splitByLargestRemainder(2n, [
      ['a', huge - 1n],
      ['b', huge],
      ['c', huge + 1n],
    ])
    expect([...split.values()]).toEqual([0n, 1n, 1n])
  })

  test('gives nothing without a weight, and without any weights', () => {
    const weights = [
      ['a', 0n],
      ['b', 3n],
    ] as const
    expect([...splitByLargestRemainder(5n, weights).values()]).toEqual([0n, 5n])
    expect(partByLargestRemainder(5n, weights, { sum: 3n, id: 'a', own: 0n })).toBe(0n)
    expect(partByLargestRemainder(5n, [], { sum: 0n, id: 'a', own: 0n })).toBe(0n)
  })

  test.each([0n, -1n])('refuses weights with a sum of %d', (weight) =>
    expect(() => splitByLargestRemainder(5n, [['a', weight]])).toThrow('a sum above zero'),
  )
})

test('ids are in the order of their text, and an id is equal to itself', () => {
  expect([compareIds('a', 'b'), compareIds('b', 'a'), compareIds('a', 'a'), compareIds('B', 'a')]).toEqual([
    -1, 1, 0, -1,
  ])
})
