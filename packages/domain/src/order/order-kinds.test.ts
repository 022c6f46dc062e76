// Brackets, pairs and several legs, against figures computed by hand.
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { marketDay } from '../calendar/market-day.ts'
import { judgeOrder } from './judge-order.ts'
import { lossOfLegs } from './judge-legs.ts'
import { describeLegShape, shapeOfLegs } from './leg-shape.ts'
import { netAt } from './net-price.ts'
import {
  codeOfDraft,
  describeLegsFault,
  type DraftLeg,
  type EntryDraft,
  type LegsDraft,
  type OrderTerms,
  type PairDraft,
  restingTime,
  singleOrder,
} from './order-draft.ts'
import { findOrderFaults, unknownMarket } from './order-fault.ts'
import type { LegMarket, OrderSituation } from './order-judgement.ts'
import { findOrderQuestions, isEqualOrder, type QuestionLimits } from './order-question.ts'

const decimal = (value: number | string) => new Decimal(value)
const market = { last: decimal(50), bid: decimal('49.99'), ask: decimal('50.01') }
const situation = (more: Partial<OrderSituation> = {}): OrderSituation => ({
  ...market,
  accountType: 'MARGIN',
  accountValue: decimal(100_000),
  buyingPower: decimal(200_000),
  held: decimal(0),
  isMarketOpen: true,
  accessDaysLeft: 6,
  guard: { largestOrder: null, priceDistance: null },
  ...more,
})
const terms = (more: Partial<OrderTerms> = {}): OrderTerms => ({
  symbol: 'ACME',
  instruction: 'BUY',
  quantity: '100',
  price: { type: 'LIMIT', limitPrice: '50' },
  ...restingTime,
  ...more,
})
const out = terms({ instruction: 'SELL' })
const target = (limitPrice: string): OrderTerms => ({ ...out, price: { type: 'LIMIT', limitPrice } })
const stop = (stopPrice: string): OrderTerms => ({ ...out, price: { type: 'STOP', stopPrice } })
const bracket = (exits: EntryDraft['exits']): EntryDraft => ({ kind: 'ENTRY', terms: terms(), exits })
const pair = (one: OrderTerms, other: OrderTerms): PairDraft => ({ kind: 'PAIR', orders: [one, other] })
const kinds = (draft: Parameters<typeof findOrderFaults>[0], at = unknownMarket) =>
  findOrderFaults(draft, null, at).map(({ kind }) => kind)

describe('a bracket', () => {
  test('risks the way to its stop for the way to its target', () => {
    const judged = judgeOrder(bracket([target('56'), stop('48')]), null, situation())
    expect([judged.lossAtStop, judged.rewardAtTarget, judged.rewardToRisk].map((one) => one?.toFixed(2))).toEqual([
      '200.00',
      '600.00',
      '3.00',
    ])
    expect(judged.faults).toEqual([])
  })

  test('of a short entry has its target below and its stop above', () => {
    const cover = { ...out, instruction: 'BUY_TO_COVER' } as const
    const short: EntryDraft = {
      kind: 'ENTRY',
      terms: terms({ instruction: 'SELL_SHORT' }),
      exits: [
        { ...cover, price: { type: 'LIMIT', limitPrice: '45' } },
        { ...cover, price: { type: 'STOP', stopPrice: '52' } },
      ],
    }
    const judged = judgeOrder(short, null, situation())
    expect([judged.lossAtStop?.toFixed(2), judged.rewardAtTarget?.toFixed(2)]).toEqual(['200.00', '500.00'])
    expect(judged.faults).toEqual([])
  })

  test.each([
    ['a target at the entry', [target('50'), stop('48')], ['targetWrongSide']],
    ['a stop at the entry', [target('56'), stop('50')], ['stopWrongSide']],
    ['two targets', [target('56'), target('57')], ['exitsAlike']],
    ['two stops', [stop('48'), stop('47')], ['exitsAlike']],
    ['a target for more than the entry', [{ ...target('56'), quantity: '101' }, stop('48')], ['targetLarger']],
  ] as const)('with %s can only go wrong', (_what, exits, expected) => {
    expect(kinds(bracket(exits))).toEqual(expected)
  })

  test('with a target for a part says that the rest has none', () => {
    const { warnings } = judgeOrder(bracket([{ ...target('56'), quantity: '40' }, stop('48')]), null, situation())
    expect(warnings).toMatchObject([{ kind: 'childSmaller', text: expect.stringContaining('no target') as string }])
  })
})

