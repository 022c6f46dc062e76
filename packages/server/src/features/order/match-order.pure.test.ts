// An order in the broker's list is ours by its terms: side, code, quantity, type and every part of its price.
import { dayTime, type EntryDraft, type OrderDraft, type OrderPrice } from '@clubfolio/domain'
import { describe, expect, test } from 'vitest'
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import { brokerOrder } from '../../testing/sample-rows.ts'
import { explainedReduction, isOrderOf } from './match-order.ts'

const draft = (price: OrderPrice): EntryDraft => ({
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
    ['of a smaller size that nothing explains', stop, { quantity: '99' }],
    ['of several legs', stop, { legCount: 2 }],
  ])('%s', (_what, own, more) => expect(isOrderOf(own, brokerOrder(more))).toBe(false))
})

describe('a part that its tree explains may be missing', () => {
  const exit = (more: Partial<BrokerOrder>): BrokerOrder => brokerOrder({ instruction: 'SELL', ...more })
  const exits = {
    stop: { ...stop.terms, instruction: 'SELL' },
    target: { ...stop.terms, instruction: 'SELL', price: { type: 'LIMIT', limitPrice: '60' } },
  } as const
  const ownStop: OrderDraft = { ...stop, terms: exits.stop }
  const target = (more: Partial<BrokerOrder>): BrokerOrder =>
    exit({ brokerId: '4', orderType: 'LIMIT', price: '60', stopPrice: null, ...more })
  const pairOf = (...children: readonly BrokerOrder[]): BrokerOrder =>
    brokerOrder({ brokerId: '2', strategy: 'OCO', symbol: null, quantity: null, children })
  const entryOf = (child: BrokerOrder, more: Partial<BrokerOrder> = {}): BrokerOrder =>
    brokerOrder({ strategy: 'TRIGGER', orderType: 'MARKET', stopPrice: null, children: [child], ...more })

  test('a stop reads smaller by what the target beside it has traded, wherever the pair is', () => {
    const smaller = exit({ brokerId: '3', quantity: '55' })
    const pair = pairOf(smaller, target({ filledQuantity: '45' }))
    for (const root of [pair, entryOf(pair, { status: 'FILLED', filledQuantity: '100' })]) {
      expect(isOrderOf(ownStop, smaller, explainedReduction(smaller, [root]))).toBe(true)
      expect(isOrderOf(ownStop, exit({ quantity: '54' }), explainedReduction(smaller, [root]))).toBe(false)
    }
  })

  test('a pair is recognised after a part of one of its orders', () => {
    const draft: OrderDraft = { kind: 'PAIR', orders: [exits.target, exits.stop] }
    const half = (quantity: string) => pairOf(exit({ brokerId: '3', quantity }), target({ filledQuantity: '45' }))
    expect(isOrderOf(draft, half('55'))).toBe(true)
    expect(isOrderOf(draft, half('54'))).toBe(false)
  })

  test('the stop of an entry that ended in part is for that part, and that of one that still fills is not', () => {
    const draft: OrderDraft = {
      kind: 'ENTRY',
      terms: { ...stop.terms, price: { type: 'MARKET' } },
      exits: [exits.stop],
    }
    const part = exit({ brokerId: '3', quantity: '40' })
    const ended = entryOf(part, { status: 'CANCELED', filledQuantity: '40' })
    expect(isOrderOf(draft, ended)).toBe(true)
    expect(isOrderOf(ownStop, part, explainedReduction(part, [ended]))).toBe(true)
    const going = entryOf(part, { filledQuantity: '40' })
    expect(isOrderOf(draft, going)).toBe(false)
    expect(isOrderOf(ownStop, part, explainedReduction(part, [going]))).toBe(false)
  })

  test('an order alone is never smaller', () => {
    const alone = exit({ quantity: '99' })
    expect(explainedReduction(alone, [alone]).toFixed()).toBe('0')
  })
})
