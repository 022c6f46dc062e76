import { describe, expect, test } from 'vitest'
import { describeTickFault, isOnTick, roundToTick } from './price-tick.ts'

describe('a price on its tick', () => {
  test.each([
    ['9.409', false, '9.41'],
    ['9.405', false, '9.41'],
    ['9.404', false, '9.4'],
    ['0.12344', false, '0.1234'],
    ['0.12345', false, '0.1235'],
    ['1', false, '1'],
    ['1.0049', false, '1'],
    ['0.99994', false, '0.9999'],
    ['3.12', true, '3.1'],
    ['3.125', true, '3.15'],
    ['2.996', true, '3'],
    ['2.994', true, '2.99'],
    ['3', true, '3'],
    ['3.02', true, '3'],
    ['0.005', true, '0.01'],
  ])('of %s (option: %s) is %s', (price, isOption, expected) => {
    expect(roundToTick(price, isOption)).toBe(expected)
  })

  test('needs no rounding', () => {
    expect([isOnTick('9.40'), isOnTick('9.401'), isOnTick('0.1234'), isOnTick('1.0001')]).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect([isOnTick('2.99', true), isOnTick('3.01', true), isOnTick('3.05', true), isOnTick('0.1234', true)]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })
})

describe('a price finer than its tick', () => {
  test.each([
    ['48.501', false, '$48.501 is finer than a price may be. Enter whole cents, such as $48.50.'],
    ['12345.601', false, '$12,345.601 is finer than a price may be. Enter whole cents, such as $12,345.60.'],
    ['1.001', false, '$1.001 is finer than a price may be. Enter whole cents, such as $1.00.'],
    ['0.12345', false, '$0.12345 is finer than a price may be. Enter at most 4 decimals, such as $0.1235.'],
    ['3.01', true, '$3.01 is finer than a price may be. Enter steps of $0.05, such as $3.00.'],
    ['2.987', true, '$2.987 is finer than a price may be. Enter whole cents, such as $2.99.'],
    ['0.123', true, '$0.123 is finer than a price may be. Enter whole cents, such as $0.12.'],
  ])('of %s (option: %s) names the step and the nearest', (price, isOption, text) => {
    expect(describeTickFault(price, isOption)).toBe(text)
  })

  test('is no fault on the tick', () => {
    expect([describeTickFault('48.5'), describeTickFault('3.01'), describeTickFault('3.05', true)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
