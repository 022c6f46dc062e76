import { describe, expect, it } from 'vitest'
import { decimalText, divideHalfUp, parseExact, parseRounded, wireNumber } from './decimal.ts'
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
    expect(parseRounded('2.675', 2)).toBe(268n)
    expect(parseRounded('1.0049999', 2)).toBe(100n)
  })

  it('print with all their places and as the JSON number of that text', () => {
    expect(decimalText(-5n, 2)).toBe('-0.05')
    expect(decimalText(123n, 0)).toBe('123')
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
