// History and comparison charts on generated values.

import { useState, type ReactElement } from 'react'
import type { ChartRange, ThemeName } from '../src/index.ts'
import { ComparisonChart, HistoryChart, type HistoryChartHandle, type HistoryChartProps } from '../src/history.ts'
import { randomHistory } from './random-walk.ts'

type Later = Partial<Pick<HistoryChartProps, 'points' | 'growth' | 'payments'>>

declare global {
  interface Window {
    history_: HistoryChartHandle | undefined
    /** Later values, and the gains and payments that arrive after them. */
    receive_: ((later: Later) => void) | undefined
    readonly points_: HistoryChartProps['points']
    /** Gives each compared line another last value. */
    raise_: (() => void) | undefined
  }
}

const lastMs = Date.parse('2026-11-20T00:00:00Z')
const dayMs = 86_400_000

function markReady(): void {
  document.body.dataset['ready'] = ''
}

interface PageProps {
  readonly query: URLSearchParams
  readonly theme: ThemeName
}

export function HistoryPage({ query, theme }: PageProps): ReactElement {
  const isStepped = query.has('stepped')
  const [points] = useState(() => {
    const walk = randomHistory({
      count: Number(query.get('count') ?? 1_000),
      lastMs,
      stepMs: query.has('minutes') ? 300_000 : dayMs,
      start: 240_000,
      seed: 11,
    })
    const first = walk[0]?.value ?? 0
    if (isStepped)
      return walk
        .filter((_, index) => index % 24 === 0)
        .map(({ timeMs, value }) => ({ timeMs, value: Math.round((value - first) / 50) }))
    return walk
  })
  const [later, setLater] = useState<Later>({})
  return (
    <HistoryChart
      title="Wallet Historic"
      name="Capital"
      points={points}
      {...later}
      theme={theme}
      isStepped={isStepped}
      hasTime={query.has('minutes')}
      range={(query.get('range') ?? 'YTD') as ChartRange}
      rangesAt={query.has('head') ? 'head' : 'foot'}
      onReady={(handle) => {
        window.history_ = handle
        Object.assign(window, { receive_: setLater, points_: points })
        markReady()
      }}
    />
  )
}

function percentOf(seed: number) {
  const walk = randomHistory({ count: 220, lastMs, stepMs: dayMs, start: 100, seed })
  const first = walk[0]?.value ?? 1
  return walk.map(({ timeMs, value }) => ({ timeMs, value: (value / first - 1) * 100 }))
}

export function ComparisonPage({ theme }: PageProps): ReactElement {
  const [series, setSeries] = useState(() => [
    { id: 'defaultAccount', name: 'Account', points: percentOf(3) },
    { id: 'SPY', name: 'SPY', points: percentOf(5) },
    { id: 'QQQ', name: 'QQQ', points: percentOf(8) },
  ])
  const raise = () =>
    setSeries((before) =>
      before.map((line) => ({
        ...line,
        points: line.points.map((point, place) =>
          place === line.points.length - 1 ? { ...point, value: point.value + 5 } : point,
        ),
      })),
    )
  return (
    <ComparisonChart
      title="Wallet Comparison"
      series={series}
      theme={theme}
      onReady={() => {
        window.raise_ = raise
        markReady()
      }}
    />
  )
}
