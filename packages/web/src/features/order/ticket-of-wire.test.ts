import { OrderEntry, OrderEntryWithTrigger, type OrderToPreview, type PairToPreview } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ticketOfWire } from '../../kernel/ticket-of-wire.ts'
import { orderOf, startForm } from './ticket-form.ts'

const entry: OrderToPreview = {
  ticket: 'SBLR',
  quantity: '147',
  directionality: 'BUY',
  accountNumber: '1001',
  price: '47.61',
  orderType: 'LIMIT',
  duration: 'DAY',
}
const stop = { childQuantity: '120', childDirectionality: 'SELL', childPrice: '42.87', childOrderType: 'STOP' } as const

test.each([
  ['a limit order for the day', { ...entry }],
  ['a limit order until it is cancelled', { ...entry, duration: 'GOOD_TILL_CANCEL' }],
  ['a market order', { ...entry, orderType: 'MARKET', price: null }],
  ['a trailing stop', { ...entry, orderType: 'TRAILING_STOP', price: null, trail: { offset: '2.5', unit: 'PERCENT' } }],
  ['a stop-limit order', { ...entry, orderType: 'STOP_LIMIT', limitPrice: '48.1' }],
  ['an entry with a stop for a part of it', { ...entry, ...stop, cancelPrice: null }],
  ['an entry that is given up at a price', { ...entry, ...stop, orderType: 'STOP', cancelPrice: '44.2' }],
  [
    'a short entry',
    {
      ...entry,
      ...stop,
      directionality: 'SELL_SHORT',
      childDirectionality: 'BUY',
      childPrice: '50.5',
      cancelPrice: null,
    },
  ],
  ['a bracket', { ...entry, ...stop, cancelPrice: null, targetPrice: '52' }],
  [
    'an entry with a stop that trails',
    {
      ...entry,
      ...stop,
      childPrice: null,
      childOrderType: 'TRAILING_STOP',
      childTrail: { offset: '4', unit: 'PERCENT' },
      cancelPrice: null,
    },
  ],
  ['an entry with a target alone', { ...entry, ...stop, childOrderType: 'LIMIT', childPrice: '52', cancelPrice: null }],
  ['an order till a day', { ...entry, duration: 'GOOD_TILL_CANCEL', goodTill: '2026-03-20' }],
  ['an order before the open', { ...entry, session: 'AM' }],
] as const)('what was sent opens as the same ticket: %s', (_what, order: OrderToPreview) => {
  const sent =
    order.childPrice === undefined
      ? { call: 'order.putOrder', wire: z.encode(OrderEntry, { ...order, answered: [] }) }
      : { call: 'order.putOrderWithTrigger', wire: z.encode(OrderEntryWithTrigger, order as OrderEntryWithTrigger) }
  expect(orderOf(startForm(ticketOfWire(sent.call, JSON.parse(JSON.stringify(sent.wire)))!, 'another'))).toEqual(order)
})

test('a pair that was sent opens as the same pair', () => {
  const pair: PairToPreview = {
    ticket: 'SBLR',
    quantity: '100',
    directionality: 'SELL',
    accountNumber: '1001',
    targetPrice: '56',
    stopOrderType: 'STOP_LIMIT',
    stopPrice: '48',
    stopLimitPrice: '47.5',
    duration: 'GOOD_TILL_CANCEL',
  }
  expect(orderOf(startForm(ticketOfWire('order.putOrderPair', pair)!, 'another'))).toEqual(pair)
})

test('any other call opens no ticket', () => {
  expect(ticketOfWire('order.cancelOrder', { orderId: '1' })).toBeUndefined()
})
