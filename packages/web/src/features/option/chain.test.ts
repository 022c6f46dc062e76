import { expect, it } from 'vitest'
import {
  atTheMoney,
  contractsOf,
  expirationsOf,
  loadedChain,
  moneyVolatility,
  nearestExpiration,
  chainRows,
  strategyContract,
} from './chain.ts'
import { sampleChain, sampleContract } from './testing/sample-chain.ts'

const chain = loadedChain([sampleChain('2026-03-04', '2026-04-03'), sampleChain('2026-04-17', '2026-04-17')])!

it('joins the answers for several spans, each contract once, with the first price and rates', () => {
  expect(expirationsOf(chain)).toEqual(['2026-03-20', '2026-04-17'])
  expect(chain).toMatchObject({ code: 'SPY', price: 450, interestRate: 0.04, dividendYield: 0.01 })
  expect(chain.quotedMs).toBe(Date.parse('2026-03-04T15:00:00Z'))
  expect(loadedChain([sampleChain(), sampleChain()])!.contracts).toHaveLength(36)
  expect(loadedChain([])).toBeUndefined()
})

it('lists the contracts of a side and a day by strike', () => {
  expect(contractsOf(chain, 'CALL', '2026-03-20').map(({ strikePrice }) => strikePrice)).toEqual([
    430, 435, 440, 445, 450, 455, 460, 465, 470,
  ])
  expect(contractsOf(chain, 'PUT', '2026-05-15')).toEqual([])
})

it('pairs calls and puts by strike, also of different days and where one side is missing', () => {
  const [call, put] = [sampleContract('CALL', 450, '2026-03-20'), sampleContract('PUT', 450, '2026-04-17')]
  expect(chainRows([call], [put, sampleContract('PUT', 440, '2026-04-17')])).toMatchObject([
    { strike: 440, call: undefined },
    { strike: 450, call, put },
  ])
})

it('begins with the nearest expiration on or after today', () => {
  expect(nearestExpiration(['2026-03-06', '2026-03-13'], '2026-03-06')).toBe('2026-03-06')
  expect(nearestExpiration(['2026-03-06', '2026-03-13'], '2026-03-07')).toBe('2026-03-13')
  expect(nearestExpiration(['2026-03-06'], '2026-04-01')).toBe('2026-03-06')
  expect(nearestExpiration([], '2026-04-01')).toBeUndefined()
})

it('finds the strike next to the price', () => {
  expect([atTheMoney([440, 445, 450], 446), atTheMoney([440], null), atTheMoney([], 446)]).toEqual([
    445,
    undefined,
    undefined,
  ])
})

it('has the volatility at the money from the call and the put there', () => {
  const bent = {
    ...chain,
    contracts: chain.contracts.map((contract) =>
      contract.strikePrice === 450
        ? { ...contract, impliedVolatility: contract.putCall === 'CALL' ? 0.18 : 0.2 }
        : { ...contract, impliedVolatility: 0.5 },
    ),
  }
  expect(moneyVolatility(bent, '2026-03-20')).toBeCloseTo(0.19, 9)
  expect(moneyVolatility(chain, '2026-05-15')).toBeNull()
})

it('gives strategies the full volatility, not the percentage with two decimals', () => {
  const contract = { ...sampleContract('CALL', 450, '2026-03-20'), volatility: 20.12, impliedVolatility: 0.201234 }
  expect(strategyContract(contract)).toMatchObject({ right: 'CALL', strike: 450, volatility: 0.201234 })
})
