import { expect, test } from 'vitest'
import { formatHalfEven } from './quantity.ts'

test.each([
  ['24108.33472159', 4, '24,108.3347'],
  ['109.8039215686', 4, '109.8039'],
  ['0.00005', 4, '0.0000'],
  ['0.00015', 4, '0.0002'],
  ['0.000051', 4, '0.0001'],
  ['9.99996', 4, '10.0000'],
  ['1234567', 0, '1,234,567'],
  ['-0.00001', 4, '0.0000'],
  ['-12.5', 4, '-12.5000'],
])('%s with %i decimals reads %s', (text, decimals, shown) => {
  expect(formatHalfEven(text, decimals)).toBe(shown)
})
