// What the steps behind a cancelled exit still close after it has closed a part itself.
import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import { dayTime, type OrderTerms, restingTime, singleOrder } from '../order/order-draft.ts'
import type { OrderPrice } from '../order/order-price.ts'
import type { ActionStep } from './action-step.ts'
import { withoutClosed } from './without-closed.ts'

const symbol = 'ACME'
const terms = (quantity: string, price: OrderPrice, more: Partial<OrderTerms> = {}): OrderTerms => ({
  symbol,
  instruction: 'SELL',
  quantity,
  price,
  ...(price.type === 'MARKET' ? dayTime : restingTime),
  ...more,
})
const stop: OrderPrice = { type: 'STOP', stopPrice: '48' }
const target: OrderPrice = { type: 'LIMIT', limitPrice: '60' }
const sale = (quantity: string): ActionStep => ({
  kind: 'PLACE',
  symbol,
  order: singleOrder(terms(quantity, { type: 'MARKET' })),
  waitsForFlat: false,
})
const pair = (quantity: string): ActionStep => ({
  kind: 'PLACE',
  symbol,
  order: { kind: 'PAIR', orders: [terms(quantity, stop), terms(quantity, target)] },
  waitsForFlat: false,
})
const smaller: ActionStep = {
  kind: 'REPLACE',
  symbol,
  orderId: '7',
  filled: '0',
  order: singleOrder(terms('50', stop)),
}
const conversion = (quantity: string): ActionStep => ({
  kind: 'REPLACE',
  symbol,
  orderId: '8',
  filled: '0',
  order: singleOrder(terms(quantity, { type: 'MARKET' })),
})
const opening: ActionStep = {
  kind: 'PLACE',
  symbol,
  order: singleOrder(terms('100', { type: 'MARKET' }, { instruction: 'SELL_SHORT' })),
  waitsForFlat: true,
}
const without = (closed: number, ...steps: ActionStep[]) => withoutClosed(steps, new Decimal(closed))

test('a market order, a pair, and a market order in the place of a stop are for that much less', () => {
  expect(without(30, sale('100'))).toEqual([sale('70')])
  expect(without(30, pair('100'))).toEqual([pair('70')])
  expect(without(30, conversion('100'))).toEqual([conversion('70')])
})

test('a stop that becomes smaller, and the other side of a reversal, stay as they are', () => {
  expect(without(30, smaller, sale('50'), opening)).toEqual([smaller, sale('20'), opening])
})

test('a step of which nothing is left is none, and the step behind it is for what remains', () => {
  expect(without(40, sale('40'), opening)).toEqual([null, opening])
  expect(without(50, sale('40'), sale('60'), sale('10'))).toEqual([null, sale('50'), sale('10')])
})
