import type { PointedBar, StockChartPort } from '@clubfolio/charts'
import { expect, test } from 'vitest'
import { linkCrosshairs, type LinkedChart } from './link-crosshairs.ts'

const pointed = (iso: string, more: Partial<PointedBar> = {}): PointedBar => ({
  bar: { timeMs: Date.parse(iso), open: 1, high: 1, low: 1, close: 1, volume: 1 },
  previousClose: undefined,
  joinedBars: 1,
  isUnderCrosshair: true,
  isLed: false,
  ...more,
})

function chartOf(timing: LinkedChart['timing']) {
  const listeners = new Set<(bar: PointedBar) => void>()
  const shown: (string | undefined)[] = []
  const port: LinkedChart['port'] = {
    subscribePointed: (listener: Parameters<StockChartPort['subscribePointed']>[0]) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    pointAt: (timeMs) => {
      shown.push(timeMs === undefined ? undefined : new Date(timeMs).toISOString().slice(0, 16))
    },
  }
  return { chart: { port, timing }, shown, point: (bar: PointedBar) => listeners.forEach((listener) => listener(bar)) }
}

test('the bar under the pointer of one chart is shown in the others, and hidden with it', () => {
  const [day, week, minute] = [chartOf('_D'), chartOf('_W'), chartOf('_5M')]
  const leave = linkCrosshairs([day.chart, week.chart, minute.chart])
  day.point(pointed('2026-03-04T00:00:00Z'))
  day.point(pointed('2026-03-04T00:00:00Z', { isUnderCrosshair: false }))
  expect([day.shown, week.shown, minute.shown]).toEqual([
    [],
    ['2026-03-04T00:00', undefined],
    ['2026-03-04T14:30', undefined],
  ])
  leave()
  day.point(pointed('2026-03-05T00:00:00Z'))
  expect(week.shown).toHaveLength(2)
})

test('a chart that is led leads no other one, nor does a new last bar', () => {
  const [one, other] = [chartOf('_D'), chartOf('_W')]
  linkCrosshairs([one.chart, other.chart])
  one.point(pointed('2026-03-04T00:00:00Z', { isLed: true }))
  one.point(pointed('2026-03-04T00:00:00Z', { isUnderCrosshair: false }))
  expect(other.shown).toEqual([])
})
