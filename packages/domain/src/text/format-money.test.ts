import { assert, bigInt, property } from 'fast-check'
import { expect, it } from 'vitest'
import { formatMoney, moneySign } from './format-money.ts'

it.each([
  [123_456n, '$1,234.56'],
  [-123_456n, '-$1,234.56'],
  [0n, '$0.00'],
  [5n, '$0.05'],
  [-5n, '-$0.05'],
  [99_999_999_999_999_999n, '$999,999,999,999,999.99'],
  ['1234.5', '$1,234.50'],
  ['-804', '-$804.00'],
  ['0.005', '$0.01'],
  ['-0.004', '$0.00'],
  ['1e3', '$1,000.00'],
  ['9007199254740993.01', '$9,007,199,254,740,993.01'],
])('writes %s as %s', (value, words) => {
  expect(formatMoney(value)).toBe(words)
})

it('writes an absent value as two hyphens', () => {
  expect(formatMoney(undefined)).toBe('--')
  expect(formatMoney(null)).toBe('--')
})

it('gives a sign where asked, but never to zero', () => {
  expect(formatMoney(250_000n, { isSigned: true })).toBe('+$2,500.00')
  expect(formatMoney(-400_000n, { isSigned: true })).toBe('-$4,000.00')
  expect(formatMoney(0n, { isSigned: true })).toBe('$0.00')
})

it('writes prices with their own decimals and without dollar sign', () => {
  expect(formatMoney('11.79327', { decimals: 4 })).toBe('$11.7933')
  expect(formatMoney('388.02', { isPlain: true })).toBe('388.02')
  expect(formatMoney(123_456n, { decimals: 0 })).toBe('$1,235')
})

it('writes another currency than dollars with its code behind the amount', () => {
  expect(formatMoney(123_456n, { currency: 'EUR' })).toBe('1,234.56 EUR')
  expect(formatMoney('-804', { currency: 'CHF' })).toBe('-804.00 CHF')
  expect(formatMoney(250_000n, { currency: 'EUR', isSigned: true })).toBe('+2,500.00 EUR')
  expect(formatMoney(123_456n, { currency: 'EUR', isPlain: true })).toBe('1,234.56')
  expect(formatMoney(123_456n, { currency: 'USD' })).toBe('$1,234.56')
})

it('refuses words that are no number', () => {
  expect(() => formatMoney('12,5')).toThrow('Not a decimal number')
})

it('never loses a cent', () => {
  assert(
    property(bigInt(-(10n ** 18n), 10n ** 18n), (cents) => {
      const back = BigInt(formatMoney(cents).replaceAll(/[$,.]/g, ''))
      expect(back).toBe(cents)
      expect(moneySign(cents)).toBe(cents === 0n ? 0 : cents < 0n ? -1 : 1)
    }),
  )
})
