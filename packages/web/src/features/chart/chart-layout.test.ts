import { describe, expect, test } from 'vitest'
import {
  arrangeCharts,
  isRepeated,
  keepLayout,
  linkBy,
  oneChart,
  sameInstant,
  showInActive,
  shownCells,
  type ChartLayout,
} from './chart-layout.ts'

const spy = { symbol: 'SPY', timing: '_D' } as const
const qqq = { symbol: 'QQQ', timing: '_D' } as const
const words = (layout: ChartLayout) => shownCells(layout).map(({ symbol, timing }) => `${symbol}${timing}`)
const one = showInActive(oneChart, spy)
const four = arrangeCharts(one, 'FOUR')

describe('an arrangement', () => {
  test('begins with the chart in view and adds the same company with other bars', () => {
    expect(words(one)).toEqual(['SPY_D'])
    expect(words(arrangeCharts(one, 'COLUMNS'))).toEqual(['SPY_D', 'SPY_W'])
    expect(words(four)).toEqual(['SPY_D', 'SPY_W', 'SPY_MONTH', 'SPY_1H'])
  })

  test('keeps what a smaller one hides, and the active chart in view', () => {
    const third = { ...four, active: 2 }
    const small = arrangeCharts(third, 'ONE')
    expect([words(small), small.active]).toEqual([['SPY_MONTH'], 0])
    expect(words(arrangeCharts(small, 'FOUR'))).toEqual(['SPY_MONTH', 'SPY_D', 'SPY_W', 'SPY_1H'])
    expect(words(arrangeCharts({ ...four, active: 1 }, 'ROWS'))).toEqual(['SPY_D', 'SPY_W'])
  })
})

describe('charts that share', () => {
  test('the company follow the active one with their own bars, and never show one chart twice', () => {
    expect(words(showInActive(four, qqq))).toEqual(['QQQ_D', 'QQQ_W', 'QQQ_MONTH', 'QQQ_1H'])
    expect(words(showInActive(four, { symbol: 'SPY', timing: '_W' }))).toEqual([
      'SPY_W',
      'SPY_D',
      'SPY_MONTH',
      'SPY_1H',
    ])
    expect(words(showInActive({ ...four, active: 3 }, { symbol: 'QQQ', timing: '_MONTH' }))).toEqual([
      'QQQ_D',
      'QQQ_W',
      'QQQ_1H',
      'QQQ_MONTH',
    ])
  })

  test('nothing are changed one by one', () => {
    const free = linkBy(four, 'NONE')
    expect(words(showInActive(free, qqq))).toEqual(['QQQ_D', 'SPY_W', 'SPY_MONTH', 'SPY_1H'])
  })

  test('the bar length follow it with their own companies; two of one company are told apart', () => {
    const pair = arrangeCharts(linkBy(one, 'NONE'), 'COLUMNS')
    const two = linkBy(showInActive({ ...pair, active: 1 }, qqq), 'TIMING')
    expect(words(showInActive(two, { symbol: 'QQQ', timing: '_15M' }))).toEqual(['SPY_15M', 'QQQ_15M'])
    const twice = linkBy(pair, 'TIMING')
    expect([words(twice), isRepeated(twice, 0), isRepeated(twice, 1)]).toEqual([['SPY_D', 'SPY_D'], false, true])
  })
})

test('showing what is shown already changes nothing', () => {
  expect(showInActive(four, spy)).toBe(four)
})

test('an instant is found on charts of other bars', () => {
  const at = (iso: string) => Date.parse(iso)
  expect(sameInstant(at('2026-03-04T00:00:00Z'), '_D', '_5M')).toBe(at('2026-03-04T14:30:00Z'))
  // A month begins on a Sunday: its first session is the day after.
  expect(sameInstant(at('2026-03-01T00:00:00Z'), '_MONTH', '_1H')).toBe(at('2026-03-02T14:30:00Z'))
  expect(sameInstant(at('2026-03-04T16:15:00Z'), '_15M', '_D')).toBe(at('2026-03-04T00:00:00Z'))
  expect(sameInstant(at('2026-03-04T00:00:00Z'), '_D', '_W')).toBe(at('2026-03-04T00:00:00Z'))
})

test('a layout is kept once under its name, the newest first', () => {
  const kept = keepLayout(keepLayout([], 'Morning', one), 'Swing', four)
  expect(keepLayout(kept, 'morning', four)).toEqual([
    { name: 'morning', layout: four },
    { name: 'Swing', layout: four },
  ])
})
