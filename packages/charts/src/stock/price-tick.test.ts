import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceTicks, priceToPixel, type PriceScale } from './price-tick.ts'

describe('ticks of the logarithmic axis', () => {
  test('are 1-2-5 over several decades, also below 1.00', () => {
    expect(priceTicks({ low: 0.3, high: 1_000 }, 600, 'logarithmic')).toEqual([
      0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000,
    ])
  })

  test('are right for a share that trades under one dollar', () => {
    expect(priceTicks({ low: 0.62, high: 0.98 }, 300, 'logarithmic')).toEqual([0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95])
  })

  test('stay dense where a decade is wide, and skip none of the round prices for finer ones', () => {
    expect(priceTicks({ low: 64, high: 560 }, 440, 'logarithmic')).toEqual([70, 100, 150, 200, 300, 400, 500])
    expect(priceTicks({ low: 64, high: 560 }, 300, 'logarithmic')).toEqual([70, 100, 150, 200, 300, 500])
  })

  test('fall back to even steps where a decade is wider than the view', () => {
    expect(priceTicks({ low: 150, high: 265 }, 420, 'logarithmic')).toEqual([160, 180, 200, 220, 240, 260])
  })

  test('thin out on a low panel', () => {
    expect(priceTicks({ low: 0.01, high: 1e6 }, 120, 'logarithmic')).toEqual([1, 1_000, 1_000_000])
  })

  test('do not exist for a range that reaches zero', () => {
    expect(priceTicks({ low: 0, high: 10 }, 300, 'logarithmic')).toEqual([])
  })
})

test('ticks rise, lie in the range, keep their distance and are at least one on a usual panel', () => {
  const scale = fc.constantFrom<PriceScale>('linear', 'logarithmic')
  const low = fc.double({ min: 0.001, max: 5_000, noNaN: true })
  const ratio = fc.double({ min: 1.02, max: 10_000, noNaN: true })
  fc.assert(
    fc.property(scale, low, ratio, fc.integer({ min: 240, max: 1_200 }), (kind, from, factor, height) => {
      const range = { low: from, high: from * factor }
      const ticks = priceTicks(range, height, kind)
      expect(ticks.length).toBeGreaterThan(0)
      expect(Math.min(...ticks)).toBeGreaterThanOrEqual(range.low * (1 - 1e-9))
      expect(Math.max(...ticks)).toBeLessThanOrEqual(range.high * (1 + 1e-9))
      const pixels = ticks.map((price) => priceToPixel(price, range, height, kind))
      const gaps = pixels.slice(1).map((y, index) => (pixels[index] ?? 0) - y)
      expect(Math.min(Infinity, ...gaps)).toBeGreaterThanOrEqual((height < 340 ? 34 : 44) - 1e-6)
    }),
  )
})

test('the middle pixel of a logarithmic axis is the geometric mean', () => {
  expect(priceToPixel(10, { low: 1, high: 100 }, 400, 'logarithmic')).toBeCloseTo(200)
  expect(priceToPixel(50.5, { low: 1, high: 100 }, 400, 'linear')).toBeCloseTo(200)
})
