// An order in the broker's list is ours by its terms: side, code, quantity, type and every part of its price.
import { dayTime, type OrderDraft, type OrderPrice } from '@clubfolio/domain'
import { describe, expect, test } from 'vitest'
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import { brokerOrder } from '../../testing/sample-rows.ts'
import { isOrderOf } from './match-order.ts'

const draft = (price: OrderPrice): OrderDraft => ({
  kind: 'ENTRY',
  terms: { symbol: 'ACME', instruction: 'BUY', quantity: '100', price, ...dayTime },
  exits: [],
})

const stop = draft({ type: 'STOP', stopPrice: '51.00' })
const trailing = draft({ type: 'TRAILING_STOP', trail: { offset: '2.50', unit: 'DOLLARS' } })
const trail = { offset: '2.5', unit: 'DOLLARS' } as const
const stopLimit = draft({ type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '52' })

describe('an order of the list is ours', () => {
  test.each<readonly [string, OrderDraft, Partial<BrokerOrder>]>([
    ['a stop', stop, {}],
    ['a limit', draft({ type: 'LIMIT', limitPrice: '50' }), { orderType: 'LIMIT', price: '50.00', stopPrice: null }],
    [
      'a market order, whose price is that of its fills',
      draft({ type: 'MARKET' }),
      { orderType: 'MARKET', price: '5' },
    ],
    ['a stop-limit', stopLimit, { orderType: 'STOP_LIMIT', price: '52' }],
    ['a trailing stop, wherever its stop is now', trailing, { orderType: 'TRAILING_STOP', trail }],
  ])('%s', (_what, own, more) => expect(isOrderOf(own, brokerOrder(more))).toBe(true))
})

describe('it is not', () => {
  test.each<readonly [string, OrderDraft, Partial<BrokerOrder>]>([
    ['with another stop', stop, { stopPrice: '51.01' }],
    ['without a stop', stop, { stopPrice: null }],
    ['of another limit behind the same stop', stopLimit, { orderType: 'STOP_LIMIT', price: '52.01' }],
    ['of a type that the ticket does not have, whatever its prices', stop, { orderType: 'TRAILING_STOP_LIMIT' }],
    ['of another type with the same price', stop, { orderType: 'LIMIT', price: '51' }],
    ['of another distance', trailing, { orderType: 'TRAILING_STOP', trail: { ...trail, offset: '2' } }],
    ['of a distance in percent', trailing, { orderType: 'TRAILING_STOP', trail: { ...trail, unit: 'PERCENT' } }],
    ['without a distance', trailing, { orderType: 'TRAILING_STOP' }],
    ['without a type', stop, { orderType: null }],
    ['of another size', stop, { quantity: '101' }],
    ['of several legs', stop, { legCount: 2 }],
  ])('%s', (_what, own, more) => expect(isOrderOf(own, brokerOrder(more))).toBe(false))
})
