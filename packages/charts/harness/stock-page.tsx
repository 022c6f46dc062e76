// The stock chart on generated bars; alt + double click switches the theme of the mounted chart.

import { Profiler, useEffect, useState, type ReactElement } from 'react'
import type {
  BarType,
  LevelName,
  OwnTrades,
  PlaceRequest,
  PriceBar,
  PriceScale,
  StockTools,
  ThemeName,
} from '../src/index.ts'
import { StockChart, type StockChartHandle } from '../src/stock.ts'
import { stockToolKit } from '../src/stock-tools.ts'
import { stockTradeKit } from '../src/stock-trades.ts'
import { exampleLines } from './example-lines.ts'
import { randomBars } from './random-walk.ts'

interface Harness {
  chart: StockChartHandle | undefined
  tools: StockTools | undefined
  renders: number
  picked: [LevelName, number][]
  /** What the reader did with price lines: "move stop 118.2". */
  done: string[]
  placed: PlaceRequest[]
  setTrades: (trades: OwnTrades) => void
  /** Prepends `count` generated days before the first bar. */
  prependHistory: (count: number) => void
  replaceHistory: (bars: readonly PriceBar[], isIntraday?: boolean) => void
}

declare global {
  interface Window {
    harness: Harness
  }
}

window.harness = {
  chart: undefined,
  tools: undefined,
  renders: 0,
  picked: [],
  done: [],
  placed: [],
  setTrades: () => undefined,
  prependHistory: () => undefined,
  replaceHistory: () => undefined,
}

const minuteMs = 60_000

export function StockPage({
  query,
  theme: firstTheme,
}: {
  readonly query: URLSearchParams
  readonly theme: ThemeName
}): ReactElement {
  const [isIntraday, setIntraday] = useState(query.has('intraday'))
  const [bars, setBars] = useState<readonly PriceBar[]>(() =>
    randomBars({
      count: Number(query.get('count') ?? 1_000),
      lastMs: isIntraday ? Date.parse('2026-07-01T19:59:00Z') : Date.parse('2026-11-20T00:00:00Z'),
      stepMs: isIntraday ? minuteMs : 1_440 * minuteMs,
      start: Number(query.get('start') ?? 120),
      seed: Number(query.get('seed') ?? 7),
    }),
  )
  const last = bars.at(-1)?.close ?? 0
  const [trades, setTrades] = useState<OwnTrades | undefined>(
    query.has('lines') ? { fills: [], lines: exampleLines(Number(query.get('lines')), last) } : undefined,
  )
  useEffect(() => {
    const dayMs = 1_440 * minuteMs
    window.harness.prependHistory = (count) =>
      setBars((shown) => [
        ...randomBars({ count, lastMs: (shown[0]?.timeMs ?? 0) - dayMs, stepMs: dayMs, start: 80, seed: 3 }),
        ...shown,
      ])
    window.harness.setTrades = setTrades
    window.harness.replaceHistory = (next, isBelowDay = false) => {
      setIntraday(isBelowDay)
      setBars(next)
    }
  }, [])
  const [theme, setTheme] = useState(firstTheme)
  const [levels] = useState(
    query.has('levels')
      ? {
          resistance: { price: Math.round(last * 102) / 100 },
          support: { price: Math.round(last * 94) / 100 },
          stopLoss: { price: Math.round(last * 94 * 0.97) / 100, note: '3% below support' },
        }
      : {},
  )
  return (
    <Profiler
      id="stock"
      onRender={() => {
        window.harness.renders += 1
      }}
    >
      <div
        style={{ height: '100%' }}
        onDoubleClick={(event) => {
          if (event.altKey) setTheme(theme === 'dark' ? 'light' : 'dark')
        }}
      >
        <StockChart
          title="Corvane Systems"
          bars={bars}
          theme={theme}
          levels={levels}
          period={isIntraday ? { unit: 'minute', span: 1 } : { unit: 'day', span: 1 }}
          type={(query.get('type') ?? 'ohlc') as BarType}
          scale={(query.get('scale') ?? 'logarithmic') as PriceScale}
          range={query.has('all') ? 'All' : 'YTD'}
          hasVolume={query.has('volume')}
          picking={query.has('picking') ? 'resistance' : undefined}
          onPick={(name, price) => {
            window.harness.picked.push([name, price])
          }}
          trades={trades}
          tradeKit={stockTradeKit}
          lineListeners={{
            previewMove: (id, price) => ({
              note: `${(price - last).toFixed(2)} away`,
              tone: price < last ? 'down' : 'up',
              ...(id === 'line-1' && price >= last ? { refusal: 'A sell stop has to be below the last price.' } : {}),
            }),
            onMove: (id, price) => window.harness.done.push(`move ${id} ${price}`),
            onRemove: (id) => window.harness.done.push(`remove ${id}`),
            onOpen: (id) => window.harness.done.push(`open ${id}`),
          }}
          onPlace={
            query.has('placing')
              ? (request) => {
                  window.harness.placed.push(request)
                }
              : undefined
          }
          onReady={(chart) => {
            window.harness.chart = chart
            window.harness.tools = query.has('bare') ? undefined : chart?.install(stockToolKit)
          }}
          onVisible={() => {
            document.body.dataset['ready'] = ''
          }}
        />
      </div>
    </Profiler>
  )
}
