import { describe, expect, it, test } from 'vitest'
import { calculate, emptyFields, orderRefusal, resultTone, type CalculatorFields } from './calculator-form.ts'

const long: CalculatorFields = { direction: 'long', capital: '50000', risk: '1', resistance: '47.60', support: '44.20' }
const short: CalculatorFields = { ...long, direction: 'short' }

test.each(['capital', 'risk', 'resistance', 'support'] as const)('nothing is calculated while %s is empty', (name) => {
  expect(calculate({ ...long, [name]: '' })).toEqual({ kind: 'incomplete' })
  expect(calculate({ ...long, [name]: '.' })).toEqual({ kind: 'incomplete' })
})

it('refuses a resistance that is not above the support, and a risk outside ]0, 100], in the specified words', () => {
  const levels = { kind: 'refused', words: 'The resistance cannot be less than the support' }
  const risk = { kind: 'refused', words: 'Risk must be greater than zero and less than equal to 100' }
  expect(calculate({ ...long, resistance: '44.20' })).toEqual(levels)
  expect(calculate({ ...long, resistance: '40', risk: '0' })).toEqual(levels)
  for (const value of ['0', '100.0001', '1000']) expect(calculate({ ...long, risk: value })).toEqual(risk)
  expect(calculate({ ...long, risk: '100' }).kind).toBe('ready')
})

it('rounds prices to their tick, and money to the cent', () => {
  expect(calculate(short)).toMatchObject({
    position: { quantity: '147', buyPrice: '49.03', sellPrice: '44.19', investment: '6495.93' },
  })
  // Half a cent rounds up, where floats would lose it: 3 percent below 1.50 is 1.455.
  expect(calculate({ ...long, resistance: '2', support: '1.5' })).toMatchObject({ position: { sellPrice: '1.46' } })
  expect(calculate({ ...long, resistance: '0.5123', support: '0.495' })).toMatchObject({
    position: { quantity: '28901', buyPrice: '0.5223', sellPrice: '0.4802', investment: '15094.99' },
  })
})

describe('a result is a success', () => {
  // One share: the part of a share that is cut off leaves room for the loss beyond the support.
  const one: CalculatorFields = { ...long, capital: '10000', risk: '10', resistance: '1600', support: '1000' }

  it('above an investment of 800, and not up to it', () => {
    expect(calculate(one)).toMatchObject({ position: { quantity: '1', investment: '1600.01', trueLoss: '630.01' } })
    expect(resultTone(calculate(one))).toBe('success')
    expect(resultTone(calculate({ ...long, capital: '1000' }))).toBe('danger')
    expect(resultTone(calculate(emptyFields))).toBeUndefined()
  })

  it('not when it costs more than the capital', () => {
    const dear = calculate({ ...one, capital: '7000', risk: '25', resistance: '4000', support: '3300' })
    expect(dear).toMatchObject({ excess: { isAboveCapital: true, isAboveRisk: false } })
    expect(resultTone(dear)).toBe('warning')
  })

  it('not when its true loss is above the typed risk', () => {
    expect(calculate(long)).toMatchObject({ excess: { isAboveCapital: false, isAboveRisk: true } })
    expect(resultTone(calculate(long))).toBe('warning')
  })
})

it('shows the loss that really happens at the stop', () => {
  expect(calculate(long)).toMatchObject({ position: { trueLoss: '696.78', trueLossPercent: '1.39' } })
})

describe('buying and selling', () => {
  it('needs an investment above 800, not at it', () => {
    // 80 shares at 10.00 are exactly 800.
    const at800 = calculate({ direction: 'long', capital: '8000', risk: '0.99', resistance: '9.99', support: '9' })
    expect(at800).toMatchObject({ position: { quantity: '80', investment: '800.00' }, isAboveThreshold: false })
    expect(orderRefusal('buy', long, at800)).toBe('The investment is not above $800')
  })

  it('follows the direction', () => {
    expect(orderRefusal('buy', long, calculate(long))).toBeUndefined()
    expect(orderRefusal('sell', long, calculate(long))).toBe('A long position is opened by Buy')
    expect(orderRefusal('sell', short, calculate(short))).toBeUndefined()
    expect(orderRefusal('buy', short, calculate(short))).toBe('A short position is opened by Sell')
    expect(orderRefusal('buy', long, calculate(emptyFields))).toBe('There is no result yet')
  })
})
