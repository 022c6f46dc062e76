import { describe, expect, it } from 'vitest'
import { decimalText, divideHalfUp, parseExact, parseRounded, rescale, wireNumber } from './decimal.ts'
import { parseInstant, wireTime } from '../kernel/wire-time.ts'
import { dollarText, priceOfFloat } from './money.ts'

describe('exact decimals', () => {
  it.each([
    ['1250.5', 125_050n],
    ['-0.01', -1n],
    ['1e2', 10_000n],
    ['1.005', null],
    ['1.500', 150n],
    ['', null],
    ['1,000', null],
    ['0x10', null],
    ['Infinity', null],
    ['+2.5', 250n],
    ['7.', 700n],
    ['12.34', 1_234n],
    ['1.5E+2', 15_000n],
    ['125e-2', 125n],
    ['1e-3', null],
    ['1e100', 10n ** 102n],
    ['1e-100', null],
    ['0e999', 0n],
    ['1e1000', null],
    ['1e', null],
    ['.5', null],
    ['1.2.3', null],
    ['1.a', null],
    ['1ea', null],
    ['1x5', null],
    [' 1', null],
    ['1 ', null],
    ['--1', null],
  ])('read %s as cents', (text, steps) => {
    expect(parseExact(text, 2)).toBe(steps)
  })

  it('round half away from zero', () => {
    expect([divideHalfUp(5n, 2n), divideHalfUp(-5n, 2n), divideHalfUp(4n, 3n), divideHalfUp(5n, -2n)]).toEqual([
      3n,
      -3n,
      1n,
      -3n,
    ])
    expect([divideHalfUp(0n, 3n), divideHalfUp(-4n, 3n), divideHalfUp(7n, 4n), divideHalfUp(-1n, -2n)]).toEqual([
      0n,
      -1n,
      2n,
      1n,
    ])
    expect(parseRounded('2.675', 2)).toBe(268n)
    expect(parseRounded('-2.675', 2)).toBe(-268n)
    expect(parseRounded('3', 2)).toBe(300n)
    expect(() => parseRounded('three', 2)).toThrow('Not a decimal: "three"')
    expect(parseRounded('1.0049999', 2)).toBe(100n)
  })

  it('change their scale by adding zeros or rounding', () => {
    expect([rescale(12n, 2, 4), rescale(1_250n, 4, 2), rescale(-1_250n, 4, 2), rescale(7n, 3, 3)]).toEqual([
      1_200n,
      13n,
      -13n,
      7n,
    ])
  })

  it('print with all their places and as the JSON number of that text', () => {
    expect(decimalText(-5n, 2)).toBe('-0.05')
    expect(decimalText(123n, 0)).toBe('123')
    expect([decimalText(0n, 2), decimalText(-123_456n, 4), decimalText(-7n, 0)]).toEqual(['0.00', '-12.3456', '-7'])
    expect(JSON.stringify(wireNumber(10_000_000_000_01n, 2))).toBe('10000000000.01')
  })

  it('take market floats by their shortest text, to the cent from a dollar up', () => {
    expect(priceOfFloat(0.1 + 0.2)).toBe(3_000n)
    expect(priceOfFloat(101.499999999)).toBe(1_015_000n)
    expect(priceOfFloat(0.12345)).toBe(1_235n)
    expect(priceOfFloat(1.005)).toBe(10_100n)
  })

  it('are readable dollars', () => {
    expect([dollarText(-128_440n), dollarText(100_000_000n), dollarText(5n)]).toEqual([
      '-$1,284.40',
      '$1,000,000.00',
      '$0.05',
    ])
  })
})

describe('instants of the wire', () => {
  it('have neither milliseconds nor a colon in the offset', () => {
    expect(wireTime(Date.parse('2024-06-06T13:46:03.789Z'))).toBe('2024-06-06T13:46:03+0000')
  })

  it.each([
    ['2024-06-06T13:46:03.000Z', '2024-06-06T13:46:03.000Z'],
    ['2024-06-06T13:46:03+0000', '2024-06-06T13:46:03.000Z'],
    ['2024-06-06T09:46:03-0400', '2024-06-06T13:46:03.000Z'],
    ['2024-06-06T09:46:03-04:00', '2024-06-06T13:46:03.000Z'],
    ['2024-06-06T13:46:03', '2024-06-06T13:46:03.000Z'],
    ['2024-06-06', '2024-06-06T00:00:00.000Z'],
  ])('are read from %s', (text, instant) => {
    expect(parseInstant(text)).toBe(Date.parse(instant))
  })

  it.each(['yesterday', '2024-13-01', '', '1717680000000'])('are not read from %s', (text) => {
    expect(parseInstant(text)).toBeNull()
  })
})