describe('a pair', () => {
  test('takes no buying power and is measured from the market', () => {
    const judged = judgeOrder(pair(target('60'), stop('45')), null, situation({ held: decimal(100) }))
    expect([judged.reserved, judged.lossAtStop, judged.rewardAtTarget].map((one) => one?.toFixed(2))).toEqual([
      '0.00',
      '499.00',
      '1001.00',
    ])
    expect([judged.warnings, judged.faults]).toEqual([[], []])
  })

  test('for more than is held says so', () => {
    expect(judgeOrder(pair(target('60'), stop('45')), null, situation()).warnings).toMatchObject([{ kind: 'notHeld' }])
  })

  test.each([
    ['a target below the market', target('49'), stop('45'), ['targetWrongSide']],
    ['a stop above the market', target('60'), stop('51'), ['stopWrongSide']],
    ['two stops', stop('44'), stop('45'), ['exitsAlike']],
    ['different quantities', { ...target('60'), quantity: '50' }, stop('45'), ['pairUnequal']],
    [
      'buys that open a position',
      terms({ price: { type: 'LIMIT', limitPrice: '45' } }),
      terms({ price: { type: 'STOP', stopPrice: '60' } }),
      ['pairOfOpening'],
    ],
  ] as const)('with %s can only go wrong', (_what, one, other, expected) => {
    expect(kinds(pair(one, other), market)).toEqual(expected)
  })
})

const option = (right: 'C' | 'P', strike: number, day = '261218'): string =>
  `ACME  ${day}${right}${String(strike * 1_000).padStart(8, '0')}`
const leg = (instruction: DraftLeg['instruction'], symbol: string, ratio = '1'): DraftLeg => ({
  symbol,
  instruction,
  ratio,
})
const legs = (more: Partial<LegsDraft> & Pick<LegsDraft, 'legs'>): LegsDraft => ({
  kind: 'LEGS',
  quantity: '2',
  price: { type: 'NET_CREDIT', net: '0.6' },
  duration: 'DAY',
  goodTill: null,
  session: 'NORMAL',
  ...more,
})
const putSpread = [leg('SELL_TO_OPEN', option('P', 45)), leg('BUY_TO_OPEN', option('P', 40))]
const quotes = (...prices: readonly (readonly [symbol: string, bid: string, ask: string])[]): LegMarket[] =>
  prices.map(([symbol, bid, ask]) => ({
    symbol,
    held: decimal(0),
    last: null,
    bid: decimal(bid),
    ask: decimal(ask),
  }))

