// Orders as the wire reports them: trees, unknown values, its own timestamp format, impossible figures.
import { orderStatuses } from '@clubfolio/domain'
import { describe, expect, test } from 'vitest'
import { OrderAnswer, OrdersAnswer } from './read-order.ts'

const leg = (instruction: string, symbol = 'ACME', quantity: unknown = 100) => ({
  orderLegType: 'EQUITY',
  legId: 1,
  instrument: { assetType: 'EQUITY', symbol, cusip: '000' },
  instruction,
  positionEffect: 'OPENING',
  quantity,
})
const wire = (more: Record<string, unknown> = {}) => ({
  session: 'NORMAL',
  duration: 'GOOD_TILL_CANCEL',
  orderType: 'STOP',
  complexOrderStrategyType: 'NONE',
  quantity: 100,
  filledQuantity: 0,
  remainingQuantity: 100,
  stopPrice: 50.01,
  orderStrategyType: 'SINGLE',
  orderId: 1_000_123_456_789,
  cancelable: true,
  editable: true,
  status: 'WORKING',
  enteredTime: '2026-03-04T15:00:00+0000',
  accountNumber: 12_345_678,
  orderLegCollection: [leg('BUY')],
  ...more,
})

test('an order is read in exact figures; what is new on the wire does no harm', () => {
  expect(OrderAnswer.parse(wire({ somethingNew: { deep: [1] }, stopPrice: '50.01' }))).toEqual({
    brokerId: '1000123456789',
    strategy: 'SINGLE',
    symbol: 'ACME',
    assetType: 'EQUITY',
    multiplier: 1,
    legCount: 1,
    legs: [],
    shape: null,
    instruction: 'BUY',
    orderType: 'STOP',
    session: 'NORMAL',
    duration: 'GOOD_TILL_CANCEL',
    goodTill: null,
    quantity: '100',
    filledQuantity: '0',
    remainingQuantity: '100',
    price: null,
    stopPrice: '50.01',
    averageFillPrice: null,
    lastFillMs: null,
    trail: null,
    status: 'WORKING',
    description: null,
    isCancelable: true,
    enteredMs: Date.parse('2026-03-04T15:00:00Z'),
    closedMs: null,
    children: [],
  })
})

test.each(orderStatuses)('the status %s is known', (status) => {
  expect(OrderAnswer.parse(wire({ status }))).toMatchObject({ status, description: null })
})

describe('trees', () => {
  test('a trigger order holds its child, which takes the instant of its parent when it has none', () => {
    const child = wire({
      orderId: 2,
      status: 'AWAITING_PARENT_ORDER',
      stopPrice: 48.5,
      orderLegCollection: [leg('SELL')],
      enteredTime: undefined,
    })
    expect(
      OrderAnswer.parse(wire({ orderStrategyType: 'TRIGGER', orderId: 1, childOrderStrategies: [child] })),
    ).toMatchObject({
      brokerId: '1',
      strategy: 'TRIGGER',
      children: [
        {
          brokerId: '2',
          instruction: 'SELL',
          stopPrice: '48.5',
          status: 'AWAITING_PARENT_ORDER',
          enteredMs: Date.parse('2026-03-04T15:00:00Z'),
        },
      ],
    })
  })

  test('an OCO wrapper has no terms of its own', () => {
    const wrapper = {
      orderStrategyType: 'OCO',
      orderId: 9,
      status: 'ACCEPTED',
      enteredTime: '2026-03-04T15:00:00+0000',
      childOrderStrategies: [wire({ orderId: 10 }), wire({ orderId: 11 })],
    }
    expect(OrderAnswer.parse(wrapper)).toMatchObject({
      symbol: null,
      instruction: null,
      quantity: null,
      price: null,
      remainingQuantity: '0',
      children: [{ brokerId: '10' }, { brokerId: '11' }],
    })
  })

  test('one that is deeper than any order is refused', () => {
    let tree: Record<string, unknown> = wire({ orderId: 1 })
    for (let id = 2; id < 12; id++)
      tree = wire({ orderId: id, orderStrategyType: 'TRIGGER', childOrderStrategies: [tree] })
    expect(OrderAnswer.safeParse(tree).success).toBe(false)
  })
})

test('a rejected order keeps its reason, on one line', () => {
  expect(
    OrderAnswer.parse(
      wire({
        status: 'REJECTED',
        statusDescription: ' Not enough\nbuying power ',
        remainingQuantity: 0,
        closeTime: '2026-03-04T15:00:00+0000',
      }),
    ),
  ).toMatchObject({
    status: 'REJECTED',
    description: 'Not enough buying power',
    closedMs: Date.parse('2026-03-04T15:00:00Z'),
    remainingQuantity: '0',
  })
})

test('words that are not documented survive beside UNKNOWN', () => {
  expect(OrderAnswer.parse(wire({ status: 'AWAITING_THE_MOON', statusDescription: 'full' }))).toMatchObject({
    status: 'UNKNOWN',
    description: 'AWAITING_THE_MOON: full',
  })
  expect(
    OrderAnswer.parse(
      wire({ orderType: 'NEW_TYPE', orderStrategyType: 'PAIR', orderLegCollection: [leg('EXCHANGE')] }),
    ),
  ).toMatchObject({ orderType: { other: 'NEW_TYPE' }, strategy: { other: 'PAIR' }, instruction: { other: 'EXCHANGE' } })
})

