// The price of an order in the fields of our calls, there and back.
import { type OrderPrice, ticketOrderTypes } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { findPriceField, priceFieldsOf, readPrice, writePrice } from './order-price.ts'

const prices: { readonly [T in OrderPrice['type']]: OrderPrice<T> } = {
  STOP: { type: 'STOP', stopPrice: '51' },
  LIMIT: { type: 'LIMIT', limitPrice: '52' },
  MARKET: { type: 'MARKET' },
  STOP_LIMIT: { type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '52' },
  TRAILING_STOP: { type: 'TRAILING_STOP', trail: { offset: '2', unit: 'DOLLARS' } },
  EXERCISE: { type: 'EXERCISE' },
}

test.each(ticketOrderTypes)('a %s is written and read back', (type) => {
  expect(readPrice(type, writePrice(prices[type]))).toEqual(prices[type])
})

test('the first price is `price`, a limit behind a stop is `limitPrice`', () => {
  expect([writePrice(prices.LIMIT), writePrice(prices.STOP_LIMIT)]).toMatchObject([
    { price: '52', limitPrice: null },
    { price: '51', limitPrice: '52' },
  ])
  expect([priceFieldsOf('STOP_LIMIT').map(({ label }) => label), findPriceField('STOP', 'limitPrice')]).toEqual([
    ['Stop Price', 'Limit Price'],
    undefined,
  ])
})

test('without one of its parts there is no price; a part of another type counts as not given', () => {
  expect([readPrice('STOP_LIMIT', { price: '51' }), readPrice('LIMIT', { price: null })]).toEqual([null, null])
  expect(readPrice('STOP', { price: '51', limitPrice: '52' })).toEqual(prices.STOP)
})
