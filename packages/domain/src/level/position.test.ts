import { expect, test } from 'vitest'
import {
  findExcess,
  isAboveThreshold,
  isQualified,
  positionFault,
  proposeRisk,
  roundPosition,
  sizePosition,
  type PositionInput,
} from './position.ts'

const long: PositionInput = { direction: 'long', capital: '50000', risk: '1', resistance: '47.60', support: '44.20' }
const short: PositionInput = { ...long, direction: 'short' }

test('a long position enters a cent above its resistance and is given up 3 percent below its support', () => {
  expect(sizePosition(long)).toEqual({
    quantity: '147',
    buyPrice: '47.61',
    sellPrice: '42.874',
    investment: '6998.67',
    trueLoss: '696.192',
    trueLossPercent: '1.392384',
  })
  expect(roundPosition(sizePosition(long), long)).toEqual({
    quantity: '147',
    buyPrice: '47.61',
    sellPrice: '42.87',
    investment: '6998.67',
    trueLoss: '696.78',
    trueLossPercent: '1.39',
  })
})

test('a short position enters a cent below its support and is given up 3 percent above its resistance', () => {
  expect(sizePosition(short)).toMatchObject({
    quantity: '147',
    buyPrice: '49.028',
    sellPrice: '44.19',
    investment: '6495.93',
  })
  expect(roundPosition(sizePosition(short), short)).toMatchObject({
    buyPrice: '49.03',
    sellPrice: '44.19',
    investment: '6495.93',
  })
})

test('a price below one dollar is rounded to a hundredth of a cent, and money to the cent', () => {
  const cheap: PositionInput = {
    direction: 'long',
    capital: '50000',
    risk: '1',
    resistance: '0.5123',
    support: '0.495',
  }
  expect(roundPosition(sizePosition(cheap), cheap)).toEqual({
    quantity: '28901',
    buyPrice: '0.5223',
    sellPrice: '0.4802',
    investment: '15094.99',
    trueLoss: '1216.73',
    trueLossPercent: '2.43',
  })
  const across: PositionInput = { ...cheap, direction: 'short', resistance: '0.9801', support: '0.95' }
  expect(roundPosition(sizePosition(across), across)).toMatchObject({ buyPrice: '1.01', sellPrice: '0.9400' })
})

test('a position exceeds its capital by its cost, and its risk by the true loss at the stop', () => {
  const excess = (investment: string, trueLoss: string) =>
    findExcess({ investment, trueLoss }, { capital: '50000', risk: '1.5' })
  expect(excess('50000', '750.00')).toEqual({
    isAboveCapital: false,
    isAboveRisk: false,
    capitalDollars: '50000.00',
    riskDollars: '750.00',
  })
  expect(excess('50000.01', '750.01')).toMatchObject({ isAboveCapital: true, isAboveRisk: true })
})

test('a position without capital has no shares, and risks nothing', () => {
  const none: PositionInput = { ...long, capital: '0' }
  expect(sizePosition(none)).toMatchObject({ quantity: '0', investment: '0', trueLoss: '0', trueLossPercent: '0' })
  expect(roundPosition(sizePosition(none), none)).toMatchObject({
    quantity: '0',
    investment: '0.00',
    trueLoss: '0.00',
    trueLossPercent: '0.00',
  })
})

test('figures are exact beyond twenty digits', () => {
  const large: PositionInput = {
    direction: 'long',
    capital: '999999999999999.99',
    risk: '100',
    resistance: '1.0001',
    support: '1',
  }
  // 999,999,999,999,999.99 / 0.0001 shares at 1.0101.
  expect(sizePosition(large)).toMatchObject({
    quantity: '9999999999999999900',
    investment: '10100999999999999898.99',
  })
})

test('quantities are exact where floats lose a share', () => {
  const quantity = (capital: number, risk: number, resistance: number, support: number) =>
    sizePosition({ direction: 'long', capital, risk, resistance, support }).quantity
  expect(quantity(1000, 0.3, 10.3, 10)).toBe('10')
  expect(Math.floor((1000 * 0.3) / 100 / (10.3 - 10))).toBe(9)
  expect(quantity(100_000, 1, 33.3, 33.2)).toBe('10000')
  expect(quantity(999_999_999_999.99, 100, 1.01, 1)).toBe('99999999999999')
  expect(quantity(10, 1, 20, 10)).toBe('0')
})

test('the resistance lies above the support, and the risk in ]0, 100]', () => {
  expect(positionFault({ risk: '1', resistance: '10', support: '10.00' })).toBe('levels')
  expect(positionFault({ risk: '0', resistance: '10', support: '11' })).toBe('levels')
  expect(positionFault({ risk: '0', resistance: '11', support: '10' })).toBe('risk')
  expect(positionFault({ risk: '100.01', resistance: '11', support: '10' })).toBe('risk')
  expect(positionFault({ risk: '100', resistance: '11', support: '10' })).toBeNull()
  expect(() => sizePosition({ ...long, risk: '0' })).toThrow(
    'Risk must be greater than zero and less than equal to 100',
  )
})

test('an investment counts above 800, and qualifies up to the capital', () => {
  expect(['800', '800.00', '800.01'].map(isAboveThreshold)).toEqual([false, false, true])
  expect(
    [
      ['800.01', 800],
      ['800.01', 801],
      ['1000', '1000'],
      ['1000.01', '1000'],
    ].map(([investment, capital]) => isQualified(String(investment), capital!)),
  ).toEqual([false, true, true, false])
})

test.each([
  [0, 2],
  [19_999.99, 2],
  [20_000, 1.33],
  [49_999, 1.33],
  [50_000, 1],
  [100_000, 0.5],
  [500_000, 0.2],
  [999_999.99, 0.2],
  [1_000_000, 0.1],
  [5e9, 0.1],
])('a capital of %d proposes a risk of %d percent', (capital, risk) => {
  expect(proposeRisk(capital)).toBe(risk)
})
