// Orders that are never sent, because their stop or cancel price can only go wrong.
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import {
  type EntryDraft,
  entryWith,
  mapExits,
  type OrderDraft,
  type OrderTerms,
  restingTime,
  singleOrder,
} from './order-draft.ts'
import { findOrderFaults, unknownMarket, type OrderMarket } from './order-fault.ts'

const market: OrderMarket = { last: new Decimal(50), bid: new Decimal('49.99'), ask: new Decimal('50.01') }
const terms = (more: Partial<OrderTerms>): OrderTerms => ({
  symbol: 'ACME',
  instruction: 'BUY',
  quantity: '100',
  price: { type: 'STOP', stopPrice: '51' },
  ...restingTime,
  ...more,
})
const atMarket = { price: { type: 'MARKET' } } as const
const long = (entry: Partial<OrderTerms>, stop: string, more: Partial<OrderTerms> = {}): EntryDraft =>
  entryWith(terms(entry), terms({ instruction: 'SELL', price: { type: 'STOP', stopPrice: stop }, ...more }))
const short = (entry: Partial<OrderTerms>, stop: string, more: Partial<OrderTerms> = {}): EntryDraft =>
  entryWith(
    terms({ instruction: 'SELL_SHORT', ...entry }),
    terms({ instruction: 'BUY_TO_COVER', price: { type: 'STOP', stopPrice: stop }, ...more }),
  )
const kinds = (draft: OrderDraft, cancelPrice: string | null = null, at = market) =>
  findOrderFaults(draft, cancelPrice, at).map(({ kind }) => kind)

describe('a stop loss', () => {
  test.each([
    [
      'of a stop entry',
      long({ price: { type: 'STOP', stopPrice: '51' } }, '50.99'),
      long({ price: { type: 'STOP', stopPrice: '51' } }, '51'),
    ],
    [
      'of a limit entry below the market',
      long({ price: { type: 'LIMIT', limitPrice: '48' } }, '47.99'),
      long({ price: { type: 'LIMIT', limitPrice: '48' } }, '48'),
    ],
    [
      'of a limit entry that is filled at once: the market counts, not the limit',
      long({ price: { type: 'LIMIT', limitPrice: '60' } }, '49.99'),
      long({ price: { type: 'LIMIT', limitPrice: '60' } }, '55'),
    ],
    ['of a market order', long(atMarket, '49.99'), long(atMarket, '50')],
    [
      'of a stop-limit entry, whose limit may be the nearer one',
      long({ price: { type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '50.5' } }, '50.49'),
      long({ price: { type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '50.5' } }, '50.5'),
    ],
    [
      'of a short stop entry',
      short({ price: { type: 'STOP', stopPrice: '49' } }, '49.01'),
      short({ price: { type: 'STOP', stopPrice: '49' } }, '49'),
    ],
    [
      'of a short limit entry above the market',
      short({ price: { type: 'LIMIT', limitPrice: '52' } }, '52.01'),
      short({ price: { type: 'LIMIT', limitPrice: '52' } }, '52'),
    ],
    [
      'of a short limit entry that is filled at once',
      short({ price: { type: 'LIMIT', limitPrice: '40' } }, '50.01'),
      short({ price: { type: 'LIMIT', limitPrice: '40' } }, '45'),
    ],
    ['of a short market order', short(atMarket, '50.01'), short(atMarket, '50')],
  ])('%s', (_what, right, wrong) => {
    expect(kinds(right)).toEqual([])
    expect(kinds(wrong)).toEqual(['stopWrongSide'])
  })

  test('of an option contract, bought and written', () => {
    const symbol = 'ACME  261218C00045000'
    const bought = entryWith(
      terms({ symbol, instruction: 'BUY_TO_OPEN', price: { type: 'LIMIT', limitPrice: '2.5' } }),
      terms({ symbol, instruction: 'SELL_TO_CLOSE', price: { type: 'STOP', stopPrice: '2.5' } }),
    )
    const written = entryWith(
      terms({ symbol, instruction: 'SELL_TO_OPEN', price: { type: 'LIMIT', limitPrice: '2.5' } }),
      terms({ symbol, instruction: 'BUY_TO_CLOSE', price: { type: 'STOP', stopPrice: '2' } }),
    )
    const stopAt = (draft: EntryDraft, stopPrice: string): EntryDraft => ({
      ...draft,
      exits: mapExits(draft.exits, (exit) => ({ ...exit, price: { type: 'STOP', stopPrice } })),
    })
    const prices = { last: new Decimal('2.5'), bid: new Decimal('2.4'), ask: new Decimal('2.6') }
    expect([kinds(bought, null, prices), kinds(written, null, prices)]).toEqual([['stopWrongSide'], ['stopWrongSide']])
    expect(kinds(stopAt(bought, '2'), null, prices)).toEqual([])
    expect(kinds(stopAt(written, '3.5'), null, prices)).toEqual([])
  })

  test('for more than the entry; for less is no fault', () => {
    expect(kinds(long({}, '48', { quantity: '101' }))).toEqual(['stopLarger'])
    expect(kinds(long({}, '48', { quantity: '99' }))).toEqual([])
  })

  test('below an order that covers or sells, which has nothing to protect', () => {
    expect(kinds({ ...long({ instruction: 'BUY_TO_COVER' }, '48') })).toEqual(['stopOfClosing'])
    expect(kinds({ ...long({ instruction: 'BUY_TO_CLOSE' }, '48') })).toEqual(['stopOfClosing'])
  })

  test('a wanted price lies on the other side', () => {
    const wanted = (price: string) => long({}, price, { price: { type: 'LIMIT', limitPrice: price } })
    expect(kinds(wanted('53'))).toEqual([])
    expect(findOrderFaults(wanted('51'), null, market)[0]!.text).toBe(
      'The limit of $51.00 is on the wrong side: it has to be above the entry of $51.00, or it is filled at once.',
    )
  })

  test('without prices of the market the order alone decides, and a market order says nothing', () => {
    expect(kinds(long({}, '51'), null, unknownMarket)).toEqual(['stopWrongSide'])
    expect(kinds(long(atMarket, '90'), null, unknownMarket)).toEqual([])
  })

  test('says where it has to be', () => {
    expect(findOrderFaults(long(atMarket, '52'), null, market)[0]!.text).toBe(
      'The stop loss of $52.00 is on the wrong side: it has to be below the market at $50.00, or it is filled at once.',
    )
    expect(
      findOrderFaults(short({ price: { type: 'STOP', stopPrice: '0.5' } }, '0.4'), null, unknownMarket)[0]!.text,
    ).toBe(
      'The stop loss of $0.4000 is on the wrong side: it has to be above the entry of $0.5000, or it is filled at once.',
    )
  })
})

