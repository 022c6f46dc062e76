import type { OptionChain, OptionContract } from '@clubfolio/contract'
import { expect, it } from 'vitest'
import { atTheMoney, contractsOf, expirationsOf, nearestExpiration } from './chain.ts'

const contract = (strikePrice: number, expirationDate: string): OptionContract => ({
  symbol: `AAA ${strikePrice} ${expirationDate}`,
  description: '',
  putCall: 'CALL',
  strikePrice,
  expirationDate,
  bid: 1,
  ask: 1.1,
  last: null,
  mark: 1.05,
  netChange: 0,
  totalVolume: 0,
  openInterest: 0,
  volatility: 30,
  delta: 0.5,
  gamma: 0.1,
  theta: -0.1,
  vega: 0.2,
  rho: 0.1,
  intrinsicValue: 0,
  timeValue: 1.05,
  inTheMoney: false,
  daysToExpiration: 2,
  multiplier: 100,
})
const chain: OptionChain = {
  symbol: 'AAA',
  underlyingPrice: 101,
  isDelayed: false,
  callExpDateMap: {
    '2026-03-13:9': { '100.0': [contract(100, '2026-03-13')] },
    '2026-03-06:2': {
      '105.0': [contract(105, '2026-03-06')],
      '95.0': [contract(95, '2026-03-06')],
      '100.0': [contract(100, '2026-03-06')],
    },
  },
  putExpDateMap: {},
}

it('knows the days of a side in order, whatever follows the colon', () => {
  expect(expirationsOf(chain, 'CALL')).toEqual(['2026-03-06', '2026-03-13'])
  expect(expirationsOf(chain, 'PUT')).toEqual([])
})

it('lists the contracts of a day by strike', () => {
  expect(contractsOf(chain, 'CALL', '2026-03-06').map(({ strikePrice }) => strikePrice)).toEqual([95, 100, 105])
  expect(contractsOf(chain, 'PUT', '2026-03-06')).toEqual([])
})

it('begins with the nearest expiration on or after today', () => {
  expect(nearestExpiration(['2026-03-06', '2026-03-13'], '2026-03-06')).toBe('2026-03-06')
  expect(nearestExpiration(['2026-03-06', '2026-03-13'], '2026-03-07')).toBe('2026-03-13')
  expect(nearestExpiration(['2026-03-06'], '2026-04-01')).toBe('2026-03-06')
  expect(nearestExpiration([], '2026-04-01')).toBeUndefined()
})

it('finds the strike next to the price', () => {
  expect(atTheMoney(contractsOf(chain, 'CALL', '2026-03-06'), 101)?.strikePrice).toBe(100)
  expect(atTheMoney(contractsOf(chain, 'CALL', '2026-03-06'), null)).toBeUndefined()
})
