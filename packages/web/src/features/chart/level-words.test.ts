import { expect, it } from 'vitest'
import { foundLevels, pairLines, describeProof, describeTouches } from './level-words.ts'

const level = { origin: 'LEVEL', price: 47.6, days: ['2026-09-01', '2026-10-02', '2026-11-09'] } as const
const extreme = { origin: 'EXTREME', price: 44.2, days: ['2026-10-21'] } as const

it('says what proves a level', () => {
  expect(describeProof('Resistance', { ...level, days: [...level.days] })).toBe(
    'Resistance touched 3 times, last 2026-11-09.',
  )
  expect(describeProof('Support', { ...extreme, days: [...extreme.days] })).toBe(
    'Support: the lowest low of the last 20 sessions, first reached 2026-10-21.',
  )
})

it('marks every touched day on its line, and draws the stop that follows', () => {
  const lines = pairLines('long', {
    resistance: { ...level, days: [...level.days] },
    support: { ...extreme, days: [...extreme.days] },
  })
  expect(lines.resistance).toEqual({
    price: 47.6,
    note: 'touched 3 times',
    touchesMs: [Date.UTC(2026, 8, 1), Date.UTC(2026, 9, 2), Date.UTC(2026, 10, 9)],
  })
  expect(lines.stopLoss).toEqual({ price: 42.87, note: '3% below support' })
})

it('names the side of a level and counts its touches in words', () => {
  expect([1, 2, 3].map((count) => describeTouches('resistance', count))).toEqual([
    'Resistance, touched once',
    'Resistance, touched twice',
    'Resistance, touched 3 times',
  ])
  expect(describeTouches('support', 2)).toBe('Support, touched twice')
})

it('draws every level that counts as a resistance above the last close and as a support below it', () => {
  const pair = {
    resistance: { ...level, days: [...level.days] },
    support: { ...extreme, days: [...extreme.days] },
    fault: null,
  }
  const found = foundLevels({
    code: 'AAA',
    day: '2026-11-20',
    lastClose: 46,
    averageRange: 1,
    levels: [
      { price: 44.2, days: ['2026-10-21', '2026-11-02'] },
      { price: 47.6, days: [...level.days] },
    ],
    long: pair,
    short: pair,
  })
  expect(found.map(({ side, price, title, touchesMs }) => [side, price, title, touchesMs.length])).toEqual([
    ['resistance', 47.6, '3×', 3],
    ['support', 44.2, '2×', 2],
  ])
})
