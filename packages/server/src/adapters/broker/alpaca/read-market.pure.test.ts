// Quotes, bars and option chains of the data API.
import { marketDay, toEpochMs } from '@clubfolio/domain'
import { describe, expect, test } from 'vitest'
import { ChainSnapshotsAnswer, ContractsAnswer, alpacaExpirations, toOption } from './read-chain.ts'
import { BarsAnswer, closesOf, OptionSnapshotsAnswer, alpacaRange, SnapshotsAnswer } from './read-market.ts'

const bar = (t: string, c: number, more: object = {}) => ({ t, o: c, h: c + 1, l: c - 1, c, v: 10, ...more })
const snapshot = {
  latestTrade: { t: '2026-03-04T15:00:00Z', p: 50.25 },
  latestQuote: { t: '2026-03-04T15:00:01Z', bp: 50.2, ap: 50.3 },
  dailyBar: bar('2026-03-04T05:00:00Z', 50.25),
  prevDailyBar: bar('2026-03-03T05:00:00Z', 49),
}

describe('a quote', () => {
  test('has last, bid, ask and the close before', () => {
    expect(SnapshotsAnswer.parse({ ACME: snapshot, NOSUCH: null, ODD: { latestTrade: { p: 'x' } } })).toEqual([
      {
        symbol: 'ACME',
        last: '50.25',
        bid: '50.2',
        ask: '50.3',
        previousClose: '49',
        quotedMs: Date.parse('2026-03-04T15:00:01Z'),
      },
    ])
  })

  test('before the first bar of a session has the close of the bar that is there', () => {
    const early = { ...snapshot, latestTrade: { t: '2026-03-05T13:00:00Z', p: 51 } }
    expect(SnapshotsAnswer.parse({ ACME: early })).toMatchObject([{ last: '51', previousClose: '50.25' }])
  })

  test('without a trade has the last close, and a side without orders none', () => {
    const quiet = { latestTrade: null, latestQuote: { bp: 0, ap: 51 }, dailyBar: snapshot.dailyBar }
    expect(SnapshotsAnswer.parse({ ACME: quiet })).toMatchObject([
      { last: '50.25', bid: null, ask: '51', previousClose: null },
    ])
  })

  test('of an option has our spelling', () => {
    expect(OptionSnapshotsAnswer.parse({ snapshots: { ACME261218C00250000: snapshot } })).toMatchObject([
      { symbol: 'ACME  261218C00250000', last: '50.25' },
    ])
  })
})

test('bars are the closes of their New York days, and the range of the minutes in a span', () => {
  const { bars, nextPage } = BarsAnswer.parse({
    bars: [bar('2026-03-04T05:00:00Z', 50), bar('2026-03-03T05:00:00Z', 49)],
    next_page_token: '',
  })
  expect(closesOf(bars)).toEqual([
    { day: '2026-03-03', close: '49' },
    { day: '2026-03-04', close: '50' },
  ])
  expect(nextPage).toBeNull()
  const at = (text: string) => toEpochMs(Date.parse(text))
  expect(alpacaRange(bars, at('2026-03-03T05:00:00Z'), at('2026-03-03T05:01:00Z'))).toEqual({ high: '50', low: '48' })
  expect(alpacaRange(bars, at('2026-03-05T05:00:00Z'), at('2026-03-05T05:01:00Z'))).toBeNull()
  expect(BarsAnswer.parse({ bars: null })).toEqual({ bars: [], nextPage: null })
})

describe('a chain', () => {
  const contract = {
    symbol: 'ACME260320C00045000',
    name: 'ACME Mar 20 2026 45 Call',
    expiration_date: '2026-03-20',
    type: 'call',
    strike_price: '45',
    multiplier: '100',
    open_interest: '237',
    close_price: '6',
  }
  const ground = { today: marketDay('2026-03-04'), underlyingPrice: 50 }

  test('has a contract with its quote and greeks', () => {
    const { contracts } = ContractsAnswer.parse({ option_contracts: [contract], next_page_token: null })
    const { snapshots } = ChainSnapshotsAnswer.parse({
      snapshots: {
        [contract.symbol]: {
          latestTrade: { p: 6.2 },
          latestQuote: { bp: 6, ap: 6.4 },
          dailyBar: { v: 12, c: 6.2 },
          prevDailyBar: { c: 5.9 },
          greeks: { delta: 0.7 },
          impliedVolatility: 0.25,
        },
      },
    })
    expect(toOption(contracts[0]!, snapshots[contract.symbol], ground)).toEqual([
      expect.objectContaining({
        symbol: 'ACME  260320C00045000',
        right: 'CALL',
        strike: 45,
        expiration: '2026-03-20',
        daysToExpiration: 16,
        bid: 6,
        ask: 6.4,
        last: 6.2,
        mark: 6.2,
        volume: 12,
        openInterest: 237,
        volatility: 25,
        delta: 0.7,
        gamma: null,
        intrinsicValue: 5,
        isInTheMoney: true,
        multiplier: 100,
      }),
    ])
  })

  test('has a contract without a quote, at its last close', () => {
    const { contracts } = ContractsAnswer.parse({ option_contracts: [{ ...contract, type: 'put' }] })
    expect(toOption(contracts[0]!, undefined, ground)).toEqual([
      expect.objectContaining({ bid: null, ask: null, last: null, mark: 6, netChange: null, isInTheMoney: false }),
    ])
  })

  test('has each expiration once, nearest first, and knows the monthly ones', () => {
    const days = ['2026-04-02', '2026-03-20', '2026-03-20', '2026-03-27', '2026-06-18', 'no day']
    const { contracts } = ContractsAnswer.parse({
      option_contracts: days.map((day) => ({ ...contract, expiration_date: day })),
    })
    expect(alpacaExpirations(contracts, ground.today).map(({ day, isStandard }) => [day, isStandard])).toEqual([
      ['2026-03-20', true],
      ['2026-03-27', false],
      ['2026-04-02', false],
      // The third Friday is Juneteenth, when the exchange is closed.
      ['2026-06-18', true],
    ])
  })
})
