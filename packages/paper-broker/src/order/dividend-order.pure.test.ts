// The effect of a cash dividend on working orders, by order type.
import { describe, expect, it } from 'vitest'
import { barMarket, dollars, trader } from '../testing/bar-market.ts'
import type { TermsDraft } from '../testing/bar-market.ts'
import { legOf, optionOf, sampleOrder } from '../testing/sample-book.ts'
import { lowerByDividend } from './dividend-order.ts'
import { isTradable } from './order.ts'
import type { TradableOrder } from './order.ts'

const BUY_LIMIT: TermsDraft = { instruction: 'BUY', orderType: 'LIMIT', limit: 40 }

/** Returns a working order with other terms substituted; whether a trader could send them is not checked here. */
async function working(terms: TermsDraft): Promise<TradableOrder> {
  const one = trader(barMarket({ ACME: [[100, 101, 99, 100]] }))
  const [id] = await one.place({ terms: BUY_LIMIT })
  const order = one.order(id)
  if (!isTradable(order)) throw new Error('no terms')
  const { limit, stop, shares, ...more } = terms
  return {
    ...order,
    terms: {
      ...order.terms,
      ...more,
      price: limit === undefined ? null : dollars(limit),
      stopPrice: stop === undefined ? null : dollars(stop),
      quantity: BigInt(shares ?? 100),
    },
  }
}

describe('on the ex-date of a dividend of 0.255', () => {
  it.each<[string, TermsDraft, { limit?: number; stop?: number }]>([
    ['a limit to buy is lowered by whole cents', BUY_LIMIT, { limit: 39.74 }],
    ['a limit to cover a short too', { instruction: 'BUY_TO_COVER', orderType: 'LIMIT', limit: 40 }, { limit: 39.74 }],
    ['a stop to sell is lowered', { instruction: 'SELL', orderType: 'STOP', stop: 38 }, { stop: 37.74 }],
    ['a stop to sell short too', { instruction: 'SELL_SHORT', orderType: 'STOP', stop: 38 }, { stop: 37.74 }],
    [
      'a stop-limit to sell is lowered in both prices',
      { instruction: 'SELL', orderType: 'STOP_LIMIT', stop: 38, limit: 37.5 },
      { stop: 37.74, limit: 37.24 },
    ],
    [
      'below a dollar the step is a hundredth of a cent',
      { instruction: 'BUY', orderType: 'LIMIT', limit: 0.8 },
      { limit: 0.545 },
    ],
    ['a limit to sell stays', { instruction: 'SELL', orderType: 'LIMIT', limit: 44 }, { limit: 44 }],
    ['a stop to buy stays', { instruction: 'BUY', orderType: 'STOP', stop: 44 }, { stop: 44 }],
    [
      'a stop-limit to buy stays',
      { instruction: 'BUY', orderType: 'STOP_LIMIT', stop: 44, limit: 44.5 },
      { stop: 44, limit: 44.5 },
    ],
    ['an order sent DO_NOT_REDUCE stays', { ...BUY_LIMIT, keepsPrice: true }, { limit: 40 }],
  ])('%s', async (_, terms, { limit, stop }) => {
    const after = lowerByDividend(await working(terms), dollars(0.255))
    expect(after?.terms).toMatchObject({
      price: limit === undefined ? null : dollars(limit),
      stopPrice: stop === undefined ? null : dollars(stop),
    })
  })

  it('a stop that was touched, by now a limit to sell, stays', async () => {
    const order = {
      ...(await working({ instruction: 'SELL', orderType: 'STOP_LIMIT', stop: 38, limit: 37.5 })),
      isTriggered: true,
    }
    expect(lowerByDividend(order, dollars(0.255))).toBe(order)
  })

  it('a trailing stop to sell keeps its distance from a best price that is lowered', async () => {
    const order = {
      ...(await working({
        instruction: 'SELL',
        orderType: 'TRAILING_STOP',
        trail: { offset: dollars(2), isPercent: false },
      })),
      best: dollars(50),
    }
    expect(lowerByDividend(order, dollars(0.255))).toMatchObject({
      best: dollars(49.74),
      terms: { trail: { offset: dollars(2), isPercent: false } },
    })
  })

  it('a limit to buy frees what it needs no more', async () => {
    const order = { ...(await working(BUY_LIMIT)), reservePrice: dollars(40) }
    expect(lowerByDividend(order, dollars(0.255))?.reservePrice).toBe(dollars(39.74))
  })

  it('a limit to cover a short, and orders to sell, free nothing', () => {
    const reserved = (terms: TermsDraft, reservePrice: number): bigint | undefined =>
      lowerByDividend(sampleOrder(terms, { reservePrice: dollars(reservePrice) }), dollars(0.255))?.reservePrice
    expect(reserved({ instruction: 'BUY_TO_COVER', orderType: 'LIMIT', limit: 40 }, 0)).toBe(0n)
    expect(reserved({ instruction: 'SELL', orderType: 'STOP_LIMIT', stop: 38, limit: 37.5 }, 0)).toBe(0n)
    expect(reserved({ instruction: 'SELL_SHORT', orderType: 'STOP_LIMIT', stop: 38, limit: 37.5 }, 45)).toBe(
      dollars(45),
    )
  })

  it('an order of several legs stays: its price is for all of them', () => {
    const legs = [legOf('BUY', 'ACME', 100n), legOf('SELL_TO_OPEN', optionOf('C55'))]
    const order = sampleOrder({ instruction: 'BUY', orderType: 'NET_DEBIT', limit: 49, shares: 1, legs })
    expect(lowerByDividend(order, dollars(0.255))).toBe(order)
  })

  it('an order without a price left has to be cancelled', async () => {
    expect(
      lowerByDividend(await working({ instruction: 'BUY', orderType: 'LIMIT', limit: 0.2 }), dollars(0.255)),
    ).toBeNull()
    const after = (terms: TermsDraft): TradableOrder | null => lowerByDividend(sampleOrder(terms), dollars(0.255))
    expect(after({ instruction: 'BUY', orderType: 'LIMIT', limit: 0.255 })).toBeNull()
    expect(after({ instruction: 'SELL', orderType: 'STOP', stop: 0.255 })).toBeNull()
    expect(after({ instruction: 'SELL', orderType: 'STOP', stop: 0.2 })).toBeNull()
    expect(after({ instruction: 'SELL', orderType: 'STOP', stop: 0.2551 })?.terms.stopPrice).toBe(1n)
  })
})
