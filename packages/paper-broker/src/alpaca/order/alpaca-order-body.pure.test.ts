import { describe, expect, it } from 'vitest'
import { ALPACA_CODES, AlpacaRefusal } from '../kernel/alpaca-error.ts'
import { readAlpacaOrder } from './alpaca-order-body.ts'
import { readOrderChange } from './replacement-draft.ts'

const order = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  symbol: 'acme',
  qty: '10',
  side: 'buy',
  type: 'market',
  time_in_force: 'day',
  ...more,
})

function refusalOf(body: unknown): [number, string] {
  try {
    readAlpacaOrder(body)
  } catch (error) {
    if (error instanceof AlpacaRefusal) return [ALPACA_CODES[error.kind].code, error.message]
    throw error
  }
  return [0, 'taken']
}

const exits = { take_profit: { limit_price: '60' }, stop_loss: { stop_price: '45' } }
const bracket = (more: Record<string, unknown> = {}): Record<string, unknown> =>
  order({ order_class: 'bracket', time_in_force: 'gtc', ...exits, ...more })
const INVALID = 40_010_001
const FORBIDDEN = 40_310_000
const TOO_FINE = 42_210_000

describe('the body of an order on the Alpaca wire', () => {
  it('takes amounts as text and as numbers, and symbols in any case', () => {
    expect(readAlpacaOrder(order({ qty: 10, type: 'limit', limit_price: 50.5 }))).toMatchObject({
      kind: 'SIMPLE',
      leg: { symbol: 'ACME', side: 'buy', quantity: 10n },
      terms: { limit: 505_000n, stop: null, trail: null },
    })
    expect(readAlpacaOrder(order({ type: 'limit', limit_price: '0.1234' }))).toMatchObject({ terms: { limit: 1234n } })
  })

  it('reads the exits of each class', () => {
    expect(readAlpacaOrder(bracket())).toMatchObject({
      kind: 'BRACKET',
      exits: { target: 600_000n, stop: 450_000n, stopLimit: null },
    })
    expect(readAlpacaOrder(bracket({ order_class: 'oto', take_profit: undefined }))).toMatchObject({
      kind: 'OTO',
      exits: { target: null, stop: 450_000n },
    })
    const oco = { order_class: 'oco', side: 'sell', type: 'limit', take_profit: undefined, limit_price: '60' }
    expect(readAlpacaOrder(bracket(oco))).toMatchObject({ kind: 'OCO', exits: { target: 600_000n } })
  })

  it('reads the net price of several legs: paid above zero, received below', () => {
    const legs = [
      { symbol: 'SPY260619C00500000', ratio_qty: '1', side: 'buy' },
      { symbol: 'SPY260619C00510000', ratio_qty: '2', position_intent: 'sell_to_open' },
    ]
    const several = order({ order_class: 'mleg', symbol: undefined, side: undefined, type: 'limit', qty: '3', legs })
    expect(readAlpacaOrder({ ...several, limit_price: '-1.5' })).toMatchObject({
      kind: 'SEVERAL',
      net: { type: 'NET_CREDIT', price: 15_000n },
      legs: [
        { symbol: 'SPY   260619C00500000', side: 'buy', quantity: 3n },
        { side: 'sell', intent: 'sell_to_open', quantity: 6n },
      ],
    })
    expect(readAlpacaOrder({ ...several, limit_price: '1.5' })).toMatchObject({ net: { type: 'NET_DEBIT' } })
    expect(readAlpacaOrder({ ...several, limit_price: '0' })).toMatchObject({ net: { type: 'NET_ZERO', price: null } })
    expect(refusalOf({ ...several, limit_price: '1', legs: legs.slice(1) })).toEqual([
      INVALID,
      'An order of the class mleg has two to 4 legs.',
    ])
  })

  it.each<[string, Record<string, unknown>, number, RegExp]>([
    ['no symbol', order({ symbol: undefined }), INVALID, /symbol is missing/],
    ['no side', order({ side: undefined }), INVALID, /side is missing/],
    ['no quantity', order({ qty: undefined }), INVALID, /qty is missing/],
    ['a quantity of zero', order({ qty: '0' }), INVALID, /qty must be above 0/],
    ['a fraction of a share', order({ qty: '0.5' }), FORBIDDEN, /whole shares only/],
    ['an amount in dollars', order({ qty: undefined, notional: '10' }), FORBIDDEN, /give qty instead of notional/],
    ['an unknown type', order({ type: 'iceberg' }), INVALID, /^type:/],
    ['a number that is none', order({ qty: 'ten' }), INVALID, /^qty: is no decimal number/],
    ['a limit without its price', order({ type: 'limit' }), INVALID, /limit_price is missing/],
    ['a market order with a price', order({ limit_price: '5' }), INVALID, /has no limit_price/],
    ['a negative price', order({ type: 'stop', stop_price: '-5' }), INVALID, /stop_price must be above 0/],
    ['a price off its tick', order({ type: 'limit', limit_price: '50.123' }), TOO_FINE, /is too fine/],
    ['a trail without a distance', order({ type: 'trailing_stop' }), INVALID, /either trail_price or trail_percent/],
    [
      'a trail with two distances',
      order({ type: 'trailing_stop', trail_price: '1', trail_percent: '1' }),
      INVALID,
      /either trail_price or trail_percent/,
    ],
    ['a trail of 100 percent', order({ type: 'trailing_stop', trail_percent: '100' }), INVALID, /below 100/],
    ['a trail of a limit', order({ type: 'limit', limit_price: '5', trail_price: '1' }), INVALID, /trailing_stop/],
    [
      'a trailing stop for an instant',
      order({ type: 'trailing_stop', trail_price: '1', time_in_force: 'ioc' }),
      INVALID,
      /day or gtc/,
    ],
    ['the opening auction', order({ time_in_force: 'opg' }), INVALID, /no opening auction/],
    ['a stop for the close', order({ type: 'stop', stop_price: '5', time_in_force: 'cls' }), INVALID, /cls is for/],
    ['a market order at night', order({ extended_hours: true }), INVALID, /extended_hours is for limit orders/],
    ['an empty client id', order({ client_order_id: '' }), INVALID, /client_order_id is empty/],
    ['a long client id', order({ client_order_id: 'x'.repeat(129) }), INVALID, /^client_order_id:/],
    ['exits without a class', order(exits), INVALID, /need the order_class/],
    ['a bracket without a target', bracket({ take_profit: undefined }), INVALID, /has take_profit.limit_price and/],
    ['an OTO with both exits', bracket({ order_class: 'oto' }), INVALID, /either take_profit.limit_price or/],
    ['a bracket for an instant', bracket({ time_in_force: 'ioc' }), INVALID, /has the time_in_force day or gtc/],
    ['a bracket at night', bracket({ extended_hours: true }), INVALID, /has no extended_hours/],
    [
      'a trailing bracket',
      bracket({ type: 'trailing_stop', trail_price: '1' }),
      INVALID,
      /A trailing_stop is an order of its own/,
    ],
    [
      'a target below the stop',
      bracket({ take_profit: { limit_price: '44' } }),
      INVALID,
      /take_profit.limit_price must be above stop_loss/,
    ],
    [
      'a stop above the entry',
      bracket({ type: 'limit', limit_price: '44' }),
      INVALID,
      /stop_loss.stop_price must be below the limit_price/,
    ],
    [
      'a short bracket with its exits the wrong way',
      bracket({ side: 'sell' }),
      INVALID,
      /take_profit.limit_price must be below stop_loss/,
    ],
    ['an OCO that is no limit', bracket({ order_class: 'oco', side: 'sell' }), INVALID, /has the type limit/],
  ])('refuses %s', (_what, body, code, message) => {
    const [refused, words] = refusalOf(body)
    expect([refused, words]).toEqual([code, expect.stringMatching(message)])
  })

  it('refuses a change that cannot be read', () => {
    expect(() => readOrderChange({ limit_price: 'much' })).toThrow('limit_price: is no decimal number.')
    expect(readOrderChange(undefined)).toEqual({})
  })
})
