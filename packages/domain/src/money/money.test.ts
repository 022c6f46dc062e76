import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCents, parseCents } from './cents.ts'
import { asCents, asUnitSteps, formatUnits, parseUnits } from './unit-step.ts'
import { compareFractions, divideHalfEven, floorDivide, fraction, fractionText, fractionToNumber } from './fraction.ts'
import { partByLargestRemainder, roundToTotal, splitByLargestRemainder } from './largest-remainder.ts'

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

  test('refuses figures that do not add up', () => {
    expect(() => roundToTotal(5n, [['a', fraction(1n)]])).toThrow(RangeError)
    expect(() => splitByLargestRemainder(5n, [['a', 0n]])).toThrow(RangeError)
  })
})
