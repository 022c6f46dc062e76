// Replacements as changes of one order, and what Alpaca does not change.
import { entryWith, type OrderTerms, restingTime } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { AlpacaOrderAnswer } from './read-order.ts'
import { writeReplacement } from './replace-order.ts'

const wire = (more: object = {}) => ({
  id: 'a',
  symbol: 'ACME',
  asset_class: 'us_equity',
  type: 'limit',
  side: 'buy',
  time_in_force: 'gtc',
  qty: '10',
  filled_qty: '0',
  limit_price: '50',
  status: 'new',
  submitted_at: '2026-03-04T15:00:00Z',
  ...more,
})
const terms: OrderTerms = {
  symbol: 'ACME',
  instruction: 'BUY',
  quantity: '10',
  price: { type: 'LIMIT', limitPrice: '50.00' },
  ...restingTime,
}
const stop: OrderTerms = { ...terms, instruction: 'SELL', price: { type: 'STOP', stopPrice: '45' } }
const stopLeg = wire({ id: 's', type: 'stop', side: 'sell', limit_price: null, stop_price: '45' })
const written = (order: object, draft: Partial<OrderTerms>, child: OrderTerms | null = null) =>
  writeReplacement(AlpacaOrderAnswer.parse(order), entryWith({ ...terms, ...draft }, child), 'ours')

test('a change names what differs, and our reference', () => {
  expect(written(wire(), { quantity: '7', price: { type: 'LIMIT', limitPrice: '48' }, duration: 'DAY' })).toEqual({
    body: { qty: '7', limit_price: '48', time_in_force: 'day', client_order_id: 'ours' },
  })
  expect(written(wire(), {})).toEqual({ body: { client_order_id: 'ours' } })
})

test('a trail is changed in its own unit', () => {
  const trailing = wire({ type: 'trailing_stop', limit_price: null, trail_price: '2' })
  const to = (unit: 'DOLLARS' | 'PERCENT') =>
    written(trailing, { price: { type: 'TRAILING_STOP', trail: { offset: '3', unit } } })
  expect(to('DOLLARS')).toEqual({ body: { trail: '3', client_order_id: 'ours' } })
  expect(to('PERCENT')).toEqual({ reason: expect.stringContaining('place a new one') as string })
})

test('the price of an entry is changed alone; its quantity and its exit are not', () => {
  const entry = wire({ order_class: 'oto', legs: [stopLeg] })
  expect(written(entry, { price: { type: 'LIMIT', limitPrice: '48' } }, stop)).toEqual({
    body: { limit_price: '48', client_order_id: 'ours' },
  })
  expect(written(entry, { quantity: '7' }, { ...stop, quantity: '10' })).toEqual({
    reason: expect.stringContaining('not its quantity') as string,
  })
  const moved = { ...stop, price: { type: 'STOP', stopPrice: '44' } } as const
  expect(written(entry, {}, moved)).toEqual({ reason: expect.stringContaining('one order at a time') as string })
})

test('the side, the type and an order that is filled in part are not changed', () => {
  for (const refused of [
    written(wire(), { instruction: 'SELL' }),
    written(wire(), { price: { type: 'STOP', stopPrice: '51' } }),
    written(wire({ filled_qty: '4' }), { quantity: '6' }),
  ])
    expect(refused).toEqual({ reason: expect.stringContaining('Cancel the order') as string })
})
