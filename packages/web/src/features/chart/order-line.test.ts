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
  change: { orderId: '8', field: 'price' },
  fixed: null,
}
const entry: Order = { ...stop, orderId: '7', side: 'BUY', role: 'ENTRY', price: 51 }
const child: Order = {
  ...stop,
  parentOrderId: '7',
  status: 'AWAITING_PARENT_ORDER',
  change: { orderId: '7', field: 'childPrice' },
}
const target: Order = {
  ...child,
  orderId: '9',
  role: 'TARGET',
  orderType: 'LIMIT',
  price: 58,
  change: { orderId: '7', field: 'targetPrice' },
}
const long = { position: { quantity: 150, averagePrice: 50 }, orders: [stop] }
const waiting = { position: null, orders: [entry, child, target] }

describe('what a line of an order means', () => {
  test('a stop and a target gain or lose against the average, a child against its entry', () => {
    expect(formatOrderResult(resultAt(stop, long, 47.06)!)).toBe('-$441.00')
    expect(formatOrderResult(resultAt({ ...stop, role: 'TARGET', orderType: 'LIMIT' }, long, 58.2)!)).toBe('+$1,230.00')
    expect(formatOrderResult(resultAt(child, waiting, 49)!)).toBe('-$300.00')
    expect(formatOrderResult(resultAt(target, waiting, 58)!)).toBe('+$1,050.00')
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
    expect(previewOrderMove(target, waiting, { price: 51, last: 60 }).refusal).toBe(
      'A sell target has to be above the entry of $51.00',
    )
    expect(previewOrderMove(target, waiting, { price: 51.01, last: 60 }).refusal).toBeUndefined()
  })
})

describe('which order a line moves', () => {
  test('its own, or the entry with the stop and the target that wait for it, as the brokerage replaces them', () => {
    expect([stop, child, target].map(orderMove)).toEqual([
      { orderId: '8', moved: 'price' },
      { orderId: '7', moved: 'childPrice' },
      { orderId: '7', moved: 'targetPrice' },
    ])
  })

  test('none for an order that stays where it is, and for one without a price', () => {
    expect(
      orderMove({ ...stop, change: { orderId: '8', field: null }, fixed: 'It follows the market.' }),
    ).toBeUndefined()
    expect(orderMove({ ...stop, price: null })).toBeUndefined()
  })

  test('only a working or queued order is cancelled by its line', () => {
    expect([stop, { ...stop, status: 'QUEUED' as const }, child].map(isCancellable)).toEqual([true, true, false])
  })
})
