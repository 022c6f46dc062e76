import { describe, expect, it, test } from 'vitest'
import { calculate, emptyFields, orderRefusal, type CalculatorFields } from './calculator-form.ts'

const long: CalculatorFields = { direction: 'long', capital: '50000', risk: '1', resistance: '47.60', support: '44.20' }
const short: CalculatorFields = { ...long, direction: 'short' }

test.each(['capital', 'risk', 'resistance', 'support'] as const)('nothing is calculated while %s is empty', (name) => {
  expect(calculate({ ...long, [name]: '' }, 'advanced')).toEqual({ kind: 'incomplete' })
  expect(calculate({ ...long, [name]: '.' }, 'simple')).toEqual({ kind: 'incomplete' })
})

it('refuses a resistance that is not above the support, and a risk outside ]0, 100], in the specified words', () => {
  const levels = { kind: 'refused', words: 'The resistance cannot be less than the support' }
  const risk = { kind: 'refused', words: 'Risk must be greater than zero and less than equal to 100' }
  expect(calculate({ ...long, resistance: '44.20' }, 'simple')).toEqual(levels)
  expect(calculate({ ...long, resistance: '40', risk: '0' }, 'advanced')).toEqual(levels)
  for (const value of ['0', '100.0001', '1000']) expect(calculate({ ...long, risk: value }, 'advanced')).toEqual(risk)
  expect(calculate({ ...long, risk: '100' }, 'advanced').kind).toBe('ready')
})

it('rounds prices and investment to 2 decimals on the advanced page only', () => {
  expect(calculate(short, 'simple')).toMatchObject({
    position: { quantity: '147', buyPrice: '49.028', sellPrice: '44.19', investment: '6495.93' },
  })
  expect(calculate(short, 'advanced')).toMatchObject({
    position: { quantity: '147', buyPrice: '49.03', sellPrice: '44.19', investment: '6495.93' },
  })
  // Half a cent rounds up, where floats would lose it: 3 percent below 1.50 is 1.455.
  expect(calculate({ ...long, resistance: '2', support: '1.5' }, 'advanced')).toMatchObject({
    position: { sellPrice: '1.46' },
  })
})

it('shows the loss that really happens at the stop', () => {
  expect(calculate(long, 'advanced')).toMatchObject({ position: { trueLoss: '696.78', trueLossPercent: '1.39' } })
})

describe('buying and selling', () => {
  it('needs an investment above 800, not at it', () => {
    // 80 shares at 10.00 are exactly 800.
    const at800 = calculate(
      { direction: 'long', capital: '8000', risk: '0.99', resistance: '9.99', support: '9' },
      'advanced',
    )
    expect(at800).toMatchObject({ position: { quantity: '80', investment: '800.00' }, isAboveThreshold: false })
    expect(orderRefusal('buy', long, at800)).toBe('The investment is not above $800')
  })

  it('follows the direction', () => {
    expect(orderRefusal('buy', long, calculate(long, 'advanced'))).toBeUndefined()
    expect(orderRefusal('sell', long, calculate(long, 'advanced'))).toBe('A long position is opened by Buy')
    expect(orderRefusal('sell', short, calculate(short, 'advanced'))).toBeUndefined()
    expect(orderRefusal('buy', short, calculate(short, 'advanced'))).toBe('A short position is opened by Sell')
    expect(orderRefusal('buy', long, calculate(emptyFields, 'advanced'))).toBe('There is no result yet')
  })
})
