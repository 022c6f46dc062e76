// Confirmation questions, exactly at each threshold and just beyond it.
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { dayTime, type OrderTerms, restingTime, singleOrder } from './order-draft.ts'
import {
  equalOrderMs,
  findOrderQuestions,
  type AskedOrder,
  isEqualOrder,
  type OrderHistory,
  type QuestionLimits,
} from './order-question.ts'

const decimal = (value: number | string) => new Decimal(value)
const limits: QuestionLimits = { limitThrough: decimal(5), buyingPower: decimal(25), usualQuantity: decimal(10) }
const nothing: OrderHistory = { quantities: [], earlier: [] }
const terms = (more: Partial<OrderTerms> = {}): OrderTerms => ({
  symbol: 'ACME',
  instruction: 'BUY',
  quantity: '100',
  price: { type: 'LIMIT', limitPrice: '50' },
  ...dayTime,
  ...more,
})
const asked = (order: Partial<OrderTerms> = {}, more: Partial<AskedOrder> = {}): AskedOrder => ({
  draft: singleOrder(terms(order)),
  market: { last: decimal(50), bid: decimal(49), ask: decimal(50) },
  held: decimal(0),
  buyingPower: decimal(200_000),
  reserved: decimal(5_000),
  ...more,
})
const kinds = (order: AskedOrder, history = nothing, by = limits) =>
  findOrderQuestions(order, by, history).map(({ kind }) => kind)

describe('a limit through the market', () => {
  test.each([
    ['bought at 5 % above the ask', { price: { type: 'LIMIT', limitPrice: '52.5' } }, []],
    ['bought beyond it', { price: { type: 'LIMIT', limitPrice: '52.51' } }, ['limitThrough']],
    ['bought far below the market, where it waits', { price: { type: 'LIMIT', limitPrice: '10' } }, []],
    ['sold at 5 % below the bid', { instruction: 'SELL', price: { type: 'LIMIT', limitPrice: '46.55' } }, []],
    ['sold beyond it', { instruction: 'SELL', price: { type: 'LIMIT', limitPrice: '46.54' } }, ['limitThrough']],
    [
      'covered beyond it',
      { instruction: 'BUY_TO_COVER', price: { type: 'LIMIT', limitPrice: '53' } },
      ['limitThrough'],
    ],
    ['a stop-limit near its stop', { price: { type: 'STOP_LIMIT', stopPrice: '60', limitPrice: '63' } }, []],
    [
      'a stop-limit far from its stop',
      { price: { type: 'STOP_LIMIT', stopPrice: '60', limitPrice: '63.01' } },
      ['limitThrough'],
    ],
  ] as const)('%s', (_what, order, expected) => expect(kinds(asked({ ...order }))).toEqual(expected))

  test('names the figure', () => {
    expect(findOrderQuestions(asked({ price: { type: 'LIMIT', limitPrice: '5025' } }), limits, nothing)[0]!.text).toBe(
      'The limit of $5,025.00 is 9950.00% above the market at $50.00. Is that the price you mean?',
    )
  })
})

test('more than a quarter of the buying power asks, for what opens', () => {
  expect(kinds(asked({}, { reserved: decimal(50_000) }))).toEqual([])
  expect(kinds(asked({}, { reserved: decimal('50000.01') }))).toEqual(['buyingPower'])
  expect(kinds(asked({ instruction: 'SELL' }, { reserved: decimal(90_000) }))).toEqual([])
  expect(findOrderQuestions(asked({}, { reserved: decimal(60_000) }), limits, nothing)[0]!.text).toBe(
    'This one order takes $60,000.00, 30.00% of the buying power of $200,000.00. Is that what you mean?',
  )
})

