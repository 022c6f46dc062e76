import { expect, test } from 'vitest'
import { amountText, unitIn, unitText } from './value-unit.ts'

test('dollars carry the sign before the dollar, and none when they round to zero', () => {
  expect([1_234.56, -1_234.56, 0, -0.001].map((value) => amountText(value))).toEqual([
    '$1,234.56',
    '-$1,234.56',
    '$0.00',
    '$0.00',
  ])
})

test('the axis shows cents only below a thousand dollars', () => {
  expect(unitText('dollars', 284_316).axis(284_316.52)).toBe('$284,317')
  expect(unitText('dollars', 40).axis(12.5)).toBe('$12.50')
})

test('changes are signed in both units', () => {
  expect(unitText('dollars', 10).change(120)).toBe('+$120.00')
  expect(unitText('dollars', 10).change(-120)).toBe('-$120.00')
  expect(unitText('percent', 10).change(-1.2)).toBe('-1.20 points')
})

test('another currency than dollars is named after the amount, on the axis and in changes too', () => {
  const euros = unitText(unitIn('EUR'), 284_316)
  expect(euros.full(-1_234.5)).toBe('-1,234.50 EUR')
  expect(euros.axis(284_316.52)).toBe('284,317 EUR')
  expect(euros.change(120)).toBe('+120.00 EUR')
  expect(unitIn('USD')).toBe('dollars')
})
