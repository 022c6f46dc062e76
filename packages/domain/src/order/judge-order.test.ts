// Order judgements shown before sending, against figures computed by hand.
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { judgeOrder } from './judge-order.ts'
import type { OrderSituation } from './order-judgement.ts'
import { entryWith, type OrderDraft, type OrderTerms, restingTime, singleOrder } from './order-draft.ts'
import { formatCode, contractTerms, isOptionCode } from './option-code.ts'

const decimal = (value: number | string) => new Decimal(value)
const noGuard = { largestOrder: null, priceDistance: null }
const situation = (more: Partial<OrderSituation> = {}): OrderSituation => ({
  accountType: 'MARGIN',
  accountValue: decimal(100_000),
  buyingPower: decimal(200_000),
  held: decimal(0),
  last: decimal(50),
  bid: decimal('49.99'),
  ask: decimal('50.01'),
  isMarketOpen: true,
  accessDaysLeft: 6,
  guard: noGuard,
  ...more,
})
const terms = (more: Partial<OrderTerms> = {}): OrderTerms => ({
  symbol: 'ACME',
  instruction: 'BUY',
  quantity: '100',
  price: { type: 'STOP', stopPrice: '51' },
  ...restingTime,
  ...more,
})
const long = entryWith(terms(), terms({ instruction: 'SELL', price: { type: 'STOP', stopPrice: '48.5' } }))
const short = entryWith(
  terms({ instruction: 'SELL_SHORT', price: { type: 'STOP', stopPrice: '49' } }),
  terms({ instruction: 'BUY_TO_COVER', price: { type: 'STOP', stopPrice: '51.5' } }),
)
const kinds = (draft: OrderDraft, cancelPrice: string | null = null, more: Partial<OrderSituation> = {}) =>
  judgeOrder(draft, cancelPrice, situation(more)).warnings.map(({ kind }) => kind)

describe('the figures', () => {
  test('of a long entry: what it ties up, its share of the capital, what it loses at its stop', () => {
    const judged = judgeOrder(long, '47', situation())
    expect({
      inversion: judged.inversion?.toFixed(2),
      after: judged.buyingPowerAfter.toFixed(2),
      share: judged.shareOfCapital?.toFixed(2),
      loss: judged.lossAtStop?.toFixed(2),
      percent: judged.lossPercent?.toFixed(2),
    }).toEqual({
      inversion: '5100.00',
      after: '194900.00',
      share: '5.10',
      loss: '250.00',
      percent: '0.25',
    })
    expect(judged.warnings).toEqual([])
  })

  test('of a short entry: reserved at 1.03 of the ask, lost at the stop above', () => {
    const judged = judgeOrder(short, '53', situation())
    expect({ after: judged.buyingPowerAfter.toFixed(2), loss: judged.lossAtStop?.toFixed(2) }).toEqual({
      after: decimal(200_000).minus(decimal('50.01').times('1.03').times(100)).toFixed(2),
      loss: '250.00',
    })
  })

  test('of a market order: the price is what the market asks', () => {
    const judged = judgeOrder(singleOrder(terms({ price: { type: 'MARKET' } })), null, situation())
    expect([judged.price?.toFixed(2), judged.inversion?.toFixed(2), judged.lossAtStop]).toEqual([
      '50.01',
      '5001.00',
      null,
    ])
  })

  test('a closing order ties up nothing', () => {
    expect(
      judgeOrder(
        singleOrder(terms({ instruction: 'SELL', price: { type: 'LIMIT', limitPrice: '52' } })),
        null,
        situation({ held: decimal(100) }),
      ).buyingPowerAfter.toFixed(),
    ).toBe('200000')
  })

  test('the loss counts the shares that the stop covers', () => {
    expect(
      judgeOrder(
        entryWith(
          long.terms,
          terms({ instruction: 'SELL', price: { type: 'STOP', stopPrice: '48.5' }, quantity: '40' }),
        ),
        null,
        situation(),
      ).lossAtStop?.toFixed(2),
    ).toBe('100.00')
  })
})

