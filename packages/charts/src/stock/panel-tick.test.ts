import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countTickText } from '../chart-text.ts'
import { panelTicks } from './panel-tick.ts'
import { priceToPixel } from './price-tick.ts'

describe('ticks of the volume panel', () => {
  test('leave out a round value whose label its upper edge would cut', () => {
    expect(panelTicks({ low: 0, high: 3.1e9 }, 84)).toEqual([1e9, 2e9])
  })

  test('have no zeros after the point', () => {
    expect([800_000, 2_400_000, 3e9].map(countTickText)).toEqual(['800K', '2.4M', '3B'])
  })

  test('are whole inside the panel, and at least one on its usual height', () => {
    const high = fc.double({ min: 10, max: 1e12, noNaN: true })
    fc.assert(
      fc.property(high, fc.integer({ min: 70, max: 200 }), (most, height) => {
        const range = { low: 0, high: most }
        const ticks = panelTicks(range, height)
        expect(ticks.length).toBeGreaterThan(0)
        for (const tick of ticks) {
          const y = priceToPixel(tick, range, height, 'linear')
          expect(y).toBeGreaterThanOrEqual(8 - 1e-6)
          expect(y).toBeLessThanOrEqual(height - 8 + 1e-6)
        }
      }),
    )
  })

  test('do not exist on a panel that is lower than a label', () => {
    expect(panelTicks({ low: 0, high: 5 }, 12)).toEqual([])
  })
})
