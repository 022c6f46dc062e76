import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layPie } from './pie-layout.ts'

const slices = fc
  .array(fc.double({ min: 0.1, max: 100, noNaN: true }), { minLength: 1, maxLength: 14 })
  .map((weights) => weights.map((weight, index) => ({ id: String(index), weight, labelWidthPx: 60 })))

describe('the layout of the pie', () => {
  test('labels thin slices too where there is room, and in a small box the wider ones only', () => {
    const weights = [60, 25, 5, 3, 2.5, 2, 1.5, 0.7, 0.3]
    const given = weights.map((weight, index) => ({ id: String(index), weight, labelWidthPx: 60 }))
    const labelled = (width: number, height: number) =>
      layPie(given, width, height, -1).slices.filter(({ label }) => label !== undefined).length
    expect(labelled(560, 420)).toBe(weights.length)
    expect(labelled(360, 170)).toBeLessThan(weights.length)
    expect(labelled(360, 170)).toBeGreaterThanOrEqual(3)
  })

  test('keeps labels of one side apart and inside the box', () => {
    fc.assert(
      fc.property(slices, fc.double({ min: -4, max: 4, noNaN: true }), (given, start) => {
        const height = 420
        const { slices: laid } = layPie(given, 560, height, start)
        for (const isLeft of [true, false]) {
          const ys = laid.flatMap(({ label }) => (label?.isLeft === isLeft ? [label.y] : [])).sort((a, b) => a - b)
          ys.slice(1).forEach((y, index) => expect(y - (ys[index] ?? 0)).toBeGreaterThanOrEqual(29 - 1e-6))
          for (const y of ys) expect(y > 0 && y < height).toBe(true)
        }
      }),
    )
  })

  test('keeps labels off the pie', () => {
    fc.assert(
      fc.property(slices, fc.double({ min: -4, max: 4, noNaN: true }), (given, start) => {
        const { box, slices: laid } = layPie(given, 560, 420, start)
        for (const { label } of laid) {
          if (label === undefined) continue
          const x = Math.abs(label.x - box.centreX) / box.radius
          const y = (label.y - box.centreY) / (box.radius * Math.SQRT1_2)
          expect(x * x + y * y).toBeGreaterThan(1)
        }
      }),
    )
  })

  test('gives the labels up where the box is too small for both', () => {
    const { box, slices: laid } = layPie(
      [
        { id: 'a', weight: 60, labelWidthPx: 80 },
        { id: 'b', weight: 40, labelWidthPx: 80 },
      ],
      200,
      160,
      -1,
    )
    expect(laid.every(({ label }) => label === undefined)).toBe(true)
    expect(box.radius).toBeGreaterThan(60)
  })
})