describe('several legs', () => {
  test.each<[string, DraftLeg[], string, string | null]>([
    ['a put spread loses its width less the credit', putSpread, '-0.6', '440.00'],
    [
      'a bought spread loses its price',
      [leg('BUY_TO_OPEN', option('C', 50)), leg('SELL_TO_OPEN', option('C', 55))],
      '1.5',
      '150.00',
    ],
    [
      'an iron condor loses the wider side less the credit',
      [...putSpread, leg('SELL_TO_OPEN', option('C', 60)), leg('BUY_TO_OPEN', option('C', 68))],
      '-2',
      '600.00',
    ],
    [
      'a bought straddle loses its price',
      [leg('BUY_TO_OPEN', option('C', 50)), leg('BUY_TO_OPEN', option('P', 50))],
      '5',
      '500.00',
    ],
    [
      'a written call that nothing covers has no limit',
      [leg('SELL_TO_OPEN', option('C', 50)), leg('SELL_TO_OPEN', option('P', 50))],
      '-5',
      null,
    ],
    [
      'a covered call loses the shares less the credit',
      [leg('BUY', 'ACME', '100'), leg('SELL_TO_OPEN', option('C', 55))],
      '48',
      '4800.00',
    ],
    [
      'a calendar loses its price',
      [leg('SELL_TO_OPEN', option('C', 50)), leg('BUY_TO_OPEN', option('C', 50, '270115'))],
      '1',
      '100.00',
    ],
    [
      'a bought call that expires first covers nothing',
      [leg('SELL_TO_OPEN', option('C', 50, '270115')), leg('BUY_TO_OPEN', option('C', 50))],
      '-1',
      null,
    ],
    [
      'a leg that closes has a position behind it',
      [leg('SELL_TO_CLOSE', option('C', 50)), leg('BUY_TO_OPEN', option('C', 55))],
      '-1',
      null,
    ],
  ])('%s', (_what, some, debit, loss) => {
    expect(lossOfLegs(some, decimal(debit))?.toFixed(2) ?? null).toBe(loss)
  })

  test('reserve their greatest loss, twice on margin', () => {
    const judged = judgeOrder(legs({ legs: putSpread }), null, situation())
    expect([judged.price, judged.greatestLoss, judged.reserved].map((one) => one?.toFixed(2))).toEqual([
      '-0.60',
      '880.00',
      '1760.00',
    ])
    const cash = judgeOrder(legs({ legs: putSpread }), null, situation({ accountType: 'CASH' }))
    expect(cash.reserved.toFixed(2)).toBe('880.00')
  })

  test('at the market are priced at the side of each leg', () => {
    const markets = quotes([putSpread[0]!.symbol, '1.00', '1.10'], [putSpread[1]!.symbol, '0.30', '0.40'])
    const draft = legs({ legs: putSpread, price: { type: 'MARKET' } })
    expect(judgeOrder(draft, null, situation({ legs: markets })).price?.toFixed(2)).toBe('-0.60')
    expect(netAt(putSpread, () => null)).toBeNull()
  })

  test('are kept back by the largest order by what they can lose', () => {
    const guard = { largestOrder: decimal(800), largestPosition: null, dailyLoss: null, priceDistance: null }
    expect(judgeOrder(legs({ legs: putSpread }), null, situation({ guard })).breaches).toEqual([
      'The order is worth $880.00; the largest order of this account is $800.00.',
    ])
  })

  test('that close take no buying power, and say when less is held', () => {
    const closing = legs({
      legs: [leg('BUY_TO_CLOSE', option('P', 45)), leg('SELL_TO_CLOSE', option('P', 40))],
      price: { type: 'NET_DEBIT', net: '0.2' },
    })
    const judged = judgeOrder(closing, null, situation())
    expect(judged.reserved.isZero()).toBe(true)
    expect(judged.warnings.map(({ kind }) => kind)).toEqual(['notHeld', 'notHeld'])
  })

  test.each<[string, Partial<LegsDraft>]>([
    ['one leg', { legs: putSpread.slice(0, 1) }],
    ['a leg twice', { legs: [putSpread[0]!, putSpread[0]!] }],
    ['two underlyings', { legs: [putSpread[0]!, leg('BUY_TO_OPEN', 'BETA  261218P00040000')] }],
    ['shares alone', { legs: [leg('BUY', 'ACME', '100'), leg('SELL', 'BETA', '100')] }],
    ['a price finer than a cent', { price: { type: 'NET_DEBIT', net: '0.605' } }],
  ])('with %s are never sent', (_what, more) => {
    expect(kinds(legs({ legs: putSpread, ...more }))).toEqual(['legsApart'])
  })

  test('that close a part of a position and open its other side are never sent', () => {
    const judged = (held: number) =>
      judgeOrder(legs({ legs: putSpread, quantity: '3' }), null, {
        ...situation(),
        legs: [{ ...unknownMarket, symbol: putSpread[0]!.symbol, held: decimal(held) }],
      })
    // The first leg sells to open.
    expect(judged(1).faults.map(({ kind }) => kind)).toEqual(['turnsOver'])
    expect([judged(-1).faults, judged(0).faults]).toEqual([[], []])
  })

  test('for a price far worse than their market are asked about', () => {
    const limits: QuestionLimits = { limitThrough: decimal(5), buyingPower: null, usualQuantity: null }
    const markets = quotes([putSpread[0]!.symbol, '1.00', '1.10'], [putSpread[1]!.symbol, '0.30', '0.40'])
    const ask = (net: string) =>
      findOrderQuestions(
        {
          draft: legs({ legs: putSpread, price: { type: 'NET_CREDIT', net } }),
          market: unknownMarket,
          legs: markets,
          held: decimal(0),
          buyingPower: decimal(1_000),
          reserved: decimal(0),
        },
        limits,
        { quantities: [], earlier: [] },
      )
    expect([ask('0.57'), ask('0.5')].map((questions) => questions.length)).toEqual([0, 1])
    expect(ask('0.5')[0]?.text).toBe(
      'The order is for a net credit of $0.50, 16.67% worse than the market: its legs bring in $0.60 now. Is that ' +
        'the price you mean?',
    )
  })
})