describe('a trail', () => {
  const trailing = (offset: string, unit: 'DOLLARS' | 'PERCENT', more: Partial<OrderTerms> = {}): EntryDraft =>
    singleOrder(terms({ price: { type: 'TRAILING_STOP', trail: { offset, unit } }, instruction: 'SELL', ...more }))

  test.each([
    ['of the whole price, to sell', trailing('50', 'DOLLARS'), ['trailTooWide']],
    ['of a cent less', trailing('49.99', 'DOLLARS'), []],
    ['of the whole price, to buy', trailing('50', 'DOLLARS', { instruction: 'BUY' }), []],
    ['of 100 percent', trailing('100', 'PERCENT', { instruction: 'BUY' }), ['trailTooWide']],
    ['of less', trailing('99.9', 'PERCENT'), []],
  ])('%s', (_what, draft, expected) => expect(kinds(draft)).toEqual(expected))

  test('of an entry waits while the last price is unknown, so a stop above the quote is no fault', () => {
    const entry = trailing('2', 'DOLLARS', { instruction: 'BUY' })
    const child = terms({ instruction: 'SELL', price: { type: 'STOP', stopPrice: '50.5' } })
    const quoted = { last: null, bid: new Decimal('49.99'), ask: new Decimal('50.01') }
    expect(kinds(entryWith(entry.terms, child), null, quoted)).toEqual([])
    expect(kinds(long(atMarket, '50.5'), null, quoted)).toEqual(['stopWrongSide'])
  })

  test('of 100 percent is wrong whatever the market does; dollars need its price', () => {
    expect(kinds(trailing('100', 'PERCENT'), null, unknownMarket)).toEqual(['trailTooWide'])
    expect(kinds(trailing('50', 'DOLLARS'), null, unknownMarket)).toEqual([])
    expect(findOrderFaults(trailing('60', 'DOLLARS'), null, market)[0]!.text).toBe(
      'The trail of $60.00 is too wide: with the price at $50.00 its stop would be at zero or below and never be touched.',
    )
  })

  test('of an entry: its stop loss is on the wrong side above the highest stop it can have', () => {
    const entry = { price: { type: 'TRAILING_STOP', trail: { offset: '2', unit: 'DOLLARS' } } } as const
    expect([kinds(long(entry, '51.99')), kinds(long(entry, '52'))]).toEqual([[], ['stopWrongSide']])
    expect([kinds(long(entry, '48'), '49'), kinds(long(entry, '48'), '50')]).toEqual([[], ['cancelTouched']])
  })
})

