import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layPie } from './pie-layout.ts'

const slices = fc
  .array(fc.double({ min: 0.1, max: 100, noNaN: true }), { minLength: 1, maxLength: 14 })
  .map((weights) => weights.map((weight, index) => ({ id: String(index), weight, labelWidthPx: 60 })))

describe('the layout of the pie', () => {
  test('labels slices of 4 percent and more, and no thinner ones', () => {
    const { slices: laid } = layPie([{ id: 'a', weight: 96, labelWidthPx: 60 }, { id: 'b', weight: 4, labelWidthPx: 60 }, { id: 'c', weight: 3.9, labelWidthPx: 60 }], 480, 240, -1)
    expect(laid.map(({ label }) => label !== undefined)).toEqual([true, false, false])
    const even = layPie([{ id: 'a', weight: 96, labelWidthPx: 60 }, { id: 'b', weight: 4, labelWidthPx: 60 }], 480, 240, -1)
    expect(even.slices.map(({ label }) => label !== undefined)).toEqual([true, true])
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
    const { box, slices: laid } = layPie([{ id: 'a', weight: 60, labelWidthPx: 80 }, { id: 'b', weight: 40, labelWidthPx: 80 }], 200, 160, -1)
    expect(laid.every(({ label }) => label === undefined)).toBe(true)
    expect(box.radius).toBeGreaterThan(60)
  })
})
