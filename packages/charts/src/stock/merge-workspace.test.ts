import { expect, test } from 'vitest'
import type { Drawing } from './drawing.ts'
import { mergeWorkspaces } from './merge-workspace.ts'
import { defaultWorkspace, type StockWorkspace } from './stock-workspace.ts'

const drawing = (id: string, price = 1): Drawing => ({ id, tool: 'segment', points: [{ timeMs: 1, price }] })
const chart = (drawings: readonly Drawing[], more: Partial<StockWorkspace> = {}): StockWorkspace => ({
  ...defaultWorkspace,
  ...more,
  drawings,
})
const [a, b, mineNew, theirNew] = [drawing('a'), drawing('b'), drawing('m'), drawing('t')]

test('what either copy added is in the merged chart, the saved one first', () => {
  expect(
    mergeWorkspaces({ base: chart([a]), mine: chart([a, mineNew]), theirs: chart([a, theirNew]) }).drawings,
  ).toEqual([a, theirNew, mineNew])
})

test('what either copy deleted or changed is deleted or changed', () => {
  const moved = drawing('b', 5)
  expect(mergeWorkspaces({ base: chart([a, b]), mine: chart([b]), theirs: chart([a, moved]) }).drawings).toEqual([
    moved,
  ])
  expect(mergeWorkspaces({ base: chart([a, b]), mine: chart([a, moved]), theirs: chart([b]) }).drawings).toEqual([
    moved,
  ])
})

test('a drawing that one copy changed and the other deleted is kept', () => {
  const moved = drawing('a', 5)
  expect(mergeWorkspaces({ base: chart([a]), mine: chart([moved]), theirs: chart([]) }).drawings).toEqual([moved])
  expect(mergeWorkspaces({ base: chart([a]), mine: chart([]), theirs: chart([moved]) }).drawings).toEqual([moved])
})

test('where both changed one drawing, this copy counts', () => {
  const [mine, theirs] = [drawing('a', 5), drawing('a', 7)]
  expect(mergeWorkspaces({ base: chart([a]), mine: chart([mine]), theirs: chart([theirs]) }).drawings).toEqual([mine])
})

test('an unchanged copy takes over the other one, and merging again changes nothing', () => {
  const theirs = chart([b], { type: 'line', scale: 'linear', levels: { support: { price: 3 } }, indicators: [] })
  expect(mergeWorkspaces({ base: chart([a]), mine: chart([a]), theirs })).toEqual(theirs)
  const mine = chart([a, mineNew], { type: 'candle' })
  const merged = mergeWorkspaces({ base: chart([a]), mine, theirs })
  expect(mergeWorkspaces({ base: theirs, mine: merged, theirs: merged })).toEqual(merged)
})

test('type, scale and indicators are merged one by one', () => {
  const [sma, rsi] = [
    { key: 'sma', params: [20] },
    { key: 'rsi', params: [14] },
  ]
  const base = chart([], { indicators: [sma] })
  const merged = mergeWorkspaces({
    base,
    mine: chart([], { type: 'candle', indicators: [{ key: 'sma', params: [50] }] }),
    theirs: chart([], { scale: 'linear', indicators: [sma, rsi] }),
  })
  expect(merged).toMatchObject({ type: 'candle', scale: 'linear' })
  expect(merged.indicators).toEqual([{ key: 'sma', params: [50] }, rsi])
})

test('a resistance here and a support there are both kept, unless they contradict each other', () => {
  const levels = (mine: StockWorkspace['levels'], theirs: StockWorkspace['levels']) =>
    mergeWorkspaces({ base: chart([]), mine: chart([], { levels: mine }), theirs: chart([], { levels: theirs }) })
      .levels
  const support = { support: { price: 10 }, stopLoss: { price: 9.7 } }
  expect(levels({ resistance: { price: 12 } }, support)).toEqual({ resistance: { price: 12 }, support: { price: 10 } })
  expect(levels(support, { resistance: { price: 12 } })).toEqual({ ...support, resistance: { price: 12 } })
  expect(levels({ resistance: { price: 8 } }, support)).toEqual({ resistance: { price: 8 } })
})
