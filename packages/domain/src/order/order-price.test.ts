// Prices of orders: what makes two of them equal, and how a type is built from parts.
import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import { hasPriceParts, isEqualPrice, pricePartsOf } from './order-price.ts'
import { describeOrderPrice, findOrderType, orderPriceOf, pricesNow } from './order-type.ts'

const nothing = { stopPrice: null, limitPrice: null, trail: null }
const trail = { offset: '2', unit: 'DOLLARS' } as const

test('a price takes the parts of its type and leaves the others', () => {
  const everything = { stopPrice: '51', limitPrice: '52', trail }
  expect([
    orderPriceOf('STOP', everything),
    orderPriceOf('TRAILING_STOP', everything),
    orderPriceOf('MARKET', everything),
  ]).toEqual([{ type: 'STOP', stopPrice: '51' }, { type: 'TRAILING_STOP', trail }, { type: 'MARKET' }])
  expect(pricePartsOf({ type: 'TRAILING_STOP', trail })).toEqual({ ...nothing, trail })
})

test('without one of its parts there is no price', () => {
  expect([
    orderPriceOf('STOP', { ...nothing, limitPrice: '52' }),
    orderPriceOf('STOP_LIMIT', { ...nothing, stopPrice: '51' }),
    orderPriceOf('TRAILING_STOP', nothing),
  ]).toEqual([null, null, null])
})

test('prices are equal by value, in type and in every part', () => {
  const trailing = (offset: string, unit: 'DOLLARS' | 'PERCENT') =>
    ({ type: 'TRAILING_STOP', trail: { offset, unit } }) as const
  expect(isEqualPrice(trailing('2', 'DOLLARS'), trailing('2.00', 'DOLLARS'))).toBe(true)
  expect([
    isEqualPrice(trailing('2', 'DOLLARS'), trailing('2', 'PERCENT')),
    isEqualPrice(trailing('2', 'DOLLARS'), trailing('2.01', 'DOLLARS')),
    isEqualPrice({ type: 'STOP', stopPrice: '51' }, { type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '52' }),
  ]).toEqual([false, false, false])
})

test('a trailing stop is where the last price puts it, and nowhere without one', () => {
  const price = { type: 'TRAILING_STOP', trail } as const
  const stopAt = (last: Decimal | null, isBuy: boolean) => pricesNow(price, { isBuy, last }).stop?.toFixed()
  expect([stopAt(new Decimal(50), false), stopAt(new Decimal(50), true), stopAt(null, false)]).toEqual([
    '48',
    '52',
    undefined,
  ])
  expect(describeOrderPrice(price)).toBe('at a stop that trails the price by $2.00')
})

test('a type of the brokerage that the ticket does not have is none of its types', () => {
  expect([findOrderType('TRAILING_STOP'), findOrderType('TRAILING_STOP_LIMIT'), findOrderType(null)]).toEqual([
    'TRAILING_STOP',
    undefined,
    undefined,
  ])
})

test('what a brokerage reports has all parts of a price, by value; it may have more', () => {
  const price = { type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '52' } as const
  expect(hasPriceParts(price, { stopPrice: '51.00', limitPrice: '52.0', trail: null })).toBe(true)
  expect(hasPriceParts(price, { stopPrice: '51', limitPrice: '52', trail })).toBe(true)
  expect(hasPriceParts(price, { stopPrice: '51', limitPrice: null, trail: null })).toBe(false)
  expect(hasPriceParts(price, { stopPrice: '51.01', limitPrice: '52', trail: null })).toBe(false)
  expect(hasPriceParts(price, { stopPrice: '51', limitPrice: '52.01', trail: null })).toBe(false)
  expect(hasPriceParts({ type: 'TRAILING_STOP', trail }, { ...nothing, stopPrice: '48' })).toBe(false)
  expect(hasPriceParts({ type: 'MARKET' }, nothing)).toBe(true)
  expect(pricePartsOf(price)).toEqual({ ...nothing, stopPrice: '51', limitPrice: '52' })
})

test('an equal price has the same type and the same parts', () => {
  const limit = (limitPrice: string) => ({ type: 'LIMIT', limitPrice }) as const
  expect([isEqualPrice(limit('51'), limit('51.0')), isEqualPrice(limit('51'), limit('52'))]).toEqual([true, false])
  expect(isEqualPrice({ type: 'MARKET' }, limit('51'))).toBe(false)
})
