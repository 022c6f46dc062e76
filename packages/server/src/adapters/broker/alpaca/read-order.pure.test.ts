// Orders of the wire that our own tickets cannot make: brackets, pairs, several legs, and statuses in between.
import { describe, expect, test } from 'vitest'
import { AlpacaOrderAnswer, wireIdOf } from './read-order.ts'

const wire = (more: object = {}): object => ({
  id: 'a',
  client_order_id: 'ours',
  symbol: 'ACME',
  asset_class: 'us_equity',
  order_class: '',
  type: 'limit',
  side: 'buy',
  position_intent: 'buy_to_open',
  time_in_force: 'gtc',
  qty: '10',
  filled_qty: '0',
  filled_avg_price: null,
  limit_price: '50',
  stop_price: null,
  trail_price: null,
  trail_percent: null,
  status: 'new',
  submitted_at: '2026-03-04T15:00:00.123456789Z',
  created_at: '2026-03-04T15:00:00Z',
  filled_at: null,
  canceled_at: null,
  legs: null,
  ...more,
})
const read = (more: object = {}) => AlpacaOrderAnswer.parse(wire(more))
const exits = (status: { readonly target: string; readonly stop: string }) => [
  wire({ id: 't', side: 'sell', position_intent: 'sell_to_close', limit_price: '60', status: status.target }),
  wire({
    id: 's',
    side: 'sell',
    position_intent: 'sell_to_close',
    type: 'stop',
    limit_price: null,
    stop_price: '45',
    status: status.stop,
  }),
]

describe('an order with exits', () => {
  test('of one exit holds it; it waits for the entry', () => {
    const [, stop] = exits({ target: 'held', stop: 'held' })
    expect(read({ order_class: 'oto', legs: [stop] })).toMatchObject({
      strategy: 'TRIGGER',
      children: [{ brokerId: 's', orderType: 'STOP', stopPrice: '45', price: null, status: 'AWAITING_PARENT_ORDER' }],
    })
  })

  test('of two exits holds a pair of which one cancels the other', () => {
    expect(read({ order_class: 'bracket', legs: exits({ target: 'held', stop: 'held' }) })).toMatchObject({
      strategy: 'TRIGGER',
      status: 'WORKING',
      children: [
        {
          brokerId: 'oco-t',
          strategy: 'OCO',
          symbol: null,
          quantity: null,
          status: 'AWAITING_PARENT_ORDER',
          children: [
            { brokerId: 't', orderType: 'LIMIT', price: '60' },
            { brokerId: 's', orderType: 'STOP' },
          ],
        },
      ],
    })
  })

  test('that is filled has exits that work: the stop is held back until the market touches it', () => {
    const filled = { status: 'filled', filled_qty: '10', filled_avg_price: '49.9', filled_at: '2026-03-04T15:01:00Z' }
    const order = read({ order_class: 'bracket', ...filled, legs: exits({ target: 'new', stop: 'held' }) })
    expect(order).toMatchObject({ status: 'FILLED', averageFillPrice: '49.9', remainingQuantity: '0' })
    expect(order.children[0]!.children.map(({ status }) => status)).toEqual(['WORKING', 'AWAITING_STOP_CONDITION'])
  })
})

describe('a pair without an entry', () => {
  const pair = (status: { readonly target: string; readonly stop: string }) => {
    const [target, stop] = exits(status)
    return AlpacaOrderAnswer.parse({ ...target, order_class: 'oco', legs: [stop] })
  }

  test('has a wrapper of its own, known to Alpaca by the order that leads it', () => {
    const order = pair({ target: 'new', stop: 'held' })
    expect(order).toMatchObject({
      brokerId: 'oco-t',
      strategy: 'OCO',
      status: 'WORKING',
      isCancelable: true,
      legCount: 0,
      children: [{ brokerId: 't' }, { brokerId: 's', status: 'AWAITING_STOP_CONDITION' }],
    })
    expect([wireIdOf(order.brokerId), wireIdOf('t')]).toEqual(['t', 't'])
  })

  test('is filled when one of its orders is, and cancelled when both are', () => {
    expect(pair({ target: 'filled', stop: 'canceled' })).toMatchObject({ status: 'FILLED', isCancelable: false })
    expect(pair({ target: 'canceled', stop: 'canceled' })).toMatchObject({ status: 'CANCELED', isCancelable: false })
  })
})

