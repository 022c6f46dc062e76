import { expect, test } from 'vitest'
import { sampleSale } from '../../testing/allocation-samples.ts'
import { sampleOrder } from '../../testing/samples.ts'
import { sentOrderOf } from './order-progress.ts'

const proposedMs = Date.parse('2026-03-04T15:00:00Z')
const sale = (orderId: string, orderType: 'MARKET' | 'STOP', afterMs: number) =>
  sampleOrder({
    orderId,
    code: 'FLUX',
    instruction: 'SELL',
    orderType,
    price: null,
    stopPrice: orderType === 'STOP' ? '48' : null,
    enteredTime: proposedMs + afterMs,
  })

test('the newest order of the instrument and side since the proposal is what was sent', () => {
  const orders = [sale('1', 'MARKET', -1), sale('2', 'MARKET', 5), sale('3', 'STOP', 9)]
  expect(sentOrderOf(sampleSale, orders, proposedMs)?.orderId).toBe('3')
  expect(sentOrderOf({ ...sampleSale, directionality: 'BUY' }, orders, proposedMs)).toBeUndefined()
})

test('a closed part is the order at the market, not the stop that was made smaller for it', () => {
  const orders = [sale('1', 'MARKET', 5), sale('2', 'STOP', 9)]
  expect(sentOrderOf({ ...sampleSale, closesPart: true }, orders, proposedMs)?.orderId).toBe('1')
  expect(sentOrderOf({ ...sampleSale, closesPart: true }, orders.slice(1), proposedMs)).toBeUndefined()
})
