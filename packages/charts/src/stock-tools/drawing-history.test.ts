import { expect, test } from 'vitest'
import type { Drawing } from '../stock/drawing.ts'
import { createDrawingHistory } from './drawing-history.ts'

const drawing = (id: string, price = 1): Drawing => ({ id, tool: 'segment', points: [{ timeMs: 1, price }] })
const [a, b, c] = [drawing('a'), drawing('b'), drawing('c')]

test('a drawing that was added is undone and redone', () => {
  const history = createDrawingHistory()
  history.record([a], [a, b])
  expect(history.canUndo()).toBe(true)
  expect(history.undo([a, b])).toEqual([a])
  expect(history.canUndo()).toBe(false)
  expect(history.redo([a])).toEqual([a, b])
  expect(history.canRedo()).toBe(false)
})

test('deleted drawings return to their places, all of one deletion at once', () => {
  const history = createDrawingHistory()
  history.record([a, b, c], [a, c])
  history.record([a, c], [])
  expect(history.undo([])).toEqual([a, c])
  expect(history.undo([a, c])).toEqual([a, b, c])
  expect(history.redo([a, b, c])).toEqual([a, c])
})

test('a move, a colour and a text are steps of their own', () => {
  const history = createDrawingHistory()
  const moved = drawing('a', 5)
  const painted = { ...moved, style: { color: 'red' }, text: 'Q3' }
  history.record([a, b], [moved, b])
  history.record([moved, b], [painted, b])
  expect(history.undo([painted, b])).toEqual([moved, b])
  expect(history.undo([moved, b])).toEqual([a, b])
})

test('a new step ends what could be redone, and an empty one is none', () => {
  const history = createDrawingHistory()
  history.record([], [a])
  history.undo([a])
  history.record([], [])
  expect(history.canRedo()).toBe(true)
  history.record([], [b])
  expect(history.canRedo()).toBe(false)
  expect(history.redo([b])).toBeUndefined()
})

test('undoing leaves alone what another tab added, changed or deleted since', () => {
  const history = createDrawingHistory()
  const [changed, foreign] = [drawing('b', 9), drawing('x')]
  history.record([a, b], [a, b, c])
  expect(history.undo([a, changed, c, foreign])).toEqual([a, changed, foreign])
  history.record([a, b], [drawing('a', 7), b])
  expect(history.undo([b])).toEqual([b])
})

test('the last 200 steps can be undone', () => {
  const history = createDrawingHistory()
  for (let index = 0; index < 250; index++) history.record([drawing('a', index)], [drawing('a', index + 1)])
  let count = 0
  while (history.undo([drawing('a')]) !== undefined) count++
  expect(count).toBe(200)
})