describe('a quantity', () => {
  const usual = (...quantities: number[]): OrderHistory => ({ ...nothing, quantities: quantities.map(decimal) })

  test('ten times the usual one asks; what is usual is the median of at least five', () => {
    expect(kinds(asked({ quantity: '999' }), usual(100, 1, 5_000, 100, 100))).toEqual([])
    expect(kinds(asked({ quantity: '1000' }), usual(100, 1, 5_000, 100, 100))).toEqual(['usualQuantity'])
    expect(kinds(asked({ quantity: '1500' }), usual(100, 200, 100, 200, 1, 9_000))).toEqual(['usualQuantity'])
    expect(kinds(asked({ quantity: '9000' }), usual(1, 1, 1, 1))).toEqual([])
  })

  test('that closes the whole position is never unusual', () => {
    expect(
      kinds(
        asked(
          { instruction: 'SELL', quantity: '1000', price: { type: 'LIMIT', limitPrice: '50' } },
          { held: decimal(1_000) },
        ),
        usual(10, 10, 10, 10, 10),
      ),
    ).toEqual([])
    expect(
      kinds(
        asked(
          { instruction: 'SELL', quantity: '900', price: { type: 'LIMIT', limitPrice: '50' } },
          { held: decimal(1_000) },
        ),
        usual(10, 10, 10, 10, 10),
      ),
    ).toEqual(['usualQuantity'])
    expect(
      kinds(
        asked({ instruction: 'BUY_TO_COVER', quantity: '1000' }, { held: decimal(-1_000) }),
        usual(10, 10, 10, 10, 10),
      ),
    ).toEqual([])
  })
})

describe('a trail', () => {
  const texts = (offset: string, unit: 'DOLLARS' | 'PERCENT' = 'DOLLARS') =>
    findOrderQuestions(
      asked({ instruction: 'SELL', price: { type: 'TRAILING_STOP', trail: { offset, unit } } }),
      limits,
      nothing,
    ).map(({ kind, text }) => [kind, text])

  test('from a quarter of the price on', () => {
    expect(texts('12.49')).toEqual([])
    expect(texts('24.99', 'PERCENT')).toEqual([])
    expect(texts('25', 'PERCENT')).toEqual([
      [
        'trailDistance',
        'The trail of 25.00% puts the stop 25.00% away from the last price of $50.00. Is that the distance you mean?',
      ],
    ])
  })

  test('not wider than the spread', () => {
    expect(texts('1.01')).toEqual([])
    expect(texts('1')).toEqual([
      [
        'trailDistance',
        'The trail of $1.00 is not wider than the spread of $1.00, so the next change of the quote can set it off. Is that the distance you mean?',
      ],
    ])
  })
})

describe('an equal order', () => {
  test('has side, code, quantity, type and prices in common', () => {
    expect(
      isEqualOrder(
        singleOrder(terms()),
        singleOrder(terms({ price: { type: 'LIMIT', limitPrice: '50.00' }, quantity: '100.0', ...restingTime })),
      ),
    ).toBe(true)
    // The first order may have covered the position that this one would otherwise open.
    expect(isEqualOrder(singleOrder(terms({ instruction: 'BUY_TO_COVER' })), singleOrder(terms()))).toBe(true)
    for (const other of [
      { symbol: 'BETA' },
      { instruction: 'SELL' },
      { quantity: '101' },
      { price: { type: 'LIMIT', limitPrice: '50.01' } },
      { price: { type: 'STOP', stopPrice: '50' } },
      { price: { type: 'MARKET' } },
    ] as const)
      expect(isEqualOrder(singleOrder(terms()), singleOrder(terms(other)))).toBe(false)
  })

  test('is one of the last five minutes', () => {
    expect(equalOrderMs).toBe(300_000)
  })

  test('asks by its own name, so that the next one asks again', () => {
    const earlier = [
      { id: 'a', draft: singleOrder(terms()), words: 'Order 7 was placed at 10:00:00' },
      { id: 'b', draft: singleOrder(terms({ price: { type: 'LIMIT', limitPrice: '49' } })), words: '' },
    ]
    expect(findOrderQuestions(asked(), limits, { ...nothing, earlier })).toEqual([
      {
        id: 'equalOrder:a',
        kind: 'equalOrder',
        text: 'Order 7 was placed at 10:00:00. It is equal to this order. Is this another one?',
      },
    ])
  })
})