test('the average price of its fills weighs each by its shares', () => {
  const fill = (quantity: number, price: number, time = '2026-03-04T15:01:00+0000') => ({
    activityType: 'EXECUTION',
    executionType: 'FILL',
    quantity,
    executionLegs: [{ legId: 1, quantity, price, time }],
  })
  expect(
    OrderAnswer.parse(
      wire({
        filledQuantity: 100,
        remainingQuantity: 0,
        status: 'FILLED',
        orderActivityCollection: [fill(40, 50.01), fill(60, 50.06, '2026-03-04T15:02:11+0000'), fill(0, 50, 'soon')],
      }),
    ),
  ).toMatchObject({ averageFillPrice: '50.04', filledQuantity: '100', lastFillMs: Date.parse('2026-03-04T15:02:11Z') })
})

test.each([
  [
    { stopPriceOffset: 2, stopPriceLinkType: 'VALUE', stopPriceLinkBasis: 'LAST' },
    { offset: '2', unit: 'DOLLARS' },
  ],
  [
    { stopPriceOffset: '2.5', stopPriceLinkType: 'PERCENT' },
    { offset: '2.5', unit: 'PERCENT' },
  ],
  [{ stopPriceOffset: 5, stopPriceLinkType: 'TICK' }, null],
  [{ stopPriceOffset: 'far', stopPriceLinkType: 'VALUE' }, null],
])('how far a trailing stop follows: %j', (more, trail) => {
  expect(OrderAnswer.parse(wire({ orderType: 'TRAILING_STOP', stopPrice: undefined, ...more }))).toMatchObject({
    trail,
  })
})

test.each([
  ['a figure beyond belief', { quantity: 1e300 }],
  ['text for a figure', { stopPrice: 'cheap' }],
  ['no id', { orderId: undefined }],
  ['no instant', { enteredTime: 'yesterday' }],
])('%s is nonsense', (_what, more) => {
  expect(OrdersAnswer.safeParse([wire(more)]).success).toBe(false)
})

describe('several legs', () => {
  const option = (legId: number, instruction: string, symbol: string, quantity = 2) => ({
    orderLegType: 'OPTION',
    legId,
    instrument: { assetType: 'OPTION', symbol },
    instruction,
    quantity,
  })
  const legs = [option(1, 'SELL_TO_OPEN', 'ACME  260320P00045000'), option(2, 'BUY_TO_OPEN', 'ACME  260320P00040000')]
  const spread = (more: Record<string, unknown> = {}) =>
    wire({
      orderType: 'NET_CREDIT',
      complexOrderStrategyType: 'VERTICAL',
      quantity: 2,
      price: 0.5,
      stopPrice: undefined,
      orderLegCollection: legs,
      ...more,
    })
  const fill = (...prices: readonly (readonly [legId: number | undefined, quantity: number, price: number])[]) => ({
    activityType: 'EXECUTION',
    executionLegs: prices.map(([legId, quantity, price]) => ({
      ...(legId === undefined ? {} : { legId }),
      quantity,
      price,
    })),
  })

  test('are all reported, with their name', () => {
    expect(OrderAnswer.parse(spread())).toMatchObject({
      symbol: 'ACME  260320P00045000',
      legCount: 2,
      shape: 'VERTICAL',
      price: '0.5',
      averageFillPrice: null,
      legs: [
        { symbol: 'ACME  260320P00045000', assetType: 'OPTION', instruction: 'SELL_TO_OPEN', quantity: '2' },
        { symbol: 'ACME  260320P00040000', instruction: 'BUY_TO_OPEN', quantity: '2' },
      ],
    })
    expect(OrderAnswer.parse(spread({ complexOrderStrategyType: 'NONE' }))).toMatchObject({
      shape: null,
      legs: [{}, {}],
    })
  })

  test.each([
    [
      'sold less bought for each share of a contract',
      { filledQuantity: 2, orderActivityCollection: [fill([1, 2, 0.8], [2, 2, 0.25])] },
      '0.55',
    ],
    [
      'over all fills',
      {
        filledQuantity: 2,
        orderActivityCollection: [fill([1, 1, 0.8], [2, 1, 0.25]), fill([1, 1, 0.82], [2, 1, 0.25])],
      },
      '0.56',
    ],
    [
      'of shares with their calls',
      {
        orderType: 'NET_DEBIT',
        quantity: 1,
        filledQuantity: 1,
        orderLegCollection: [{ ...leg('BUY'), legId: 1 }, option(2, 'SELL_TO_OPEN', 'ACME  260320C00055000', 1)],
        orderActivityCollection: [fill([1, 100, 50.01], [2, 1, 1.19])],
      },
      '48.82',
    ],
    [
      'not known when a fill does not name its leg',
      { filledQuantity: 2, orderActivityCollection: [fill([undefined, 2, 0.8])] },
      null,
    ],
  ])('have a net price: %s', (_what, more, expected) => {
    expect(OrderAnswer.parse(spread(more))).toMatchObject({ averageFillPrice: expected })
  })
})
