// Orders in Alpaca's format, and the shapes that it does not take.
import {
  dayTime,
  type EntryDraft,
  entryWith,
  type LegsDraft,
  marketDay,
  type OrderDraft,
  type OrderTerms,
  restingTime,
} from '@clubfolio/domain'
import { describe, expect, test } from 'vitest'
import { attachFault, holdsExits, shapeFault, writeAlpacaOrder } from './write-order.ts'

const terms: OrderTerms = {
  symbol: 'ACME',
  instruction: 'BUY',
  quantity: '10',
  price: { type: 'LIMIT', limitPrice: '49.50' },
  ...restingTime,
}
const stop: OrderTerms = {
  ...terms,
  instruction: 'SELL',
  price: { type: 'STOP', stopPrice: '45' },
}
const draft = (more: Partial<OrderTerms> = {}, exit: OrderTerms | null = null): EntryDraft =>
  entryWith({ ...terms, ...more }, exit)
const option = 'ACME  261218C00235000'

describe('the body of an order', () => {
  test('has the side and what it does to the position, and our reference', () => {
    const sent = (instruction: OrderTerms['instruction']) => {
      const { side, position_intent: intent } = writeAlpacaOrder(draft({ instruction }), 'ours') as Record<
        string,
        unknown
      >
      return [side, intent]
    }
    expect(sent('BUY')).toEqual(['buy', 'buy_to_open'])
    expect(sent('SELL')).toEqual(['sell', 'sell_to_close'])
    expect(sent('SELL_SHORT')).toEqual(['sell', 'sell_to_open'])
    expect(sent('BUY_TO_COVER')).toEqual(['buy', 'buy_to_close'])
    expect(writeAlpacaOrder(draft(), 'ours')).toEqual({
      symbol: 'ACME',
      qty: '10',
      side: 'buy',
      position_intent: 'buy_to_open',
      type: 'limit',
      time_in_force: 'gtc',
      client_order_id: 'ours',
      limit_price: '49.50',
    })
  })

  test.each<[OrderTerms['price'], object]>([
    [{ type: 'MARKET' }, { type: 'market' }],
    [
      { type: 'STOP', stopPrice: '51' },
      { type: 'stop', stop_price: '51' },
    ],
    [
      { type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '52' },
      { type: 'stop_limit', stop_price: '51', limit_price: '52' },
    ],
    [
      { type: 'TRAILING_STOP', trail: { offset: '2', unit: 'DOLLARS' } },
      { type: 'trailing_stop', trail_price: '2' },
    ],
    [
      { type: 'TRAILING_STOP', trail: { offset: '1.5', unit: 'PERCENT' } },
      { type: 'trailing_stop', trail_percent: '1.5' },
    ],
  ])('has exactly the prices of its type: %j', (price, expected) => {
    const body = writeAlpacaOrder(draft({ price, duration: 'DAY' }), 'ours')
    const {
      symbol: _s,
      qty: _q,
      side: _d,
      position_intent: _i,
      client_order_id: _c,
      ...rest
    } = body as Record<string, unknown>
    expect(rest).toEqual({ time_in_force: 'day', ...expected })
  })

  test('writes an option without blanks', () => {
    expect(writeAlpacaOrder(draft({ symbol: option }), 'ours')).toMatchObject({ symbol: 'ACME261218C00235000' })
  })

  test('attaches an exit as one order that the entry triggers', () => {
    expect(writeAlpacaOrder(draft({}, stop), 'ours')).toMatchObject({
      order_class: 'oto',
      stop_loss: { stop_price: '45' },
    })
    const stopLimit = { ...stop, price: { type: 'STOP_LIMIT', stopPrice: '45', limitPrice: '44' } } as const
    expect(writeAlpacaOrder(draft({}, stopLimit), 'ours')).toMatchObject({
      stop_loss: { stop_price: '45', limit_price: '44' },
    })
    const target = { ...stop, price: { type: 'LIMIT', limitPrice: '60' } } as const
    expect(writeAlpacaOrder(draft({}, target), 'ours')).toMatchObject({ take_profit: { limit_price: '60' } })
  })

  test('gives a market entry for the day the lasting duration of its exit', () => {
    const market = draft({ price: { type: 'MARKET' }, duration: 'DAY' }, stop)
    expect(shapeFault(market)).toBeNull()
    expect(writeAlpacaOrder(market, 'ours')).toMatchObject({ time_in_force: 'gtc' })
  })
})

const trailing = { type: 'TRAILING_STOP', trail: { offset: '1', unit: 'DOLLARS' } } as const
const target = { ...stop, price: { type: 'LIMIT', limitPrice: '60' } } as const
const bracket = (exits: EntryDraft['exits'], more: Partial<OrderTerms> = {}): EntryDraft => ({
  kind: 'ENTRY',
  terms: { ...terms, ...more },
  exits,
})
const legs: LegsDraft = {
  kind: 'LEGS',
  legs: [
    { symbol: option, instruction: 'SELL_TO_OPEN', ratio: '1' },
    { symbol: 'ACME  261218C00245000', instruction: 'BUY_TO_OPEN', ratio: '1' },
  ],
  quantity: '2',
  price: { type: 'NET_CREDIT', net: '1.2' },
  ...dayTime,
}

