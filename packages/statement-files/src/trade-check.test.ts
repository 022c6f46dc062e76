import { describe, expect, it } from 'vitest'
import {
  absolute,
  canonicalDecimal,
  decimalsOf,
  differsByMore,
  isNegative,
  negated,
  productOf,
  rateOf,
  sumOf,
} from './exact-decimal.ts'
import { contradictionOf } from './trade-check.ts'

describe('the parts of a trade', () => {
  const trade = { quantity: '300', price: '135.0075', multiplier: 1, amount: '-40503.61', fee: '1.34', tax: '0' }
  it.each([
    ['agree within the rounding of the price', {}],
    ['agree for a sale', { quantity: '-500', price: '100.0001', amount: '49998.85', fee: '1.23' }],
    [
      'agree within the rounding of a fraction of a share',
      { quantity: '0.0004', price: '1000', amount: '-0.43', fee: '0' },
    ],
    ['agree with a multiplier', { quantity: '-2', price: '1.25', multiplier: 100, amount: '248.7', fee: '1.3' }],
    ['agree with a tax', { quantity: '10', price: '5', amount: '-52', fee: '1', tax: '1' }],
    ['agree with a rebate', { quantity: '10', price: '5', amount: '-49.5', fee: '-0.5' }],
    ['agree with a rate', { quantity: '1', price: '109.303', amount: '-100', fee: '0', rate: '0.914888' }],
  ])('%s', (_name, parts) => {
    expect(contradictionOf({ ...trade, ...parts })).toBeNull()
  })

  it.each([
    ['an amount beyond rounding', { amount: '-40503.65' }],
    ['the wrong sign', { amount: '40503.61' }],
    ['whole shares that leave no room', { quantity: '4', price: '1000', amount: '-4000.43', fee: '0' }],
    [
      'another amount than the rate makes',
      { quantity: '1', price: '109.303', amount: '-101', fee: '0', rate: '0.914888' },
    ],
  ])('contradict each other: %s', (_name, parts) => {
    expect(contradictionOf({ ...trade, ...parts })).toMatch(/^Quantity, price and fees make -?[\d.]+, the row says/)
  })
})

describe('decimal text', () => {
  it('is added and multiplied exactly', () => {
    expect(sumOf('0.1', '0.2')).toBe('0.3')
    expect(sumOf('1.1', '-0.1')).toBe('1')
    expect(sumOf('-0.05', '0.05')).toBe('0')
    expect(sumOf()).toBe('0')
    expect(productOf('-0.02', '0.5')).toBe('-0.01')
    expect(productOf('123456789.123456789', '1000000000')).toBe('123456789123456789')
    expect(sumOf('99999999999999999999.99', '0.01')).toBe('100000000000000000000')
  })

  it('has one form for one number', () => {
    expect(['-0012.50', '+3', '.5', '5.', '-0.00', '1e3', '-2.5E-4'].map(canonicalDecimal)).toEqual([
      '-12.5',
      '3',
      '0.5',
      '5',
      '0',
      '1000',
      '-0.00025',
    ])
  })

  it('is compared, turned and measured', () => {
    expect([
      differsByMore('1', '1.01', '0.01'),
      differsByMore('1', '1.011', '0.01'),
      differsByMore('-1', '1', '1'),
    ]).toEqual([false, true, true])
    expect([negated('0'), negated('-1'), negated('1'), absolute('-1.5')]).toEqual(['0', '1', '-1', '1.5'])
    expect([isNegative('-0'), isNegative('-0.1'), decimalsOf('1.25'), decimalsOf('7')]).toEqual([false, true, 2, 0])
    expect([rateOf('1', '3'), rateOf('1', '0')]).toEqual(['0.333333333333', null])
  })
})