describe('a cancel price', () => {
  test.each([
    ['below a long stop entry and the last price', long({}, '48'), '49.99', []],
    ['that the last price touches', long({}, '48'), '50', ['cancelTouched']],
    ['at a long stop entry', long({ price: { type: 'STOP', stopPrice: '51' } }, '48'), '51', ['cancelTouched']],
    [
      'above a short stop entry and the last price',
      short({ price: { type: 'STOP', stopPrice: '49' } }, '51'),
      '50.01',
      [],
    ],
    [
      'that the last price touches from below',
      short({ price: { type: 'STOP', stopPrice: '49' } }, '51'),
      '50',
      ['cancelTouched'],
    ],
    [
      'below a limit entry, which is passed first',
      long({ price: { type: 'LIMIT', limitPrice: '48' } }, '46'),
      '47',
      ['cancelNeverFirst'],
    ],
    ['at a limit entry', long({ price: { type: 'LIMIT', limitPrice: '48' } }, '46'), '48', ['cancelNeverFirst']],
    [
      'between the market and a limit entry',
      long({ price: { type: 'LIMIT', limitPrice: '48' } }, '46'),
      '49',
      ['cancelAlwaysFirst'],
    ],
    [
      'above a short limit entry',
      short({ price: { type: 'LIMIT', limitPrice: '52' } }, '54'),
      '53',
      ['cancelNeverFirst'],
    ],
    [
      'between the market and a short limit entry',
      short({ price: { type: 'LIMIT', limitPrice: '52' } }, '54'),
      '51',
      ['cancelAlwaysFirst'],
    ],
    ['of a market order', long(atMarket, '48'), '49', ['cancelNeverFirst']],
    [
      'of a stop-limit entry',
      long({ price: { type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '52' } }, '48'),
      '49',
      [],
    ],
  ])('%s', (_what, draft, cancel, expected) => expect(kinds(draft, cancel)).toEqual(expected))

  test('without prices of the market it is held against the entry', () => {
    expect([
      kinds(long({}, '48'), '51', unknownMarket),
      kinds(long({}, '48'), '50', unknownMarket),
      kinds(short({ price: { type: 'STOP', stopPrice: '49' } }, '51'), '48', unknownMarket),
    ]).toEqual([['cancelTouched'], [], ['cancelTouched']])
  })
})

describe('the words of a fault', () => {
  const text = (draft: OrderDraft, cancelPrice: string | null = null, at = market) =>
    findOrderFaults(draft, cancelPrice, at)[0]?.text
  const limit = (limitPrice: string) => ({ type: 'LIMIT', limitPrice }) as const

  test('of a trail of all of the price', () => {
    const draft = singleOrder(terms({ price: { type: 'TRAILING_STOP', trail: { offset: '100', unit: 'PERCENT' } } }))
    expect(text(draft)).toBe('The trail of 100.00% is too wide: it has to be below 100%.')
    const dollars = { type: 'TRAILING_STOP', trail: { offset: '150', unit: 'DOLLARS' } } as const
    const far = { ...market, last: new Decimal(200) }
    expect(kinds(singleOrder(terms({ instruction: 'SELL', price: dollars })), null, far)).toEqual([])
  })

  test('of a stop loss that has nothing to protect, or is for too much', () => {
    expect(text(long({ instruction: 'BUY_TO_COVER' }, '48'))).toBe(
      'This order closes a position, so a stop loss below it would have nothing to protect. Take the stop loss out.',
    )
    expect(text(long({}, '48', { quantity: '101' }))).toBe(
      'The stop loss is for 101, more than the 100 of the entry. The brokerage would reject it, and the position ' +
        'would have no stop.',
    )
  })

  test('of a cancel price', () => {
    expect(text(long(atMarket, '48'), '49')).toBe(
      'The cancel price of $49.00 can never be touched before the entry: a market order is filled at once. Leave it out.',
    )
    expect(text(long({}, '48'), '50')).toBe(
      'The cancel price of $50.00 is touched already: the last price is $50.00, so the order would be cancelled at once.',
    )
    expect(text(long({ price: limit('48') }, '46'), '47')).toBe(
      'The cancel price of $47.00 can never be touched before the entry: the price passes the entry of $48.00 first. ' +
        'Leave it out.',
    )
    expect(text(long({ price: limit('48') }, '46'), '49')).toBe(
      'The cancel price of $49.00 would always be touched before the entry of $48.00, so the order could never be filled.',
    )
    expect(text(long({}, '48'), '51', unknownMarket)).toBe(
      'The cancel price of $51.00 has to be below the entry of $51.00, or the order is cancelled at once.',
    )
    expect(text(short({ price: { type: 'STOP', stopPrice: '49' } }, '51'), '48', unknownMarket)).toBe(
      'The cancel price of $48.00 has to be above the entry of $49.00, or the order is cancelled at once.',
    )
  })

  test('are none for the cancel price of a trail whose stop is not known', () => {
    const price = { type: 'TRAILING_STOP', trail: { offset: '2', unit: 'DOLLARS' } } as const
    expect(findOrderFaults(singleOrder(terms({ price })), '49', unknownMarket)).toEqual([])
  })
})

test('a limit that may be filled at once counts at the last price where there is no quote', () => {
  const lastOnly = { last: new Decimal(50), bid: null, ask: null }
  const entry = { price: { type: 'LIMIT', limitPrice: '60' } } as const
  expect([kinds(long(entry, '49.99'), null, lastOnly), kinds(long(entry, '50'), null, lastOnly)]).toEqual([
    [],
    ['stopWrongSide'],
  ])
  expect(kinds(long(entry, '59.99'), null, unknownMarket)).toEqual([])
})
