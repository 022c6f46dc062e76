import { describe, expect, it } from 'vitest'
import { readNumber } from './read-number.ts'

describe('a number of a statement', () => {
  it.each([
    ['-$1,259.59', 'point', '-1259.59'],
    ['$-26.58', 'point', '-26.58'],
    ['($5.00)', 'point', '-5'],
    ['26.58-', 'point', '-26.58'],
    ['500,135', 'point', '500135'],
    ['+3', 'point', '3'],
    ['−3.5', 'point', '-3.5'],
    ['.5', 'point', '0.5'],
    ['-0.00', 'point', '0'],
    ['0012.50', 'point', '12.5'],
    ['-2.637591265E-4', 'point', '-0.0002637591265'],
    ['1’046.38', 'point', '1046.38'],
    ['-31,91', 'comma', '-31.91'],
    ['1.046,3825', 'comma', '1046.3825'],
    ['1 046,3825', 'comma', '1046.3825'],
    ['50,25 €', 'comma', '50.25'],
    [' 1 757,95 ', 'either', '1757.95'],
    ['(0,10)', 'either', '-0.1'],
    ['4,581.91', 'either', '4581.91'],
    ['1.234', 'either', '1.234'],
    ['0,766', 'either', '0.766'],
    ['0,76672417', 'either', '0.76672417'],
    ['123456789012345678901234567890.12', 'point', '123456789012345678901234567890.12'],
  ] as const)('%s with a decimal %s is %s', (text, style, value) => {
    expect(readNumber(text, style)).toEqual({ value })
  })

  it('has two readings with a lone comma before three digits', () => {
    expect(readNumber('1,234', 'either')).toEqual({ fault: 'twoReadings' })
  })

  it.each([
    ['abc', 'point'],
    ['', 'point'],
    ['1,23', 'point'],
    ['1,2345', 'point'],
    ['1.2.3', 'point'],
    ['12 34', 'point'],
    ['--5', 'point'],
    ['(-5)', 'point'],
    ['(5', 'point'],
    ['1.5', 'comma'],
    ['5 USD', 'point'],
    ['1e5000', 'point'],
  ] as const)('%s with a decimal %s is no number', (text, style) => {
    expect(readNumber(text, style)).toEqual({ fault: 'notANumber' })
  })
})
