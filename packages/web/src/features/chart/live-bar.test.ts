import type { PriceBar } from '@clubfolio/charts'
import { expect, test } from 'vitest'
import { movedBar, newerBars } from './live-bar.ts'

const bar = (timeMs: number, close = 11): PriceBar => ({ timeMs, open: 10, high: 12, low: 9, close, volume: 100 })

test('a trade inside the range of the last bar moves its close alone', () => {
  expect(movedBar(bar(1), 10.5)).toEqual({ ...bar(1), close: 10.5 })
})

test('a trade beyond the range widens it', () => {
  expect(movedBar(bar(1), 13)).toMatchObject({ high: 13, low: 9, close: 13 })
  expect(movedBar(bar(1), 8)).toMatchObject({ high: 12, low: 8, close: 8 })
})

test('an answer changes the last bar when it differs and adds the later ones', () => {
  expect(newerBars(bar(2), [bar(1), bar(2, 11.5), bar(3)])).toEqual([bar(2, 11.5), bar(3)])
  expect(newerBars(bar(2), [bar(1), bar(2)])).toEqual([])
})