describe('it warns', () => {
  test.each([
    [
      'of a child smaller than its parent',
      entryWith(long.terms, terms({ instruction: 'SELL', price: { type: 'STOP', stopPrice: '48.5' }, quantity: '99' })),
      'childSmaller',
    ],
    [
      'of an entry that the market has passed',
      { ...long, terms: terms({ price: { type: 'STOP', stopPrice: '50' } }) },
      'entryWrongSide',
    ],
    [
      'of selling what is not held',
      singleOrder(terms({ instruction: 'SELL', price: { type: 'STOP', stopPrice: '49' } })),
      'notHeld',
    ],
  ] as const)('%s', (_what, draft, kind) => expect(kinds(draft)).toContain(kind))

  test('of a closed market, of access that ends, of too little buying power', () => {
    expect(kinds(long, null, { isMarketOpen: false, accessDaysLeft: 2, buyingPower: decimal(5_000) })).toEqual([
      'buyingPowerShort',
      'marketClosed',
      'renewalDue',
    ])
  })
})

describe('the guard rails', () => {
  const guarded = (more: Partial<OrderSituation['guard']>, other: Partial<OrderSituation> = {}, draft = long) =>
    judgeOrder(draft, null, situation({ guard: { ...noGuard, ...more }, ...other })).breaches

  test('hold at their figure and break one cent above it', () => {
    expect(guarded({ largestOrder: decimal(5_100) })).toEqual([])
    expect(guarded({ largestOrder: decimal('5099.99') })).toHaveLength(1)
    expect(guarded({ priceDistance: decimal(2) })).toEqual([])
    expect(guarded({ priceDistance: decimal('1.99') })).toHaveLength(1)
  })

  test('never keep anybody from getting out', () => {
    const out: OrderDraft = singleOrder(terms({ instruction: 'SELL', price: { type: 'MARKET' } }))
    expect(guarded({ largestOrder: decimal(1) }, { held: decimal(100) }, out)).toEqual([])
  })
})

describe('a stop-limit', () => {
  const stopLimit = entryWith(
    terms({ price: { type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '51.5' } }),
    terms({ instruction: 'SELL', price: { type: 'STOP', stopPrice: '48.5' } }),
  )

  test('holds back its limit and may lose from there', () => {
    const judged = judgeOrder(stopLimit, null, situation())
    expect([judged.inversion?.toFixed(2), judged.buyingPowerAfter.toFixed(2), judged.lossAtStop?.toFixed(2)]).toEqual([
      '5100.00',
      '194850.00',
      '300.00',
    ])
    expect(judged.warnings).toEqual([])
  })

  test('warns when it is passed, or when its limit lies on the other side of its stop', () => {
    expect(
      kinds({ ...stopLimit, terms: terms({ price: { type: 'STOP_LIMIT', stopPrice: '49', limitPrice: '49.5' } }) }),
    ).toEqual(['entryWrongSide'])
    expect(
      kinds({ ...stopLimit, terms: terms({ price: { type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '50.9' } }) }),
    ).toEqual(['limitWrongSide'])
  })
})

describe('a trailing stop', () => {
  const trailing = (offset: string, unit: 'DOLLARS' | 'PERCENT' = 'DOLLARS') =>
    ({ type: 'TRAILING_STOP', trail: { offset, unit } }) as const

  test('to sell counts at its present stop and ties up nothing', () => {
    const out: OrderDraft = singleOrder(terms({ instruction: 'SELL', price: trailing('2') }))
    const judged = judgeOrder(out, null, situation({ held: decimal(100) }))
    expect([judged.price?.toFixed(2), judged.inversion?.toFixed(2), judged.reserved.toFixed(2)]).toEqual([
      '48.00',
      '4800.00',
      '0.00',
    ])
    expect([judged.warnings, judged.faults]).toEqual([[], []])
  })

  test('to buy holds back its present stop, and may lose from there to its stop loss', () => {
    const entry = { ...long, terms: terms({ price: trailing('2', 'PERCENT') }) }
    const judged = judgeOrder(entry, null, situation())
    expect([judged.price?.toFixed(2), judged.reserved.toFixed(2), judged.lossAtStop?.toFixed(2)]).toEqual([
      '51.00',
      '5100.00',
      '250.00',
    ])
  })

  test('is kept back by a guard rail on the distance like any price', () => {
    const guard = { ...noGuard, priceDistance: decimal(3) }
    const out: OrderDraft = singleOrder(terms({ instruction: 'SELL', price: trailing('2') }))
    expect(judgeOrder(out, null, situation({ held: decimal(100), guard })).breaches).toHaveLength(1)
  })

  test('without a last price counts at the market, and a stop loss that trails starts at the fill', () => {
    const out: OrderDraft = singleOrder(terms({ instruction: 'SELL', price: trailing('2') }))
    expect(judgeOrder(out, null, situation({ last: null })).price?.toFixed(2)).toBe('49.99')
    const child = terms({ instruction: 'SELL', price: trailing('3') })
    expect(judgeOrder(entryWith(long.terms, child), null, situation()).lossAtStop?.toFixed(2)).toBe('300.00')
  })
})

