import { expect, test } from 'vitest'
import { describeCodes, describeGroup, describeHolding, formatR, formatTradePrice } from './journal-words.ts'

test.each<[number | null, string]>([
  [1.5, '+1.50 R'],
  [-1, '-1.00 R'],
  [0, '0.00 R'],
  [null, '--'],
])('R %s is %s', (r, words) => expect(formatR(r)).toBe(words))

test.each<[number | null, string]>([
  [53, '53.00'],
  [1.0625, '1.0625'],
  [0.105, '0.105'],
  [12345.6, '12,345.60'],
  [null, '--'],
])('a price of %s is %s', (price, words) => expect(formatTradePrice(price)).toBe(words))

test('codes of contracts are read, and the legs of a spread follow each other', () => {
  const [one, other] = ['AAPL  261218C00235000', 'AAPL  261218C00240000']
  expect(describeCodes({ codes: ['SPY'], underlying: 'SPY' })).toBe('SPY')
  expect(describeCodes({ codes: [one, other], underlying: 'AAPL' })).toBe(
    'AAPL 235 call 2026-12-18 / 240 call 2026-12-18',
  )
})

test.each<[number, string]>([
  [12 * 60_000 + 5_000, '12 min'],
  [5 * 3_600_000, '5 h'],
  [86_400_000, '1 day'],
  [38.4 * 86_400_000, '38 days'],
])('%s ms are %s', (ms, words) => expect(describeHolding({ openedAt: 0, closedAt: ms })).toBe(words))

test('keys of groups are words', () => {
  expect([
    describeGroup('weekday', '1'),
    describeGroup('side', 'SHORT'),
    describeGroup('holdingTime', 'WEEK'),
    describeGroup('tag', 'late'),
  ]).toEqual(['Monday', 'Short', '1 to 7 days', 'late'])
})
