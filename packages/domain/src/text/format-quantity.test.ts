import { expect, test } from 'vitest'
import { formatQuantity } from './format-quantity.ts'

test.each([
  ['1000', 0, '1,000'],
  ['1000.25000000', 0, '1,000.25'],
  ['-33.33333333', 0, '-33.3333'],
  ['9.99996', 0, '10'],
  ['0.00012345', 0, '0.00012345'],
  ['-0.5', 0, '-0.5'],
  ['0', 0, '0'],
  ['0', 4, '0.0000'],
  ['24108.33472159', 4, '24,108.3347'],
  ['12.5', 4, '12.5000'],
  ['0.12345678', 4, '0.12345678'],
  ['1e-7', 0, '0.0000001'],
])('%s with at least %i decimals reads %s', (text, fewest, words) => {
  expect(formatQuantity(text, fewest)).toBe(words)
})

test('what is no number is a mistake of the caller', () => {
  expect(() => formatQuantity('many')).toThrow('Not a decimal number')
})
