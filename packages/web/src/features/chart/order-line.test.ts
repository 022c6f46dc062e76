import type { InstrumentTrading } from '@clubfolio/contract'
import { describe, expect, test } from 'vitest'
import { formatOrderResult, isCancellable, orderMove, previewOrderMove, resultAt } from './order-line.ts'

type Order = InstrumentTrading['orders'][number]
const stop: Order = {
  orderId: '8',
  parentOrderId: null,
  side: 'SELL',
  orderType: 'STOP',
  role: 'STOP',
  status: 'WORKING',
  quantity: 150,
  price: 47.06,
  trail: null,
  cancelPrice: null,
}
const entry: Order = { ...stop, orderId: '7', side: 'BUY', role: 'ENTRY', price: 51 }
const child: Order = { ...stop, parentOrderId: '7', status: 'AWAITING_PARENT_ORDER' }
const long = { position: { quantity: 150, averagePrice: 50 }, orders: [stop] }
const waiting = { position: null, orders: [entry, child] }

describe('what a line of an order means', () => {
  test('a stop and a target gain or lose against the average, a child against its entry', () => {
    expect(formatOrderResult(resultAt(stop, long, 47.06)!)).toBe('-$441.00')
    expect(formatOrderResult(resultAt({ ...stop, role: 'TARGET', orderType: 'LIMIT' }, long, 58.2)!)).toBe('+$1,230.00')
    expect(formatOrderResult(resultAt(child, waiting, 49)!)).toBe('-$300.00')
    const short = { position: { quantity: -150, averagePrice: 50 }, orders: [] }
    expect(formatOrderResult(resultAt({ ...stop, side: 'BUY' }, short, 52)!)).toBe('-$300.00')
  })

  test('an entry has no result: its distance from the last price is said instead', () => {
    expect(resultAt(entry, long, 51)).toBeUndefined()
    expect(previewOrderMove(entry, long, { price: 51, last: 50 })).toEqual({ note: '2.00% above the last price' })
    expect(previewOrderMove({ ...entry, orderType: 'LIMIT' }, long, { price: 49, last: 50 })).toEqual({
      note: '2.00% below the last price',
    })
    expect(previewOrderMove(entry, long, { price: 51, last: undefined })).toEqual({ note: '' })
  })

  test('a stop on the wrong side of the market is refused before it is sent, a limit is not', () => {
    expect(previewOrderMove(stop, long, { price: 50.2, last: 50 }).refusal).toBe(
      'A sell stop has to be below the last price of $50.00',
    )
    expect(previewOrderMove(stop, long, { price: 49.99, last: 50 }).refusal).toBeUndefined()
    expect(previewOrderMove(entry, long, { price: 50, last: 50 }).refusal).toBe(
      'A buy stop has to be above the last price of $50.00',
    )
    expect(previewOrderMove(child, waiting, { price: 51, last: 60 }).refusal).toBe(
      'A sell stop has to be below the entry of $51.00',
    )
    expect(
      previewOrderMove({ ...stop, orderType: 'LIMIT', role: 'TARGET' }, long, { price: 49, last: 50 }).refusal,
    ).toBeUndefined()
  })
})

describe('which order a line moves', () => {
  test('its own, and for a stop that waits for an entry the entry with its stop', () => {
    expect(orderMove(stop, long)).toEqual({ orderId: '8', moved: 'price' })
    expect(orderMove(child, waiting)).toEqual({ orderId: '7', moved: 'childPrice' })
  })

  test('none for a trailing stop, one that is being changed, and one of several that wait', () => {
    expect(orderMove({ ...stop, trail: { offset: '2', unit: 'DOLLARS' } }, long)).toBeUndefined()
    expect(orderMove({ ...stop, status: 'PENDING_REPLACE' }, long)).toBeUndefined()
    expect(orderMove({ ...stop, price: null }, long)).toBeUndefined()
    expect(orderMove(child, { orders: [entry, child, { ...child, orderId: '9', role: 'TARGET' }] })).toBeUndefined()
    expect(orderMove({ ...child, parentOrderId: 'gone' }, { orders: [child] })).toBeUndefined()
  })

  test('only a working or queued order is cancelled by its line', () => {
    expect([stop, { ...stop, status: 'QUEUED' as const }, child].map(isCancellable)).toEqual([true, true, false])
  })
})
