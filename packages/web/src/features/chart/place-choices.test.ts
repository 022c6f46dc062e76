import { describe, expect, test } from 'vitest'
import { placeChoices, type Place } from './place-choices.ts'

const place: Place = {
  code: 'SBLR',
  accountNumber: '8841-2207',
  price: 47.61,
  last: 50,
  held: 0,
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

  test('closes the position with its quantity: a stop below a long one, a target above, the reverse for a short one', () => {
    expect(labels({ held: 150 })).toEqual(['Buy limit at $47.61', 'Sell 150 stop at $47.61'])
    expect(labels({ held: 1_500, price: 60 })[sell]).toBe('Sell 1,500 limit at $60.00')
    expect(labels({ held: -40, price: 52 })[buy]).toBe('Buy to cover 40 stop at $52.00')
    expect(placeChoices({ ...place, held: 150 })[sell]!.request).toEqual({
      code: 'SBLR',
      accountNumber: '8841-2207',
      directionality: 'SELL',
      orderType: 'STOP',
      price: '47.61',
      quantity: '150',
    })
  })

  test('opens with the stop loss of the chart, a stop also with the level that gives it up', () => {
    const levels = { direction: 'long', support: 46, resistance: 54 } as const
    expect(placeChoices({ ...place, levels })[buy]).toEqual({
      label: 'Buy limit at $47.61, stop loss $44.62',
      side: 'buy',
      request: {
        code: 'SBLR',
        accountNumber: '8841-2207',
        directionality: 'BUY',
        orderType: 'LIMIT',
        price: '47.61',
        stopPrice: '44.62',
      },
    })
    expect(placeChoices({ ...place, levels, price: 54.5 })[buy]!.request).toMatchObject({
      orderType: 'STOP',
      stopPrice: '44.62',
      cancelPrice: '46.00',
    })
    const short = { direction: 'short', resistance: 54, support: 46 } as const
    expect(placeChoices({ ...place, levels: short })[sell]!.request).toMatchObject({
      directionality: 'SELL_SHORT',
      stopPrice: '55.62',
      cancelPrice: '54.00',
    })
  })

  test('leaves out a stop loss that would not protect this entry', () => {
    const levels = { direction: 'long', support: 46 } as const
    expect(labels({ levels, price: 44 })[buy]).toBe('Buy limit at $44.00')
    expect(labels({ levels })[sell]).toBe('Sell short stop at $47.61')
    expect(labels({ levels, held: -40 })[buy]).toBe('Buy to cover 40 limit at $47.61')
  })
})
