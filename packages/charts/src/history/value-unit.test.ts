import { expect, test } from 'vitest'
import { dollarsText, unitText } from './value-unit.ts'

test('dollars carry the sign before the dollar, and none when they round to zero', () => {
  expect([1_234.56, -1_234.56, 0, -0.001].map((value) => dollarsText(value))).toEqual([
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
