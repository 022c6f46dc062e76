import type { Drawing } from '@clubfolio/charts'
import { expect, test } from 'vitest'
import { alertSteps, type ChangedDrawings, type FollowedRule } from './drawing-alerts.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const level: Drawing = { id: 'l', tool: 'horizontalLine', points: [{ timeMs: day('2026-02-02'), price: 48 }] }
const line: Drawing = {
  id: 's',
  tool: 'line',
  points: [
    { timeMs: day('2026-02-02'), price: 40 },
    { timeMs: day('2026-02-16'), price: 45 },
  ],
}
const point = ({ timeMs, price }: Drawing['points'][number]) => ({ timeMs, price: price.toFixed(4) })
const rules: readonly FollowedRule[] = [
  { id: 'r1', drawingId: 'l', state: 'WAITING', terms: { kind: 'PRICE', direction: 'BELOW', price: '48.00' } },
  {
    id: 'r2',
    drawingId: 's',
    state: 'WAITING',
    terms: {
      kind: 'LINE',
      direction: 'ABOVE',
      from: point(line.points[0]!),
      to: point(line.points[1]!),
      scale: 'LOGARITHMIC',
      bars: 'DAY',
    },
  },
  { id: 'r3', drawingId: null, state: 'WAITING', terms: { kind: 'PRICE', direction: 'BELOW', price: '48.00' } },
]
const steps = (after: readonly Drawing[], more: Partial<ChangedDrawings> = {}) =>
  alertSteps({
    before: [level, line],
    after,
    rules,
    pausedIds: new Set(),
    drawn: { timing: '_D', scale: 'linear', last: 50, nowMs: day('2026-03-04') },
    ...more,
  })
const at = (drawing: Drawing, ...prices: readonly number[]): Drawing => ({
  ...drawing,
  points: drawing.points.map(({ timeMs }, index) => ({ timeMs, price: prices[index] ?? 0 })),
})

test('an alert moves with its drawing, and is reached from where the price is now', () => {
  expect(steps([at(level, 52), line])).toEqual([
    { kind: 'MOVE', ruleId: 'r1', terms: { kind: 'PRICE', direction: 'ABOVE', price: '52.00' } },
  ])
  expect(steps([level, at(line, 41, 46)])).toMatchObject([
    { kind: 'MOVE', ruleId: 'r2', terms: { from: { price: '41.0000' }, to: { price: '46.0000' } } },
  ])
})

test('a sloped line stays as straight as it was, whatever scale the chart has now', () => {
  expect(steps([level, at(line, 41, 46)])).toMatchObject([{ terms: { scale: 'LOGARITHMIC', bars: 'DAY' } }])
})

test('undo moves back, and a change of look or of another drawing moves nothing', () => {
  const moved: FollowedRule = { ...rules[0]!, terms: { kind: 'PRICE', direction: 'ABOVE', price: '52' } }
  expect(steps([level], { before: [at(level, 52)], rules: [moved] })).toEqual([
    { kind: 'MOVE', ruleId: 'r1', terms: { kind: 'PRICE', direction: 'BELOW', price: '48.00' } },
  ])
  expect(steps([{ ...level, style: { color: 'red' } }, line, { ...line, id: 'other' }])).toEqual([])
})

test('without its drawing an alert pauses, and resumes when the drawing is back', () => {
  expect(steps([line])).toEqual([{ kind: 'PAUSE', ruleId: 'r1' }])
  expect(steps([level, line], { before: [line], pausedIds: new Set(['r1']) })).toEqual([
    { kind: 'RESUME', ruleId: 'r1' },
  ])
  // One that its owner paused, or that came with a chart that was just loaded, stays as it is.
  expect(steps([line], { rules: [{ ...rules[0]!, state: 'PAUSED' }] })).toEqual([])
  expect(steps([level, line], { before: [] })).toEqual([])
})

test('a drawing without a price to cross leaves its alert where it was', () => {
  const upright: Drawing = { ...line, points: line.points.map(({ price }) => ({ timeMs: day('2026-02-02'), price })) }
  expect(steps([level, upright])).toEqual([{ kind: 'STAY', ruleId: 'r2' }])
})

test('an alert that is over does not begin again', () => {
  for (const state of ['OVER', 'EXPIRED'] as const)
    expect(steps([at(level, 52)], { rules: [{ ...rules[0]!, state }] })).toEqual([])
})
