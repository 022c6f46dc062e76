import * as fc from 'fast-check'
import { stopAt } from '@clubfolio/domain'
import { describe, expect, test } from 'vitest'
import { parseOrderLine } from './parse-order-line.ts'
import { type LineBasis, planOrderLine } from './plan-order-line.ts'

const basis: LineBasis = {
  chartCode: 'SPY',
  accountNumber: '1001',
  accountValue: '50000.00',
  accountFault: undefined,
  quote: { last: 50, bid: 49.9, ask: 50.1 },
  held: 0,
}
const plan = (text: string, given: Partial<LineBasis> = {}) =>
  planOrderLine(parseOrderLine(text)!, { ...basis, ...given })
const facts = (text: string, given: Partial<LineBasis> = {}) =>
  Object.fromEntries(plan(text, given).facts.map(({ name, value }) => [name, value]))
const limit = { code: 'SPY', directionality: 'BUY', orderType: 'LIMIT', isReview: true } as const

describe('a line that can be reviewed opens the ticket with what was typed', () => {
  test.each([
    ['buy 100 stop 48.50 target 54', { ...limit, quantity: '100', stopPrice: '48.50', targetPrice: '54' }],
    ['buy 100 aapl', { ...limit, code: 'AAPL', quantity: '100' }],
    ['short 100 stop 52', { ...limit, directionality: 'SELL_SHORT', quantity: '100', stopPrice: '52' }],
    ['buy 100 limit 49.50 day', { ...limit, quantity: '100', price: '49.50', duration: 'DAY' }],
    ['buy 100 market', { ...limit, orderType: 'MARKET', quantity: '100' }],
    ['buy 100 above 51', { ...limit, orderType: 'STOP', quantity: '100', price: '51' }],
    [
      'buy 100 above 51 limit 52',
      { ...limit, orderType: 'STOP_LIMIT', quantity: '100', price: '51', limitPrice: '52' },
    ],
    ['buy $5000', { ...limit, sizeMode: 'DOLLARS', amount: '5000' }],
    ['buy risk 1% stop 48.10', { ...limit, sizeMode: 'RISK', amount: '1', stopPrice: '48.10' }],
    [
      'buy 100 trail 2%',
      { ...limit, quantity: '100', stopType: 'TRAILING_STOP', stopTrail: '2', stopTrailUnit: 'PERCENT' },
    ],
    // Distances are measured from the ask, which the order then names.
    [
      'buy 100 stop 3% target 2r',
      { ...limit, quantity: '100', price: '50.10', stopPrice: '48.6', targetPrice: '53.1' },
    ],
    [
      'buy 100 limit 60 stop 3% target 10%',
      {
        ...limit,
        quantity: '100',
        price: '60',
        stopPrice: '58.2',
        targetPrice: '66',
      },
    ],
    [
      'short 100 stop 3% target 10%',
      {
        ...limit,
        directionality: 'SELL_SHORT',
        quantity: '100',
        price: '49.90',
        stopPrice: '51.4',
        targetPrice: '44.91',
      },
    ],
  ])('%s', (text, request) => {
    expect(plan(text)).toMatchObject({ faults: [], waitsFor: undefined })
    expect(plan(text).request).toEqual(request)
  })

  test('what is held is sold, and what is short is covered', () => {
    expect(plan('sell 100', { held: 100 }).request).toEqual({ ...limit, directionality: 'SELL', quantity: '100' })
    expect(plan('cover 40 market', { held: -40 }).request).toEqual({ ...limit, orderType: 'MARKET', quantity: '40' })
  })

  test('prices as typed need no quote', () => {
    for (const quote of [undefined, null])
      expect(plan('buy 100 limit 49 stop 48', { quote }).request).toMatchObject({ price: '49', stopPrice: '48' })
    expect(plan('buy 100 stop 48', { quote: undefined }).request).toMatchObject({ stopPrice: '48' })
  })
})