test.each<[string, DraftLeg[]]>([
  ['VERTICAL', putSpread],
  ['CALENDAR', [leg('SELL_TO_OPEN', option('C', 50)), leg('BUY_TO_OPEN', option('C', 50, '270115'))]],
  ['DIAGONAL', [leg('SELL_TO_OPEN', option('C', 50)), leg('BUY_TO_OPEN', option('C', 45, '270115'))]],
  ['STRADDLE', [leg('BUY_TO_OPEN', option('C', 50)), leg('BUY_TO_OPEN', option('P', 50))]],
  ['STRANGLE', [leg('BUY_TO_OPEN', option('C', 55)), leg('BUY_TO_OPEN', option('P', 45))]],
  ['BACK_RATIO', [leg('SELL_TO_OPEN', option('C', 50)), leg('BUY_TO_OPEN', option('C', 55), '2')]],
  ['COVERED', [leg('BUY', 'ACME', '100'), leg('SELL_TO_OPEN', option('C', 55))]],
  [
    'COLLAR_WITH_STOCK',
    [leg('BUY', 'ACME', '100'), leg('SELL_TO_OPEN', option('C', 55)), leg('BUY_TO_OPEN', option('P', 45))],
  ],
  [
    'BUTTERFLY',
    [
      leg('BUY_TO_OPEN', option('C', 45)),
      leg('SELL_TO_OPEN', option('C', 50), '2'),
      leg('BUY_TO_OPEN', option('C', 55)),
    ],
  ],
  ['IRON_CONDOR', [...putSpread, leg('SELL_TO_OPEN', option('C', 60)), leg('BUY_TO_OPEN', option('C', 65))]],
  ['CUSTOM', [leg('BUY_TO_OPEN', option('C', 45)), leg('BUY_TO_OPEN', option('C', 50))]],
])('%s is recognised by its legs', (shape, some) => {
  expect(shapeOfLegs(some)).toBe(shape)
  expect(describeLegShape(shapeOfLegs(some))).toMatch(/^[a-z ]+$/)
})

test('orders are equal within their kind only', () => {
  const draft = legs({ legs: putSpread })
  expect(isEqualOrder(draft, legs({ legs: putSpread.toReversed() }))).toBe(true)
  expect(isEqualOrder(draft, legs({ legs: putSpread, quantity: '3' }))).toBe(false)
  expect(isEqualOrder(draft, legs({ legs: putSpread, price: { type: 'NET_DEBIT', net: '0.6' } }))).toBe(false)
  expect(isEqualOrder(pair(target('60'), stop('45')), pair(stop('45'), target('60')))).toBe(true)
  expect(isEqualOrder(pair(target('60'), stop('45')), pair(target('60'), stop('44')))).toBe(false)
  expect(isEqualOrder(singleOrder(target('60')), pair(target('60'), stop('45')))).toBe(false)
  expect([codeOfDraft(draft), describeLegsFault(draft.legs)]).toEqual(['ACME', undefined])
})

describe('hours and a last day', () => {
  test.each([
    ['a limit of the day is for any hours', { duration: 'DAY', session: 'AM' }, []],
    ['a lasting one is not', { session: 'AM' }, ['sessionNotForOrder']],
    [
      'a stop is not',
      { duration: 'DAY', session: 'PM', price: { type: 'STOP', stopPrice: '51' } },
      ['sessionNotForOrder'],
    ],
    ['an option is not', { symbol: option('C', 50), duration: 'DAY', session: 'SEAMLESS' }, ['sessionNotForOrder']],
    ['today is a last day', { goodTill: marketDay('2026-03-04') }, []],
    ['yesterday is none', { goodTill: marketDay('2026-03-03') }, ['goodTillPast']],
  ] as const)('%s', (_what, more, expected) => {
    expect(kinds(singleOrder(terms(more)), { ...unknownMarket, today: marketDay('2026-03-04') })).toEqual(expected)
  })
})