test('what is switched off is not asked', () => {
  const off: QuestionLimits = { limitThrough: null, buyingPower: null, usualQuantity: null }
  expect(
    kinds(
      asked({ price: { type: 'LIMIT', limitPrice: '500' }, quantity: '9000' }, { reserved: decimal(190_000) }),
      { ...nothing, quantities: Array.from({ length: 20 }, () => decimal(1)) },
      off,
    ),
  ).toEqual([])
})

describe('a question', () => {
  const first = (order: AskedOrder, history: OrderHistory = nothing) => findOrderQuestions(order, limits, history)[0]

  test('is answered by its id', () => {
    expect(first(asked({ price: { type: 'LIMIT', limitPrice: '60' } }))?.id).toBe('limitThrough')
    expect(first(asked({}, { reserved: decimal(60_000) }))?.id).toBe('buyingPower')
    const trail = { offset: '25', unit: 'DOLLARS' } as const
    expect(first(asked({ price: { type: 'TRAILING_STOP', trail } }))?.id).toBe('trailDistance')
  })

  test('about a quantity names it, the usual one and how many orders that is from', () => {
    const quantities = [100, 100, 200, 100, 100, 300].map(decimal)
    expect(first(asked({ quantity: '1250' }), { ...nothing, quantities })).toEqual({
      id: 'usualQuantity',
      kind: 'usualQuantity',
      text:
        '1,250 shares of ACME is 12.5 times your usual 100 (the median of your last 6 orders). Is that the quantity ' +
        'you mean?',
    })
    const odd = [500, 1, 2, 3, 400].map(decimal)
    const symbol = 'ACME  261218C00045000'
    expect(first(asked({ quantity: '30', symbol }), { ...nothing, quantities: odd })?.text).toBe(
      '30 contracts of ACME 45 call 2026-12-18 is 10 times your usual 3 (the median of your last 5 orders). Is that ' +
        'the quantity you mean?',
    )
  })

  test('about a stop-limit measures from its stop on either side', () => {
    const stopLimit = (instruction: 'BUY' | 'SELL', stopPrice: string, limitPrice: string) =>
      first(asked({ instruction, price: { type: 'STOP_LIMIT', stopPrice, limitPrice } }))?.text
    expect(stopLimit('BUY', '60', '66')).toBe(
      'The limit of $66.00 is 10.00% above its stop of $60.00. Is that the price you mean?',
    )
    expect(stopLimit('SELL', '40', '36')).toBe(
      'The limit of $36.00 is 10.00% below its stop of $40.00. Is that the price you mean?',
    )
    expect(stopLimit('SELL', '40', '38')).toBeUndefined()
  })

  test('needs the prices it is about', () => {
    const none = { last: null, bid: null, ask: null }
    expect(kinds(asked({ price: { type: 'LIMIT', limitPrice: '500' } }, { market: none }))).toEqual([])
    const price = { type: 'TRAILING_STOP', trail: { offset: '0.01', unit: 'DOLLARS' } } as const
    const trail = (market: AskedOrder['market']) => kinds(asked({ price }, { market }))
    expect(trail(none)).toEqual([])
    expect(trail({ last: decimal(50), bid: null, ask: decimal(50) })).toEqual([])
    expect(trail({ last: decimal(50), bid: decimal(49), ask: null })).toEqual([])
  })

  test('about size is not asked again for what replaces as much', () => {
    const quantities = [1, 1, 1, 1, 1].map(decimal)
    const replacing = (quantity: number, reserved: number) =>
      kinds(
        asked(
          {},
          { reserved: decimal(60_000), replaces: { quantity: decimal(quantity), reserved: decimal(reserved) } },
        ),
        { ...nothing, quantities },
      )
    expect(replacing(100, 60_000)).toEqual([])
    expect(replacing(99, 60_000)).toEqual(['usualQuantity'])
    expect(replacing(100, 59_999)).toEqual(['buyingPower'])
  })
})
