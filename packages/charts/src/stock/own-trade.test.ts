import { describe, expect, test } from 'vitest'
import { joinFills, type TradeFill } from './own-trade.ts'

const fill = (timeMs: number, side: 'buy' | 'sell', quantity: number, price: number): TradeFill => ({
  timeMs,
  side,
  quantity,
  price,
})

describe('fills on the bars of a chart', () => {
  test('those of one side in one bar are one mark at their average price', () => {
    expect(joinFills([fill(110, 'buy', 10, 5), fill(120, 'buy', 30, 6)], [0, 100, 200])).toEqual([
      { index: 1, side: 'buy', quantity: 40, price: 5.75 },
    ])
  })

  test('buys and sells of one bar stay apart, and marks come in the order of the bars', () => {
    expect(joinFills([fill(250, 'sell', 1, 9), fill(0, 'buy', 1, 5), fill(99, 'sell', 2, 6)], [0, 100, 200])).toEqual([
      { index: 0, side: 'buy', quantity: 1, price: 5 },
      { index: 0, side: 'sell', quantity: 2, price: 6 },
      { index: 2, side: 'sell', quantity: 1, price: 9 },
    ])
  })

  test('what happened before the first bar has no place, and without bars there is none', () => {
    expect(joinFills([fill(-1, 'buy', 1, 5)], [0])).toEqual([])
    expect(joinFills([fill(1, 'buy', 1, 5)], [])).toEqual([])
  })
})