describe('an order of several legs', () => {
  const leg = (symbol: string, side: string) => ({
    ...wire({ id: symbol, symbol, asset_class: 'us_option', type: '', side, position_intent: `${side}_to_open` }),
    ratio_qty: '1',
  })
  const legs = [leg('ACME261218C00250000', 'buy'), leg('ACME261218C00260000', 'sell')]

  test('has its legs in our spelling, and a net price without sign', () => {
    const order = read({ order_class: 'mleg', symbol: '', side: '', limit_price: '-1.25', qty: '3', legs })
    expect(order).toMatchObject({
      symbol: 'ACME  261218C00250000',
      legCount: 2,
      orderType: 'NET_CREDIT',
      price: '1.25',
      quantity: '3',
      legs: [
        { symbol: 'ACME  261218C00250000', assetType: 'OPTION', instruction: 'BUY_TO_OPEN' },
        { symbol: 'ACME  261218C00260000', instruction: 'SELL_TO_OPEN' },
      ],
      children: [],
    })
    expect(read({ order_class: 'mleg', symbol: null, limit_price: '1.25', legs }).orderType).toBe('NET_DEBIT')
  })
})

describe('terms', () => {
  test('a buy stop keeps to its stop, whatever limit Alpaca gives it', () => {
    expect(read({ type: 'stop', stop_price: '51', limit_price: '53.04' })).toMatchObject({
      orderType: 'STOP',
      stopPrice: '51',
      price: null,
    })
  })

  test('a trailing stop has its distance, not where it is now', () => {
    expect(read({ type: 'trailing_stop', limit_price: null, stop_price: '52', trail_percent: '1.5' })).toMatchObject({
      stopPrice: null,
      price: null,
      trail: { offset: '1.5', unit: 'PERCENT' },
    })
  })

  test('orders of the closing auction and of extended hours have their words', () => {
    expect(read({ type: 'market', time_in_force: 'cls' })).toMatchObject({
      orderType: 'MARKET_ON_CLOSE',
      duration: 'DAY',
    })
    expect(read({ extended_hours: true }).session).toBe('SEAMLESS')
    expect(read({ time_in_force: 'opg' }).duration).toEqual({ other: 'opg' })
  })

  test('a side without an intent is buying or selling', () => {
    expect(read({ position_intent: null }).instruction).toBe('BUY')
    expect(read({ side: 'sell', position_intent: null }).instruction).toBe('SELL')
    expect(read({ side: 'sell_short', position_intent: null }).instruction).toBe('SELL_SHORT')
    expect(read({ symbol: 'ACME261218C00250000', asset_class: 'us_option' }).instruction).toBe('BUY_TO_OPEN')
  })
})

describe('a status in between', () => {
  test('calculated is filled or working by its quantity', () => {
    expect(read({ status: 'calculated', filled_qty: '10' }).status).toBe('FILLED')
    expect(read({ status: 'calculated', filled_qty: '4' })).toMatchObject({ status: 'WORKING', remainingQuantity: '6' })
  })

  test('an order that waits for the next session waits for its activation', () => {
    expect([read({ status: 'accepted' }).status, read({ status: 'done_for_day' }).status]).toEqual([
      'PENDING_ACTIVATION',
      'PENDING_ACTIVATION',
    ])
  })
})

test('an endless tree, an order without an instant and one without a status are no orders', () => {
  let tree = wire()
  for (let depth = 0; depth < 10; depth++) tree = wire({ legs: [tree] })
  for (const broken of [tree, wire({ submitted_at: null, created_at: null }), wire({ status: undefined }), 'order'])
    expect(AlpacaOrderAnswer.safeParse(broken).success).toBe(false)
})
