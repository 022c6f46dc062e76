import { describe, expect, it } from 'vitest'
import {
  buildStrategy,
  type ChainContract,
  contractByDelta,
  listedStrikes,
  type StrategyChain,
  type StrategyChoice,
  strikeBeside,
  commonUnits,
} from './strategy.ts'

const days = ['2026-03-20', '2026-04-17']
const strikes = [90, 95, 100, 105, 110]
const chain: StrategyChain = {
  shares: { code: 'ACME', bid: 99.98, ask: 100.02, last: 100 },
  contracts: days.flatMap((expiration) =>
    (['CALL', 'PUT'] as const).flatMap((right) =>
      strikes.map((strike): ChainContract => ({
        code: `ACME  ${expiration.slice(2).replaceAll('-', '')}${right.charAt(0)}00${strike}`,
        right,
        strike,
        expiration,
        bid: 1,
        ask: 1.1,
        mark: 1.05,
        volatility: 0.3,
        delta: (right === 'CALL' ? 1 : -1) * (right === 'CALL' ? 110.5 - strike : strike - 89.5) * 0.05,
        multiplier: 100,
      })),
    ),
  ),
}
const choice = (more: Partial<StrategyChoice>): StrategyChoice => ({
  strategy: 'SINGLE',
  side: 'BUY',
  right: 'CALL',
  expiration: '2026-03-20',
  strike: 100,
  callStrike: 105,
  width: 1,
  laterExpiration: '2026-04-17',
  ...more,
})
const legsOf = (more: Partial<StrategyChoice>) =>
  buildStrategy(chain, choice(more)).legs?.map(({ contract, quantity }) =>
    contract === null
      ? `${quantity} shares`
      : `${quantity} ${contract.right} ${contract.strike}${contract.expiration === days[0] ? '' : ' later'}`,
  )

describe('the legs of a strategy', () => {
  it('are those that its name means', () => {
    expect(legsOf({})).toEqual(['1 CALL 100'])
    expect(legsOf({ strategy: 'VERTICAL' })).toEqual(['1 CALL 100', '-1 CALL 105'])
    expect(legsOf({ strategy: 'STRADDLE' })).toEqual(['1 PUT 100', '1 CALL 100'])
    expect(legsOf({ strategy: 'STRANGLE', strike: 95 })).toEqual(['1 PUT 95', '1 CALL 105'])
    expect(legsOf({ strategy: 'BUTTERFLY' })).toEqual(['1 CALL 95', '-2 CALL 100', '1 CALL 105'])
    expect(legsOf({ strategy: 'CALENDAR' })).toEqual(['-1 CALL 100', '1 CALL 100 later'])
    expect(legsOf({ strategy: 'COVERED_CALL', strike: 105 })).toEqual(['100 shares', '-1 CALL 105'])
    expect(legsOf({ strategy: 'SECURED_PUT', strike: 95 })).toEqual(['-1 PUT 95'])
  })

  it('are turned round by selling, and a put vertical goes down', () => {
    expect(legsOf({ strategy: 'VERTICAL', side: 'SELL', right: 'PUT', width: 2 })).toEqual(['-1 PUT 100', '1 PUT 90'])
    expect(legsOf({ strategy: 'IRON_CONDOR', side: 'SELL', strike: 95 })).toEqual([
      '1 PUT 90',
      '-1 PUT 95',
      '-1 CALL 105',
      '1 CALL 110',
    ])
    expect(legsOf({ strategy: 'COVERED_CALL', side: 'SELL' })).toEqual(['100 shares', '-1 CALL 100'])
  })

  it('say which contract the chain lacks', () => {
    expect(buildStrategy(chain, choice({ strategy: 'VERTICAL', strike: 110 })).missing).toBe(
      'The chain has no call beyond the last strike that expires on 2026-03-20.',
    )
    expect(buildStrategy(chain, choice({ strike: 101 })).missing).toBe(
      'The chain has no call 101 that expires on 2026-03-20.',
    )
  })

  it('carry the quotes as text, shares by bid, ask and their middle', () => {
    const built = buildStrategy(chain, choice({ strategy: 'COVERED_CALL' }))
    expect(built.legs?.map(({ bid, ask, mark }) => [bid, ask, mark])).toEqual([
      ['99.98', '100.02', '100'],
      ['1', '1.1', '1.05'],
    ])
  })
})

it('strikes are counted along the chain', () => {
  expect(listedStrikes(chain, '2026-03-20', 'PUT')).toEqual(strikes)
  expect([strikeBeside(strikes, 100, 2), strikeBeside(strikes, 100, 3), strikeBeside(strikes, 99, 1)]).toEqual([
    110,
    undefined,
    undefined,
  ])
})

it('a contract is found by its delta, of either sign', () => {
  expect(contractByDelta(chain, { right: 'CALL', expiration: '2026-03-20' }, 0.3)?.strike).toBe(105)
  expect(contractByDelta(chain, { right: 'PUT', expiration: '2026-03-20' }, 0.3)?.strike).toBe(95)
  expect(contractByDelta(chain, { right: 'PUT', expiration: '2026-05-15' }, 0.3)).toBeUndefined()
})

it('units are the largest number that divides all legs', () => {
  expect([commonUnits([2, -4]), commonUnits([1, -2, 1]), commonUnits([100, -1]), commonUnits([3])]).toEqual([
    2, 1, 1, 3,
  ])
})
