import type { InstrumentTrading } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import { describeOpenOrder, ownTrades, describePosition } from './own-trades.ts'

const order = (changes: Partial<InstrumentTrading['orders'][number]>): InstrumentTrading['orders'][number] => ({
  orderId: '7',
  parentOrderId: null,
  side: 'BUY',
  orderType: 'STOP',
  role: 'ENTRY',
  status: 'WORKING',
  quantity: 1200,
  price: 12,
  trail: null,
  cancelPrice: null,
  change: { orderId: '7', field: 'price' },
  fixed: null,
  ...changes,
})
const trading: InstrumentTrading = {
  code: 'AAA',
  isSameMarket: true,
  position: { quantity: -40, averagePrice: 10.5 },
  fills: [
    { id: 'a', time: Date.parse('2026-03-03T01:00:00Z'), day: '2026-03-02', side: 'SELL', quantity: 40, price: 10.5 },
  ],
  orders: [
    order({ cancelPrice: 11 }),
    order({ orderId: '8', side: 'SELL', role: 'STOP', status: 'AWAITING_PARENT_ORDER', price: 9 }),
    order({ orderId: '9', orderType: 'MARKET', price: null }),
  ],
}

test('orders are named by side, open quantity and what they do', () => {
  expect(trading.orders.map(describeOpenOrder)).toEqual([
    'Buy 1,200 trigger',
    'Sell 1,200 stop, waits for its entry',
    'Buy 1,200 at the market',
  ])
  expect(describeOpenOrder(order({ role: 'TARGET', side: 'SELL' }))).toBe('Sell 1,200 target')
  expect(describeOpenOrder(order({ orderType: 'LIMIT' }))).toBe('Buy 1,200 limit')
  expect(
    describeOpenOrder(
      order({
        orderType: 'TRAILING_STOP',
        role: 'STOP',
        side: 'SELL',
        price: null,
        trail: { offset: '2', unit: 'DOLLARS' },
      }),
    ),
  ).toBe('Sell 1,200 stop, trails by $2.00')
})

test('a position is long, short or none', () => {
  expect(
    [trading.position, { quantity: 1500, averagePrice: 1 }, { quantity: 0, averagePrice: 0 }, null].map(
      describePosition,
    ),
  ).toEqual(['Short 40', 'Long 1,500', 'No position', 'No position'])
})

test('lines are at the average, at each open price and at the price that cancels an entry', () => {
  expect(
    ownTrades(trading, '_D').lines.map(({ kind, price, title, isWaiting = false }) => [kind, price, title, isWaiting]),
  ).toEqual([
    ['average', 10.5, 'Short 40 at average', false],
    ['buy', 12, 'Buy 1,200 trigger', false],
    ['buy', 11, 'Gives up buy 1,200', true],
    ['sell', 9, 'Sell 1,200 stop, waits for its entry', true],
  ])
})

test('a fill after hours belongs to its trade date, and below a day to its instant', () => {
  expect(ownTrades(trading, '_W').fills[0]).toEqual({
    timeMs: Date.parse('2026-03-02T00:00:00Z'),
    side: 'sell',
    quantity: 40,
    price: 10.5,
  })
  expect(ownTrades(trading, '_5M').fills[0]?.timeMs).toBe(Date.parse('2026-03-03T01:00:00Z'))
})