describe('an option contract', () => {
  const option = (more: Partial<OrderTerms>): OrderDraft =>
    singleOrder(
      terms({
        symbol: 'ACME  261218P00045000',
        quantity: '2',
        price: { type: 'LIMIT', limitPrice: '2.5' },
        ...more,
      }),
    )
  const after = (more: Partial<OrderTerms>, other: Partial<OrderSituation> = {}) =>
    judgeOrder(option(more), null, situation({ last: decimal('2.5'), ...other })).buyingPowerAfter.toFixed(2)

  test('counts by its 100 shares; bought it is paid in full, written it holds its strike back, closing it holds nothing', () => {
    expect(judgeOrder(option({ instruction: 'BUY_TO_OPEN' }), null, situation()).inversion?.toFixed(2)).toBe('500.00')
    expect([
      after({ instruction: 'BUY_TO_OPEN' }),
      after({ instruction: 'BUY_TO_OPEN' }, { accountType: 'CASH' }),
      after({ instruction: 'SELL_TO_OPEN' }),
      after({ instruction: 'SELL_TO_CLOSE' }),
    ]).toEqual(['199000.00', '199500.00', '182000.00', '200000.00'])
    expect(kinds(option({ instruction: 'SELL_TO_CLOSE' }))).toContain('notHeld')
  })

  test('is read from its 21 characters', () => {
    expect(contractTerms('AAPL  261218C00235500')).toEqual({
      underlying: 'AAPL',
      right: 'CALL',
      strike: 235.5,
      expiration: '2026-12-18',
    })
    expect([formatCode('AAPL  261218C00235500'), formatCode('F     261218P00012000'), formatCode('AAPL')]).toEqual([
      'AAPL 235.5 call 2026-12-18',
      'F 12 put 2026-12-18',
      'AAPL',
    ])
    expect([contractTerms('AAPL'), isOptionCode('AAPL 261218C00235500')]).toEqual([null, false])
  })
})

