import type { Order } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import { sampleOrder } from '../../testing/samples.ts'
import { describeCancelAll, cancellableAlone, cancelProgress, isProgressOver, isProtectingStop } from './cancel-all.ts'

const order = (orderId: string, more: Partial<Order> = {}): Order =>
  sampleOrder({
    orderId,
    duration: 'DAY',
    orderType: 'LIMIT',
    price: '50',
    stopPrice: null,
    accountNumber: '1001',
    ...more,
  })
const stop = (orderId: string, more: Partial<Order> = {}): Order =>
  order(orderId, { orderType: 'STOP', instruction: 'SELL', brokerInstruction: 'SELL', ...more })

test('a child goes with its open parent, and is counted by itself when the parent is over or a pair', () => {
  const orders = [
    order('1'),
    stop('2', { parentOrderId: '1', status: 'AWAITING_PARENT_ORDER' }),
    order('3', { status: 'FILLED' }),
    stop('4', { parentOrderId: '3' }),
    order('5', { code: null, strategy: 'OCO' }),
    stop('6', { parentOrderId: '5' }),
    order('7', { status: 'UNKNOWN' }),
  ]
  expect(cancellableAlone(orders).map(({ orderId }) => orderId)).toEqual(['1', '4', '6'])
})

test('the stops among them are counted as protection; an entry by a stop is none', () => {
  expect(
    [
      order('1', { orderType: 'STOP' }),
      stop('2'),
      stop('3', { orderType: 'TRAILING_STOP', brokerInstruction: 'BUY_TO_COVER' }),
      order('4', { brokerInstruction: 'SELL' }),
    ].map(isProtectingStop),
  ).toEqual([false, true, true, false])
  const orders = [order('1'), order('2'), stop('3'), stop('4')]
  expect(describeCancelAll(orders, false)).toBe(
    '4 orders will be cancelled. 2 of them are stops that protect positions. Positions stay open without a stop.',
  )
  expect(describeCancelAll(orders, true)).toBe('2 orders will be cancelled. 2 stops keep working.')
  expect(describeCancelAll([order('1')], false)).toBe(
    '1 order will be cancelled. None of them is a stop that protects a position.',
  )
  expect(describeCancelAll([stop('1')], false)).toBe(
    '1 order will be cancelled. It is a stop that protects a position. Positions stay open without a stop.',
  )
})

test('each order says how far it is, and in the end what became of it', () => {
  const before = ([undefined, 'FILLED', 'PENDING_CANCEL', 'UNKNOWN', 'WORKING'] as const).map((status) =>
    cancelProgress('1', status, undefined),
  )
  expect(before).toEqual([
    { step: 'CLOSED', words: 'No longer open' },
    { step: 'CLOSED', words: 'No longer open' },
    { step: 'CANCELLING', words: 'Being cancelled…' },
    { step: 'WAITING', words: 'Cancelling…' },
    { step: 'WAITING', words: 'Cancelling…' },
  ])
  expect(before.map(isProgressOver)).toEqual([true, true, false, false, false])
  expect(cancelProgress('1', undefined, [{ orderId: '1', outcome: 'CANCELLED', message: '' }]).words).toBe('Cancelled')
  expect(
    cancelProgress('1', 'WORKING', [{ orderId: '1', outcome: 'UNKNOWN', message: 'The answer was lost.' }]),
  ).toEqual({
    step: 'UNKNOWN',
    words: 'Not known yet: The answer was lost.',
  })
})
