import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frontSpans, sliceAngles, squash, topPath, wallPath, wallPx, type PieBox } from './pie-geometry.ts'

const box: PieBox = { centreX: 200, centreY: 150, radius: 100 }
const fullTurn = 2 * Math.PI
const weights = fc.array(fc.double({ min: 0.01, max: 1_000, noNaN: true }), { minLength: 2, maxLength: 12 })
const starts = fc.double({ min: -7, max: 7, noNaN: true })

const numbers = (path: string) => (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
const angleOf = (x: number, y: number) => Math.atan2((y - box.centreY) / squash, x - box.centreX)

/** Returns the area of a drawn sector, parsed from its path: M centre L start A rx ry 0 large sweep end Z. */
function drawnArea(path: string): number {
  const [, , startX = 0, startY = 0, rx = 0, ry = 0, , large, sweep, endX = 0, endY = 0] = numbers(path)
  expect(sweep).toBe(1)
  const turn = (angleOf(endX, endY) - angleOf(startX, startY) + 2 * fullTurn) % fullTurn
  const drawn = large === 1 && turn < Math.PI ? turn + fullTurn : turn
  return (rx * ry * drawn) / 2
}

describe('the tops of the pie', () => {
  test('have areas in proportion to their weights', () => {
    fc.assert(
      fc.property(weights, starts, (given, start) => {
        const total = given.reduce((sum, weight) => sum + weight, 0)
        const whole = Math.PI * box.radius * box.radius * squash
        sliceAngles(given, start).forEach((angles, index) => {
          expect(drawnArea(topPath(box, angles)) / whole).toBeCloseTo((given[index] ?? 0) / total, 3)
        })
      }),
    )
  })

  test('take the long way round above one half', () => {
    const [large, small] = sliceAngles([70, 30], -1)
    expect(numbers(topPath(box, large!))[7]).toBe(1)
    expect(numbers(topPath(box, small!))[7]).toBe(0)
  })

  test('close the whole circle with two half arcs', () => {
    const [only] = sliceAngles([5], -1)
    expect(topPath(box, only!).match(/A/g)).toHaveLength(2)
    expect(topPath(box, only!)).not.toContain('L')
  })
})

describe('the walls', () => {
  test('together cover exactly the front half, for any slices from any start', () => {
    fc.assert(
      fc.property(weights, starts, (given, start) => {
        const spans = sliceAngles(given, start).flatMap(frontSpans)
        const covered = spans.reduce((sum, { from, to }) => sum + (to - from), 0)
        expect(covered).toBeCloseTo(Math.PI, 6)
        for (const { from, to } of spans) expect(Math.sin((from + to) / 2)).toBeGreaterThan(0)
      }),
    )
  })

  test('of a slice that reaches around the back are two', () => {
    expect(frontSpans({ from: (150 / 180) * Math.PI, to: (390 / 180) * Math.PI })).toHaveLength(2)
    expect(frontSpans({ from: -0.2, to: 0.3 })).toEqual([{ from: 0, to: 0.3 }])
    expect(frontSpans({ from: -2, to: -1 })).toEqual([])
  })

  test('are 24.7 px high', () => {
    expect(wallPx).toBeCloseTo(24.7, 1)
    const [startX, startY, , , , , , endX, endY, downX, downY] = numbers(wallPath(box, { from: 0.2, to: 1.5 }))
    expect([downX, downY]).toEqual([endX, expect.closeTo((endY ?? 0) + wallPx, 2)])
    expect(Number(startX)).toBeGreaterThan(Number(endX))
    expect(Number(startY)).toBeLessThan(Number(endY))
  })
})
