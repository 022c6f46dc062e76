import { describe, expect, it } from 'vitest'
import { dollars } from '../testing/bar-market.ts'
import { legOf, optionOf, sampleMoment, sampleOrder } from '../testing/sample-book.ts'
import { debitLimit, debitOf, exercisePrices, naturalPrices, netFillPrices } from './net-price.ts'

const [P45, P40] = [optionOf('P45'), optionOf('P40')]
const legs = [legOf('SELL_TO_OPEN', P45), legOf('BUY_TO_OPEN', P40)] as const
const { quotes } = sampleMoment({ [P45]: [1, 1.1], [P40]: [0.3, 0.4] })

describe('the natural price of a leg', () => {
  it('is its own side of the market, with slippage to its disadvantage', () => {
    const at = naturalPrices(quotes, dollars(0.05))
    expect(legs.map(at)).toEqual([dollars(0.95), dollars(0.45)])
    expect(() => at(legOf('BUY', 'ACME'))).toThrow('No quote of ACME')
  })

  it('is never below zero', () => {
    expect(legs.map(naturalPrices(quotes, dollars(1.5)))).toEqual([0n, dollars(1.9)])
  })
})

describe('the net price', () => {
  it('is what a unit costs, less what comes in', () => {
    expect(debitOf(legs, naturalPrices(quotes, dollars(0)))).toBe(-600_000n)
    const three = [legs[0], legOf('BUY_TO_OPEN', P40, 3n)]
    expect(debitOf(three, naturalPrices(quotes, dollars(0)))).toBe(200_000n)
  })

  it('limits a debit from above and a credit from below', () => {
    const limit = (orderType: 'NET_DEBIT' | 'NET_CREDIT' | 'NET_ZERO' | 'MARKET', net: number | null): bigint | null =>
      debitLimit({ orderType, price: net === null ? null : dollars(net) })
    expect([limit('NET_DEBIT', 1.2), limit('NET_CREDIT', 1.2)]).toEqual([1_200_000n, -1_200_000n])
    expect([limit('NET_ZERO', null), limit('NET_ZERO', 5), limit('MARKET', null)]).toEqual([0n, 0n, null])
  })

  it('adds slippage for a market order only, which trades at any price', () => {
    const prices = (orderType: 'MARKET' | 'NET_CREDIT', limit?: number): readonly bigint[] | undefined => {
      const { terms } = sampleOrder({
        instruction: 'SELL_TO_OPEN',
        orderType,
        ...(limit === undefined ? {} : { limit }),
      })
      const at = netFillPrices(terms, legs, quotes, dollars(0.05))
      return at === null ? undefined : legs.map(at)
    }
    expect(prices('MARKET')).toEqual([dollars(0.95), dollars(0.45)])
    const { terms } = sampleOrder({ instruction: 'BUY_TO_OPEN', orderType: 'MARKET' })
    const bought = [legOf('BUY_TO_OPEN', P45), legOf('SELL_TO_OPEN', P40)]
    const atMarket = netFillPrices(terms, bought, quotes, dollars(0))
    expect(atMarket === null ? [] : bought.map(atMarket)).toEqual([dollars(1.1), dollars(0.3)])
    expect(prices('NET_CREDIT', 0.6)).toEqual([dollars(1), dollars(0.4)])
    expect(prices('NET_CREDIT', 0.61)).toBeUndefined()
  })
})

describe('the prices of an exercise', () => {
  it('are the strike for shares and nothing for the option', () => {
    const { terms } = sampleOrder({ instruction: 'SELL_TO_CLOSE', orderType: 'EXERCISE', symbol: P45 })
    expect([legOf('SELL_TO_CLOSE', P45), legOf('SELL', 'ACME')].map(exercisePrices(terms))).toEqual([0n, dollars(45)])
    expect(() => exercisePrices({ ...terms, symbol: 'ACME' })).toThrow('ACME is no option')
  })
})
