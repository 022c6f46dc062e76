import type { Drawing } from '@clubfolio/charts'
import { expect, test } from 'vitest'
import { crossingTerms, drawingTerms, type DrawnOn } from './alert-terms.ts'

const day = (iso: string) => Date.parse(`${iso}T00:00:00Z`)
const on: DrawnOn = { timing: '_D', scale: 'logarithmic', last: 50, nowMs: Date.parse('2026-03-06T15:00:00Z') }
const points = [
  { timeMs: day('2026-03-02'), price: 40 },
  { timeMs: day('2026-03-04'), price: 44.1 },
]
const drawn = (tool: string, changes: Partial<Drawing> = {}): Drawing => ({ id: 'a', tool, points, ...changes })

test('a price is crossed from where the market is', () => {
  expect(crossingTerms(47.61, 50)).toEqual({ kind: 'PRICE', direction: 'BELOW', price: '47.61' })
  expect(crossingTerms(52, 50)).toEqual({ kind: 'PRICE', direction: 'ABOVE', price: '52.00' })
  expect(crossingTerms(0.8125, undefined)).toEqual({ kind: 'PRICE', direction: 'ABOVE', price: '0.8125' })
})

test('a horizontal line is a price, a sloped one the line as it is drawn, on the side where the market will meet it', () => {
  expect(drawingTerms(drawn('horizontalLine'), on)).toEqual(crossingTerms(40, 50))
  const sloped = {
    kind: 'LINE',
    direction: 'BELOW',
    from: { timeMs: day('2026-03-02'), price: '40.0000' },
    to: { timeMs: day('2026-03-04'), price: '44.1000' },
    scale: 'LOGARITHMIC',
    bars: 'DAY',
  }
  // On Friday the line is at 48.62, below the last price of 50.00.
  expect(drawingTerms(drawn('segment'), on)).toEqual(sloped)
  expect(drawingTerms(drawn('ray'), { ...on, last: 48 })).toEqual({ ...sloped, direction: 'ABOVE' })
  expect(drawingTerms(drawn('line'), { ...on, scale: 'linear', timing: '_15M' })).toMatchObject({
    scale: 'LINEAR',
    bars: 'MINUTE',
  })
  const years = [
    { timeMs: day('2020-01-01'), price: 30 },
    { timeMs: day('2024-01-01'), price: 40 },
  ]
  expect(drawingTerms(drawn('line', { points: years }), { ...on, timing: '_Y' })).toMatchObject({ bars: 'YEAR' })
})

test('an upright line, a shape and a tool of a later version have no price to cross', () => {
  const upright = points.map(({ price }) => ({ timeMs: day('2026-03-02'), price }))
  expect(drawingTerms(drawn('segment', { points: upright }), on)).toBeUndefined()
  expect(['rectangle', 'verticalLine', 'text', 'future'].map((tool) => drawingTerms(drawn(tool), on))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
