import { expect, test } from 'vitest'
import { judgePrice, type PriceBasis } from './judge-price.ts'
import type { InstrumentTerms } from './rule-terms.ts'

const steps = (dollars: number): number => Math.round(dollars * 10_000)
const basis: PriceBasis = {
  day: '2026-03-04',
  closes: { PREVIOUS_CLOSE: steps(100), WEEK: steps(90), MONTH: null, QUARTER: steps(80), YEAR: steps(50) },
  yearHigh: steps(110),
  yearLow: steps(40),
  resistance: steps(105),
  support: steps(95),
  splitRatio: 1,
  atMs: Date.parse('2026-03-04T15:00:00Z'),
}
const judge = (terms: InstrumentTerms, dollars: number, changes: Partial<PriceBasis> = {}) =>
  judgePrice(terms, { ...basis, ...changes }, steps(dollars))
const word = (terms: InstrumentTerms, dollars: number, changes: Partial<PriceBasis> = {}) => {
  const sight = judge(terms, dollars, changes)
  return sight === null ? 'unknown' : sight.isMet ? 'met' : sight.isClear ? 'clear' : 'between'
}

test('a price above is met on the border, left half a percent below, and nothing in between', () => {
  const terms: InstrumentTerms = { kind: 'PRICE', direction: 'ABOVE', price: '100' }
  expect([99.5, 99.5001, 99.9999, 100, 250].map((price) => word(terms, price))).toEqual([
    'clear',
    'between',
    'between',
    'met',
    'met',
  ])
})

test('a price below is the mirror image', () => {
  const terms: InstrumentTerms = { kind: 'PRICE', direction: 'BELOW', price: '100' }
  expect([100.5, 100.4999, 100.0001, 100, 1].map((price) => word(terms, price))).toEqual([
    'clear',
    'between',
    'between',
    'met',
    'met',
  ])
})

test('a move counts from its base, exactly at the percent, and ends at four fifths of it', () => {
  const up: InstrumentTerms = { kind: 'MOVE', direction: 'UP', percent: '5', against: 'PREVIOUS_CLOSE', price: null }
  expect([104, 104.0001, 104.9999, 105].map((price) => word(up, price))).toEqual(['clear', 'between', 'between', 'met'])
  const down: InstrumentTerms = { ...up, direction: 'DOWN' }
  expect([96, 95.0001, 95].map((price) => word(down, price))).toEqual(['clear', 'between', 'met'])
  const week: InstrumentTerms = { ...up, against: 'WEEK' }
  expect([94.4999, 94.5].map((price) => word(week, price))).toEqual(['between', 'met'])
  expect(word({ ...up, against: 'MONTH' }, 1_000)).toBe('unknown')
  expect(word({ ...up, against: 'PRICE', price: '200' }, 210)).toBe('met')
})

test('a move to either side names the side, and is over only when both are left', () => {
  const either: InstrumentTerms = {
    kind: 'MOVE',
    direction: 'EITHER',
    percent: '5',
    against: 'PREVIOUS_CLOSE',
    price: null,
  }
  expect([95, 95.5, 100, 104.5, 105].map((price) => word(either, price))).toEqual([
    'met',
    'between',
    'clear',
    'between',
    'met',
  ])
  expect([judge(either, 105)!.occasion, judge(either, 95)!.occasion]).toEqual(['2026-03-04 UP', '2026-03-04 DOWN'])
})

test('a level is broken a cent beyond it; a found one is another occasion when it moves', () => {
  const found: InstrumentTerms = { kind: 'LEVEL', side: 'RESISTANCE', price: null }
  expect([105, 105.01].map((price) => word(found, price))).toEqual(['between', 'met'])
  expect(judge(found, 106)!.occasion).not.toBe(judge(found, 108, { resistance: steps(107) })!.occasion)
  expect(word(found, 106, { resistance: null })).toBe('unknown')
  expect([94.99, 95].map((price) => word({ kind: 'LEVEL', side: 'SUPPORT', price: null }, price))).toEqual([
    'met',
    'between',
  ])
  expect([120.01, 120].map((price) => word({ kind: 'LEVEL', side: 'RESISTANCE', price: '120' }, price))).toEqual([
    'met',
    'between',
  ])
})

test('an extreme of the year is reached when it is equalled', () => {
  expect([109.99, 110].map((price) => word({ kind: 'EXTREME', side: 'HIGH' }, price))).toEqual(['between', 'met'])
  expect([40.01, 40].map((price) => word({ kind: 'EXTREME', side: 'LOW' }, price))).toEqual(['between', 'met'])
  expect(word({ kind: 'EXTREME', side: 'LOW' }, 1, { yearLow: null })).toBe('unknown')
})

test('a split after the rule was set divides its own price, not what the market says', () => {
  expect(word({ kind: 'PRICE', direction: 'ABOVE', price: '400' }, 100, { splitRatio: 4 })).toBe('met')
  expect(word({ kind: 'LEVEL', side: 'RESISTANCE', price: '400' }, 100.01, { splitRatio: 4 })).toBe('met')
  expect(word({ kind: 'LEVEL', side: 'RESISTANCE', price: null }, 100.01, { splitRatio: 4 })).toBe('clear')
})
