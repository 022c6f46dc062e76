import { expect, it } from 'vitest'
import { pairLines, proofWords } from './level-words.ts'

const level = { origin: 'LEVEL', price: 47.6, days: ['2026-09-01', '2026-10-02', '2026-11-09'] } as const
const extreme = { origin: 'EXTREME', price: 44.2, days: ['2026-10-21'] } as const

it('says what proves a level', () => {
  expect(proofWords('Resistance', { ...level, days: [...level.days] })).toBe('Resistance touched 3 times, last 2026-11-09.')
  expect(proofWords('Support', { ...extreme, days: [...extreme.days] })).toBe('Support: the lowest low of the last 20 sessions, first reached 2026-10-21.')
})

it('marks every touched day on its line, and draws the stop that follows', () => {
  const lines = pairLines('long', { resistance: { ...level, days: [...level.days] }, support: { ...extreme, days: [...extreme.days] } })
  expect(lines.resistance).toEqual({ price: 47.6, note: 'touched 3 times', touchesMs: [Date.UTC(2026, 8, 1), Date.UTC(2026, 9, 2), Date.UTC(2026, 10, 9)] })
  expect(lines.stopLoss).toEqual({ price: 42.87, note: '3% below support' })
})
