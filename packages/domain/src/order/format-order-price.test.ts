import { expect, test } from 'vitest'
import { formatOrderPrice } from './format-order-price.ts'

test.each([
  ['45.5', '$45.50'],
  ['1', '$1.00'],
  ['1234.5', '$1,234.50'],
  ['0.5', '$0.5000'],
  ['0.0123', '$0.0123'],
])('%s reads as %s', (price, words) => {
  expect(formatOrderPrice(price)).toBe(words)
})
