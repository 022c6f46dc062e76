// The effect of splits and spin-offs on working orders, term by term.
import { describe, expect, it } from 'vitest'
import { barMarket, dollars, trader } from '../testing/bar-market.ts'
import type { TermsDraft } from '../testing/bar-market.ts'
import { sampleOrder } from '../testing/sample-book.ts'
import { isTradable } from './order.ts'
import type { TradableOrder } from './order.ts'
import { splitOrder } from './split-order.ts'

async function working(terms: TermsDraft): Promise<TradableOrder> {
  const one = trader(barMarket({ ACME: [[100, 101, 99, 100]] }))
  const [id] = await one.place({ terms })
  const order = one.order(id)
  if (!isTradable(order)) throw new Error('no terms')
  return order
}

const STOP: TermsDraft = { instruction: 'BUY', orderType: 'STOP', stop: 112.2, shares: 101 }
const LIMIT: TermsDraft = { instruction: 'BUY', orderType: 'STOP_LIMIT', stop: 112.2, limit: 113.33, shares: 10 }
const TRAIL: TermsDraft = {
  instruction: 'SELL_SHORT',
  orderType: 'TRAILING_STOP',
  trail: { offset: dollars(2.2), isPercent: false },
  shares: 10,
}

describe('a working order', () => {
  it.each<[string, TermsDraft, string, { shares: bigint; stop?: number; limit?: number; trail?: number }]>([
    ['4 for 1', STOP, '4', { shares: 404n, stop: 28.05 }],
    ['3 for 2, the fraction of a share dropped', STOP, '1.5', { shares: 151n, stop: 74.8 }],
    ['50 for 1', STOP, '50', { shares: 5_050n, stop: 2.24 }],
    ['200 for 1, below a dollar on its finer tick', STOP, '200', { shares: 20_200n, stop: 0.561 }],
    ['1 for 50', STOP, '0.02', { shares: 2n, stop: 5_610 }],
    ['1 for 10', STOP, '0.1', { shares: 10n, stop: 1_122 }],
    ['a spin-off lowers prices and leaves the shares', STOP, '1.122', { shares: 101n, stop: 100 }],
    [
      'a spin-off of a stop-limit, both prices on their tick',
      LIMIT,
      '1.122',
      { shares: 10n, stop: 100, limit: 101.01 },
    ],
    ['a trail by its distance', TRAIL, '2', { shares: 20n, trail: 1.1 }],
    ['a trail by its distance, 3 for 2', TRAIL, '1.5', { shares: 15n, trail: 1.4667 }],
  ])('after %s', async (_, terms, ratio, { shares, stop, limit, trail }) => {
    const after = splitOrder(await working(terms), ratio)
    expect(after?.terms).toMatchObject({
      quantity: shares,
      ...(stop === undefined ? {} : { stopPrice: dollars(stop) }),
      ...(limit === undefined ? {} : { price: dollars(limit) }),
      ...(trail === undefined ? {} : { trail: { offset: dollars(trail), isPercent: false } }),
    })
  })

  it('reserves and follows the best price in new shares', () => {
    const order = sampleOrder(TRAIL, { best: dollars(99), reservePrice: dollars(103) })
    expect(splitOrder(order, '1.5')).toMatchObject({ best: dollars(66), reservePrice: dollars('68.6667') })
  })

  it('ends when its price or its stop falls to zero', () => {
    const after = (limit: number, stop: number): TradableOrder | null =>
      splitOrder(sampleOrder({ instruction: 'BUY', orderType: 'STOP_LIMIT', limit, stop }), '50')
    expect(after(0.002, 50)).toBeNull()
    expect(after(50, 0.002)).toBeNull()
    expect(after(0.0025, 0.0025)?.terms).toMatchObject({ price: 1n, stopPrice: 1n })
  })

  it('keeps what was filled before, and ends when no whole share of the rest is left', async () => {
    const order = await working({ ...STOP, shares: 9 })
    expect(splitOrder({ ...order, filled: 4n }, '2')).toMatchObject({ filled: 4n, terms: { quantity: 14n } })
    expect(splitOrder(order, '0.1')).toBeNull()
  })
})