describe('a line that cannot be reviewed says why', () => {
  test.each<[string, string | RegExp, Partial<LineBasis>]>([
    ['buy 100 stop 48', 'Which symbol? Add it, for example AAPL.', { chartCode: undefined }],
    ['buy 100', 'No account is in view.', { accountFault: 'No account is in view.', accountNumber: '' }],
    ['buy 100 limit 50 stop 51', /^The stop loss of \$51\.00 is on the wrong side/, {}],
    ['buy 100 limit 50 target 49', /\$49\.00 is on the wrong side/, {}],
    ['buy 100 limit 50.123', /finer than a price may be/, {}],
    ['buy 100 nope', /^The brokerage has no price for NOPE/, { quote: null }],
    ['buy 100 market stop 3%', /^The brokerage has no price for SPY/, { quote: null }],
    ['buy $40', 'It is too small for one share.', {}],
    ['short 100 limit 50 target 100%', 'No price is that far from $50.00: change the target.', {}],
    ['sell 100', /^The account holds no SPY to sell/, {}],
    ['sell 101', 'The account holds 100 SPY.', { held: 100 }],
    ['cover 10', /^The account has no short position in SPY to cover/, { held: 100 }],
    ['cover 41', 'The account is short 40 SPY.', { held: -40 }],
    ['cover 40', /could not be read/, { held: null }],
  ])('%s', (text, fault, given) => {
    const { faults, request } = plan(text, given)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(fault)
    expect(request).toBeUndefined()
  })

  test('it waits for what it is measured from', () => {
    expect(plan('buy 100 stop 3%', { quote: undefined })).toMatchObject({
      waitsFor: 'Waiting for the price of SPY',
      request: undefined,
    })
    expect(plan('cover 40', { held: undefined })).toMatchObject({ waitsFor: 'Reading what the account holds' })
  })
})

describe('a line is read back in words', () => {
  test('with everything that will be sent', () => {
    expect(plan('b100 s48.5 t54').title).toBe('Buy 100 SPY')
    expect(facts('b100 s48.5 t54')).toEqual({
      Symbol: 'SPY, from the chart',
      Price: 'Limit at the ask, $50.10 now',
      'Stop Loss': '$48.50',
      Target: '$54.00',
      Duration: 'Good till cancelled',
    })
  })

  test('with the size that an amount comes to', () => {
    expect(plan('short risk 1% aapl stop 52').title).toBe('Sell short 238 AAPL')
    expect(facts('short risk 1% aapl stop 52')['Size']).toBe('1% at risk to the stop')
    expect(plan('buy $5000').title).toBe('Buy 99 SPY')
    expect(facts('buy $5000')['Size']).toBe('$5,000.00')
    expect(plan('buy 5%', { quote: undefined }).title).toBe('Buy ? SPY')
  })

  test('with the price of a distance', () => {
    expect(facts('buy 100 stop 3% target 2r')).toMatchObject({
      'Stop Loss': '3% from the price: $48.60',
      Target: '2 × the risk: $53.10',
    })
    expect(facts('buy 100 trail 2 day')).toMatchObject({ 'Stop Loss': 'Trails by $2.00', Duration: 'For the day' })
  })

  test('with question marks for what is missing', () => {
    expect(plan('buy stop 48', { chartCode: undefined }).title).toBe('Buy ? ?')
  })
})

test('a stop by percent is exact at any price', () => {
  const cents = fc.integer({ min: 100, max: 100_000_00 }).map((one) => (one / 100).toFixed(2))
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 5_000 }), fc.boolean(), (price, hundredths, isLong) => {
      const percent = String(hundredths / 100)
      const { request, faults } = plan(`${isLong ? 'buy' : 'short'} 1 limit ${price} stop ${percent}%`)
      // A distance below half a cent is none.
      fc.pre(faults.length === 0)
      expect(request?.price).toBe(price)
      expect(request?.stopPrice).toBe(stopAt(price, percent, isLong))
    }),
  )
})
