import { expect, test } from 'vitest'
import { levelLines, placeLevel, savedLevels } from './levels.ts'

const both = { direction: 'long', resistance: 12, support: 10 } as const

test('a redraw moves the one line of that name', () => {
  expect(placeLevel(both, 'support', 11)).toEqual({ levels: { ...both, support: 11 }, isRefused: false })
  expect(placeLevel(both, 'support', undefined).levels.support).toBeUndefined()
})

test.each([
  ['resistance', 10],
  ['resistance', 9],
  ['support', 12],
  ['support', 13],
] as const)('a %s at %d is refused and its line is gone', (name, price) => {
  expect(placeLevel(both, name, price)).toEqual({ levels: { ...both, [name]: undefined }, isRefused: true })
})

test('the stop of a long position lies below the support, of a short one above the resistance', () => {
  expect(levelLines(both)).toEqual({
    resistance: { price: 12 },
    support: { price: 10 },
    stopLoss: { price: 9.7, note: '3% below support' },
  })
  expect(levelLines({ ...both, direction: 'short' }).stopLoss).toEqual({ price: 12.36, note: '3% above resistance' })
  expect(levelLines({ direction: 'long', resistance: 12 })).toEqual({ resistance: { price: 12 } })
})

test('saved lines are read back with their direction', () => {
  for (const direction of ['long', 'short'] as const)
    expect(savedLevels(levelLines({ ...both, direction }))).toEqual({ ...both, direction })
})