describe('orders of several orders', () => {
  test('two exits are a bracket', () => {
    expect(writeAlpacaOrder(bracket([target, stop]), 'ours')).toMatchObject({
      order_class: 'bracket',
      type: 'limit',
      take_profit: { limit_price: '60' },
      stop_loss: { stop_price: '45' },
    })
  })

  test('a pair is an oco whose target leads', () => {
    expect(writeAlpacaOrder({ kind: 'PAIR', orders: [target, stop] }, 'ours')).toEqual({
      symbol: 'ACME',
      qty: '10',
      side: 'sell',
      position_intent: 'sell_to_close',
      type: 'limit',
      time_in_force: 'gtc',
      client_order_id: 'ours',
      order_class: 'oco',
      take_profit: { limit_price: '60' },
      stop_loss: { stop_price: '45' },
    })
  })

  test('several legs are an mleg; what they take in is a negative price', () => {
    expect(writeAlpacaOrder(legs, 'ours')).toEqual({
      order_class: 'mleg',
      qty: '2',
      type: 'limit',
      time_in_force: 'day',
      client_order_id: 'ours',
      limit_price: '-1.2',
      legs: [
        { symbol: 'ACME261218C00235000', ratio_qty: '1', side: 'sell', position_intent: 'sell_to_open' },
        { symbol: 'ACME261218C00245000', ratio_qty: '1', side: 'buy', position_intent: 'buy_to_open' },
      ],
    })
    expect(writeAlpacaOrder({ ...legs, price: { type: 'NET_ZERO' } }, 'ours')).toMatchObject({ limit_price: '0' })
    expect(writeAlpacaOrder({ ...legs, price: { type: 'MARKET' } }, 'ours')).not.toHaveProperty('limit_price')
  })

  test('regular and extended hours together are extended hours', () => {
    expect(writeAlpacaOrder(draft({ duration: 'DAY', session: 'SEAMLESS' }), 'ours')).toMatchObject({
      extended_hours: true,
    })
  })
})

describe('exits that Alpaca does not attach', () => {
  test.each<[string, EntryDraft, RegExp]>([
    [
      'a stop loss on an entry that waits for a stop',
      draft({ price: { type: 'STOP', stopPrice: '51' } }, stop),
      /stop/,
    ],
    ['a stop loss on an entry that trails', draft({ price: trailing }, stop), /market and limit orders only/],
    [
      'a bracket on an entry that waits for a stop',
      bracket([target, stop], { price: { type: 'STOP', stopPrice: '51' } }),
      /stop/,
    ],
    ['an exit that trails', draft({}, { ...stop, price: trailing }), /only a stop, stop limit or limit order/],
    ['an exit of another quantity', draft({}, { ...stop, quantity: '5' }), /same quantity/],
    ['an exit that would end with its entry', draft({ duration: 'DAY' }, stop), /lasts as long as its entry/],
    ['an exit of an entry in extended hours', draft({ duration: 'DAY', session: 'SEAMLESS' }, stop), /regular hours/],
  ])('%s is held by us', (_name, entry, words) => {
    expect([holdsExits(entry), shapeFault(entry)]).toEqual([false, null])
    expect(attachFault(entry)).toMatch(words)
  })

  test('what it attaches it holds itself', () => {
    for (const entry of [draft({}, stop), bracket([target, stop])]) expect(holdsExits(entry)).toBe(true)
  })
})

describe('a shape that Alpaca does not take', () => {
  test.each<[string, OrderDraft, RegExp]>([
    [
      'a target beside a stop that trails',
      bracket([target, { ...stop, price: trailing }]),
      /does not pair a stop that trails/,
    ],
    [
      'a pair with a stop that trails',
      { kind: 'PAIR', orders: [target, { ...stop, price: trailing }] },
      /does not pair/,
    ],
    ['a last day', draft({ goodTill: marketDay('2026-03-06') }), /good till a day/],
    ['the hours before regular ones', draft({ duration: 'DAY', session: 'AM' }), /regular and extended hours together/],
    [
      'shares among several legs',
      { ...legs, legs: [{ symbol: 'ACME', instruction: 'BUY', ratio: '100' }, legs.legs[0]!] },
      /options only/,
    ],
    ['several legs that last', { ...legs, ...restingTime }, /Choose Day/],
    ['a stop loss for options', draft({ symbol: option }, { ...stop, symbol: option }), /Place the order alone/],
    [
      'a stop for options',
      draft({ symbol: option, price: { type: 'STOP', stopPrice: '2' }, duration: 'DAY' }),
      /market and limit orders for options/,
    ],
    ['a lasting order for options', draft({ symbol: option }), /Choose Day/],
  ])('%s is refused with what to do instead', (_name, refused, words) => {
    expect(shapeFault(refused)).toMatch(words)
  })

  test('everything else is taken', () => {
    for (const taken of [draft(), draft({}, stop), draft({ symbol: option, duration: 'DAY' })])
      expect(shapeFault(taken)).toBeNull()
  })
})
