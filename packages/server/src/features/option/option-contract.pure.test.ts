import { toMarketDay } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { toContract } from './find-option-chains.ts'

test('the volatility of a contract, a percentage, leaves with 2 decimals', () => {
  const option = {
    symbol: 'ACME  260320C00235000',
    description: '',
    right: 'CALL' as const,
    strike: 235,
    expiration: toMarketDay('2026-03-20'),
    daysToExpiration: 16,
    bid: 4.1,
    ask: 4.3,
    last: null,
    mark: 4.2,
    netChange: null,
    volume: 12,
    openInterest: 340,
    volatility: 31.512345,
    delta: 0.551234,
    gamma: null,
    theta: null,
    vega: null,
    rho: null,
    intrinsicValue: null,
    timeValue: null,
    isInTheMoney: true,
    multiplier: 100,
  }
  expect(toContract(option)).toMatchObject({ volatility: 31.51, delta: 0.551234 })
  expect(toContract({ ...option, volatility: null }).volatility).toBeNull()
})
