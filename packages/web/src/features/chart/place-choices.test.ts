import { describe, expect, test } from 'vitest'
import { placeChoices, type Place } from './place-choices.ts'

const place: Place = {
  code: 'SBLR',
  accountNumber: '8841-2207',
  price: 47.61,
  last: 50,
  held: 0,
  exits: [],
  levels: { direction: 'long' },
}
const labels = (changes: Partial<Place> = {}) => placeChoices({ ...place, ...changes }).map(({ label }) => label)
const [buy, sell] = [0, 1]

describe('what the + at the price axis offers', () => {
  test('below the last price a limit to buy and a stop to sell, above it the other way round', () => {
    expect(labels()).toEqual(['Buy limit at $47.61', 'Sell short stop at $47.61'])
    expect(labels({ price: 52 })).toEqual(['Buy stop at $52.00', 'Sell short limit at $52.00'])
    expect(labels({ price: 50 })).toEqual(['Buy limit at $50.00', 'Sell short limit at $50.00'])
    expect(labels({ last: undefined })).toEqual(['Buy limit at $47.61', 'Sell short limit at $47.61'])
  })

  test('is the stop of a long position below, its target above, the reverse for a short one: an action on all of it', () => {
    expect(labels({ held: 150 })).toEqual(['Buy limit at $47.61', 'Stop for 150 long at $47.61'])
    expect(labels({ held: 1_500, price: 60 })[sell]).toBe('Target for 1,500 long at $60.00')
    expect(labels({ held: -40, price: 52 })[buy]).toBe('Stop for 40 short at $52.00')
    const action = { code: 'SBLR', accountNumber: '8841-2207' }
    expect(placeChoices({ ...place, held: 150 })[sell]).toMatchObject({
      action: { ...action, choice: 'MOVE_STOP', price: '47.61' },
    })
    expect(placeChoices({ ...place, held: 150, price: 60 })[sell]).toMatchObject({
      action: { ...action, choice: 'SET_TARGET', price: '60.00' },
    })
  })

  test('leaves the exit out where moving the line of the only one does the same', () => {
    const stop = { role: 'STOP', quantity: 150, isMovable: true } as const
    const counts = (...exits: Place['exits']) => labels({ held: 150, exits }).length
    expect(counts(stop)).toBe(1)
    expect(counts({ ...stop, isMovable: false })).toBe(2)
    expect(counts({ ...stop, quantity: 50 })).toBe(2)
    expect(counts(stop, { ...stop, quantity: 50 })).toBe(2)
    expect(counts({ ...stop, role: 'TARGET' })).toBe(2)
  })

  test('opens with the stop loss of the chart, a stop also with the level that gives it up', () => {
    const levels = { direction: 'long', support: 46, resistance: 54 } as const
    expect(placeChoices({ ...place, levels })[buy]).toEqual({
      label: 'Buy limit at $47.61, stop loss $44.62',
      side: 'buy',
      ticket: {
        code: 'SBLR',
        accountNumber: '8841-2207',
        directionality: 'BUY',
        orderType: 'LIMIT',
        price: '47.61',
        stopPrice: '44.62',
      },
    })
    expect(placeChoices({ ...place, levels, price: 54.5 })[buy]).toMatchObject({
      ticket: { orderType: 'STOP', stopPrice: '44.62', cancelPrice: '46.00' },
    })
    const short = { direction: 'short', resistance: 54, support: 46 } as const
    expect(placeChoices({ ...place, levels: short })[sell]).toMatchObject({
      ticket: { directionality: 'SELL_SHORT', stopPrice: '55.62', cancelPrice: '54.00' },
    })
  })

  test('leaves out a stop loss that would not protect this entry', () => {
    const levels = { direction: 'long', support: 46 } as const
    expect(labels({ levels, price: 44 })[buy]).toBe('Buy limit at $44.00')
    expect(labels({ levels })[sell]).toBe('Sell short stop at $47.61')
  })
})
