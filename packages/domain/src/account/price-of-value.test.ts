import { expect, test } from 'vitest'
import { toCents } from '../kind.ts'
import { priceOfValue } from './price-of-value.ts'

test.each([
  ['100 shares', { marketValueCents: toCents(500_050n), quantity: '100', multiplier: 1 }, '50.005'],
  ['2 contracts', { marketValueCents: toCents(25_000n), quantity: 2, multiplier: 100 }, '1.25'],
  ['100 shares sold short', { marketValueCents: toCents(-400_000n), quantity: '-100', multiplier: 1 }, '40'],
])('%s', (_what, position, price) => {
  expect(priceOfValue(position).toString()).toBe(price)
})
