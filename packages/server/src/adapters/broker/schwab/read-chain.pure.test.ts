// Option chains of the wire, in the field names that it really uses and in the documented ones; real and constructed
// answers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { marketDataFolder, skipWithoutMarketData } from '@clubfolio/domain/testing/market-data'
import { beforeEach, describe, expect, test } from 'vitest'
import { ChainAnswer, ExpirationsAnswer } from './read-chain.ts'

const contract = (more: Record<string, unknown> = {}) => ({
  putCall: 'CALL',
  symbol: 'AAA   260320C00100000',
  description: 'AAA 03/20/2026 100.00 C',
  strikePrice: 100,
  bid: 4.1,
  ask: 4.3,
  last: 0,
  mark: 4.2,
  netChange: 0.1,
  totalVolume: 12,
  openInterest: 340,
  volatility: 31.5,
  delta: 0.55,
  gamma: 0.02,
  theta: -0.04,
  vega: 0.11,
  rho: 0.05,
  intrinsicValue: 1.5,
  timeValue: 2.7,
  inTheMoney: true,
  daysToExpiration: 16,
  multiplier: 100,
  quoteTimeInLong: 1_772_636_400_000,
  ...more,
})
const chain = (contracts: readonly object[], key = '2026-03-20:16') => ({
  symbol: 'AAA',
  status: 'SUCCESS',
  underlyingPrice: 101.5,
  interestRate: 4,
  dividendYield: 1.5,
  isDelayed: false,
  callExpDateMap: { [key]: { '100.0': contracts } },
  putExpDateMap: {},
})

test('a contract is read with its greeks; a last price of zero is none', () => {
  expect(ChainAnswer.parse(chain([contract({ unheard: 1 })]))).toEqual({
    symbol: 'AAA',
    underlyingPrice: 101.5,
    quotedMs: 1_772_636_400_000,
    interestRate: 0.04,
    dividendYield: 0.015,
    isDelayed: false,
    options: [
      {
        symbol: 'AAA   260320C00100000',
        description: 'AAA 03/20/2026 100.00 C',
        right: 'CALL',
        strike: 100,
        expiration: '2026-03-20',
        daysToExpiration: 16,
        bid: 4.1,
        ask: 4.3,
        last: null,
        mark: 4.2,
        netChange: 0.1,
        volume: 12,
        openInterest: 340,
        volatility: 31.5,
        delta: 0.55,
        gamma: 0.02,
        theta: -0.04,
        vega: 0.11,
        rho: 0.05,
        intrinsicValue: 1.5,
        timeValue: 2.7,
        isInTheMoney: true,
        multiplier: 100,
      },
    ],
  })
})

test('a chain is as old as its newest quote, and of an unknown age without one', () => {
  const quoted = (...times: (number | undefined)[]) =>
    ChainAnswer.parse(chain(times.map((quoteTimeInLong) => contract({ quoteTimeInLong })))).quotedMs
  expect([quoted(3, 5, 4), quoted(undefined), quoted()]).toEqual([5, null, null])
})

test('rates that the brokerage does not report are absent', () => {
  const { interestRate: _rate, dividendYield: _yield, ...rest } = chain([contract()])
  expect(ChainAnswer.parse(rest)).toMatchObject({ interestRate: null, dividendYield: null })
})

test('the names of the description are read as well', () => {
  const { bid: _bid, ask: _ask, last: _last, mark: _mark, inTheMoney: _in, ...rest } = contract()
  expect(
    ChainAnswer.parse(
      chain([{ ...rest, bidPrice: 1, askPrice: 2, lastPrice: 1.5, markPrice: 1.6, isInTheMoney: true }]),
    ).options[0],
  ).toMatchObject({ bid: 1, ask: 2, last: 1.5, mark: 1.6, isInTheMoney: true })
})

test('figures that could not be computed are absent: NaN, -999 and what nobody believes', () => {
  expect(
    ChainAnswer.parse(
      chain([contract({ delta: 'NaN', gamma: -999, volatility: '-999.0', vega: 1e300, openInterest: null })]),
    ).options[0],
  ).toMatchObject({ delta: null, gamma: null, volatility: null, vega: null, openInterest: 0 })
})

test('a market without options answers an empty chain, and a key that names no day is passed over', () => {
  expect(ChainAnswer.parse({ symbol: 'AAA', status: 'FAILED', underlyingPrice: 0 })).toEqual({
    symbol: 'AAA',
    underlyingPrice: null,
    quotedMs: null,
    interestRate: null,
    dividendYield: null,
    isDelayed: false,
    options: [],
  })
  expect(ChainAnswer.parse(chain([contract()], 'someday:3')).options).toEqual([])
})

test('expirations are read under either name', () => {
  expect(
    ExpirationsAnswer.parse({
      expirationList: [
        { expirationDate: '2026-03-20', daysToExpiration: 16, expirationType: 'S' },
        { expiration: '2026-03-27', daysToExpiration: 23, expirationType: 'W' },
        {},
      ],
    }),
  ).toEqual([
    { day: '2026-03-20', daysToExpiration: 16, isStandard: true },
    { day: '2026-03-27', daysToExpiration: 23, isStandard: false },
  ])
  expect(ExpirationsAnswer.parse({})).toEqual([])
})

describe('answers that were recorded elsewhere', () => {
  beforeEach(skipWithoutMarketData)
  const read = (file: string) =>
    ChainAnswer.parse(JSON.parse(readFileSync(join(marketDataFolder, 'options', file), 'utf8')))

  test('667 contracts of GOOG around 748.40: calls below the price and puts above it are in the money', () => {
    const { options } = read('GOOG-chain-2015-12-24.schwab-shape.json')
    expect(options).toHaveLength(667)
    expect(new Set(options.map(({ right }) => right))).toEqual(new Set(['CALL', 'PUT']))
    expect(
      options.filter(
        ({ right, strike, isInTheMoney }) => isInTheMoney !== (right === 'CALL' ? strike < 748.4 : strike > 748.4),
      ),
    ).toEqual([])
  })

  test('the small answer in the names of the description has a price in every contract', () => {
    const { options, underlyingPrice } = read('AAPL-chain-2024-03-14.schwab.json')
    expect(options.length).toBeGreaterThan(0)
    expect(options.every(({ bid, ask }) => bid !== null && ask !== null)).toBe(true)
    expect(underlyingPrice).toBeGreaterThan(0)
  })
})