describe('the words of a warning', () => {
  const said = (draft: OrderDraft, more: Partial<OrderSituation> = {}) =>
    judgeOrder(draft, null, situation(more)).warnings.map(({ text }) => text)
  const alone = (more: Partial<OrderTerms>): OrderDraft => singleOrder(terms(more))

  test('say on which side of the last price a stop has to be', () => {
    expect(said(alone({ price: { type: 'STOP', stopPrice: '50' } }))).toEqual([
      'A stop to buy has to be above the last price of $50.00; the brokerage refuses it.',
    ])
    expect(said(alone({ instruction: 'SELL_SHORT', price: { type: 'STOP', stopPrice: '50' } }))).toEqual([
      'A stop to sell has to be below the last price of $50.00; the brokerage refuses it.',
    ])
    expect(said(alone({ price: { type: 'STOP', stopPrice: '1' } }), { last: null })).toEqual([])
  })

  test('say on which side of its stop a limit is', () => {
    expect(said(alone({ price: { type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '50.9' } }))).toEqual([
      'The limit of $50.90 is below the stop: once it is touched, the order waits for the price to come back.',
    ])
    expect(
      said(alone({ instruction: 'SELL_SHORT', price: { type: 'STOP_LIMIT', stopPrice: '49', limitPrice: '49.1' } })),
    ).toEqual([
      'The limit of $49.10 is above the stop: once it is touched, the order waits for the price to come back.',
    ])
  })

  test('say how much is held on the side that closes', () => {
    const market = { type: 'MARKET' } as const
    const symbol = 'ACME  261218P00045000'
    expect(said(alone({ instruction: 'SELL', price: market }), { held: decimal(99) })).toEqual([
      'Only 99 shares are held.',
    ])
    expect(said(alone({ instruction: 'SELL', price: market }), { held: decimal(-99) })).toEqual([
      'Only 0 shares are held.',
    ])
    expect(said(alone({ instruction: 'BUY_TO_COVER', price: market }), { held: decimal(-99) })).toEqual([
      'Only 99 shares are short.',
    ])
    expect(said(alone({ instruction: 'BUY_TO_COVER', price: market }), { held: decimal(-100) })).toEqual([])
    expect(said(alone({ symbol, instruction: 'SELL_TO_CLOSE', price: market }), { held: decimal(1) })).toEqual([
      'Only 1 contracts are held.',
    ])
    expect(said(alone({ symbol, instruction: 'BUY_TO_CLOSE', price: market }), { held: decimal(5) })).toEqual([
      'Only 0 contracts are written.',
    ])
  })

  test('say what is short, and when the access ends', () => {
    expect(said(alone({}), { buyingPower: decimal(5_000) })).toEqual([
      'The buying power is short by $100.00; the brokerage refuses it.',
    ])
    const access = (accessDaysLeft: number | null) => said(alone({}), { accessDaysLeft })
    expect([access(null), access(3), access(2), access(1), access(0), access(-1)]).toEqual([
      [],
      [],
      ['The access to the account ends in 2 days; renew it, or no one watches this order.'],
      ['The access to the account ends in 1 day; renew it, or no one watches this order.'],
      ['The access to the account has lapsed; renew it first.'],
      ['The access to the account has lapsed; renew it first.'],
    ])
  })
})

test('a guard rail says its figure and that of the order', () => {
  const guard = {
    largestOrder: decimal(5_000),
    priceDistance: decimal('1.5'),
  }
  const draft = singleOrder(terms())
  expect(judgeOrder(draft, null, situation({ guard })).breaches).toEqual([
    'The price is 2.00% away from the last price of $50.00; the limit of this account is 1.5%.',
    'The order is worth $5,100.00; the largest order of this account is $5,000.00.',
  ])
  const unknown = { guard, last: null, bid: null, ask: null }
  expect(judgeOrder(singleOrder(terms({ price: { type: 'MARKET' } })), null, situation(unknown)).breaches).toEqual([])
  expect(
    judgeOrder(draft, null, situation({ guard: { ...noGuard, priceDistance: decimal(1) }, last: null })).breaches,
  ).toEqual([])
})

describe('what an order holds back', () => {
  const reserved = (more: Partial<OrderTerms>, other: Partial<OrderSituation> = {}) =>
    judgeOrder(singleOrder(terms(more)), null, situation(other)).reserved.toFixed(2)

  test('is the larger of stop and ask for a stop, and the limit where it has one', () => {
    expect(reserved({ price: { type: 'STOP', stopPrice: '45' } })).toBe('5001.00')
    expect(reserved({ price: { type: 'STOP', stopPrice: '45' } }, { ask: null })).toBe('4500.00')
    expect(reserved({ price: { type: 'STOP_LIMIT', stopPrice: '44', limitPrice: '45' } })).toBe('4500.00')
    expect(reserved({ price: { type: 'LIMIT', limitPrice: '45' } })).toBe('4500.00')
  })

  test('is nothing without a price, and for a call that shares cover', () => {
    const none = { last: null, bid: null, ask: null }
    const judged = judgeOrder({ ...long, terms: terms({ price: { type: 'MARKET' } }) }, null, situation(none))
    expect([judged.price, judged.inversion, judged.lossAtStop, judged.reserved.toFixed()]).toEqual([
      null,
      null,
      null,
      '0',
    ])
    const symbol = 'ACME  261218C00045000'
    expect(reserved({ symbol, instruction: 'SELL_TO_OPEN', price: { type: 'LIMIT', limitPrice: '2' } })).toBe('0.00')
  })
})
