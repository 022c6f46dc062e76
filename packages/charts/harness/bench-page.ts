// Benchmark page: our chart, and the charting library alone on the same bars, mounted in turn in one page. Whole frames
// are timed, script and painting; the browser runs without a frame rate limit, so that no frame waits for a screen.

import { dispose, init, type Chart } from 'klinecharts'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { PriceBar, StockWorkspace } from '../src/index.ts'
import { StockChart, type StockChartHandle } from '../src/stock.ts'
import { stockToolKit } from '../src/stock-tools.ts'
import { stockTradeKit } from '../src/stock-trades.ts'
import { exampleLines } from './example-lines.ts'
import { randomBars } from './random-walk.ts'

interface Mounted {
  readonly pan: (share: number) => void
  readonly append: (bar: PriceBar) => void
  readonly showLast: (bars: number) => void
  readonly load: (workspace: StockWorkspace) => void
  readonly save: () => string
  readonly unmount: () => void
}

interface Bench {
  readonly mount: (
    kind: 'ours' | 'bare',
    count: number,
    parts: { readonly indicators: number; readonly drawings: number; readonly lines?: number },
  ) => Promise<number>
  readonly unmount: () => void
  readonly pan: (frames: number) => Promise<number>
  readonly crosshair: (frames: number) => Promise<number>
  readonly append: (bars: number) => Promise<number>
  readonly showLast: (bars: number) => Promise<void>
  readonly saveAndLoad: () => Promise<number>
}

declare global {
  interface Window {
    bench: Bench
  }
}

const ticker = document.createElement('canvas').getContext('2d')

/**
 * Waits until the browser has painted the current state: a frame's callbacks run before its painting, the next frame's
 * after it. A frame without changes would still wait for the screen, so one pixel outside of the charts changes in
 * each.
 */
async function painted(frames: number): Promise<void> {
  for (let frame = 0; frame < frames; frame++) {
    ticker?.fillRect(0, 0, 1, 1)
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
  }
}

const lastMs = Date.parse('2026-11-20T00:00:00Z')
const dayMs = 86_400_000
const barsOf = new Map<number, PriceBar[]>()
function bars(count: number): PriceBar[] {
  const known = barsOf.get(count) ?? randomBars({ count, lastMs, stepMs: dayMs, start: 120, seed: 7 })
  barsOf.set(count, known)
  return known
}

const keys = ['ema', 'rsi', 'sma', 'macd', 'atr', 'bollinger']

function workspace(all: readonly PriceBar[], indicators: number, drawings: number): StockWorkspace {
  const last = all.at(-1)?.close ?? 1
  return {
    version: 1,
    type: 'ohlc',
    scale: 'logarithmic',
    levels: {
      resistance: { price: last * 1.02 },
      support: { price: last * 0.94 },
      stopLoss: { price: last * 0.91, note: '3% below support' },
    },
    indicators: keys.slice(0, indicators).map((key) => ({ key, params: [] })),
    drawings: Array.from({ length: drawings }, (_, index) => {
      const [from, to] = [all.at(-20 - index), all.at(-5 - index)]
      return {
        id: `drawing-${index + 1}`,
        tool: 'segment',
        points: [
          { timeMs: from?.timeMs ?? 0, price: from?.low ?? 0 },
          { timeMs: to?.timeMs ?? 0, price: to?.high ?? 0 },
        ],
      }
    }),
  }
}

const place = document.getElementById('root') ?? document.body
let mounted: Mounted | undefined
let wanted: StockWorkspace | undefined
/** Bars added since the chart was mounted. */
let added = 0

function mountOurs(element: HTMLElement, count: number, lines: number): Mounted {
  const root = createRoot(element)
  let handle: StockChartHandle | undefined
  const onReady = (ready: StockChartHandle | undefined) => {
    handle = ready
    ready?.install(stockToolKit)
  }
  flushSync(() =>
    root.render(
      createElement(StockChart, {
        title: 'Corvane Systems',
        bars: bars(count),
        period: { unit: 'day', span: 1 },
        theme: 'light',
        range: 'YTD',
        trades: { fills: [], lines: exampleLines(lines, bars(count).at(-1)?.close ?? 1) },
        tradeKit: stockTradeKit,
        onReady,
      }),
    ),
  )
  const chart = () => {
    if (handle === undefined) throw new Error('the chart is not there')
    return handle
  }
  return {
    pan: (share) => chart().pan(share),
    append: (bar) => chart().append(bar),
    showLast: (shown) => chart().showBars(count - shown, count),
    load: (saved) => chart().load(saved),
    save: () => JSON.stringify(chart().save()),
    unmount: () => flushSync(() => root.unmount()),
  }
}

function mountBare(element: HTMLElement, count: number): Mounted {
  const all = bars(count)
  const chart: Chart | null = init(element, { layout: { barSpaceLimit: { min: 0.2, max: 30 } } })
  if (chart === null) throw new Error('the bare chart could not be made')
  chart.setSymbol({ ticker: 'bars', pricePrecision: 2, volumePrecision: 0 })
  chart.setPeriod({ type: 'day', span: 1 })
  chart.setStyles({ candle: { type: 'ohlc' } })
  chart.setDataLoader({
    getBars: ({ callback }) =>
      callback(
        all.map(({ timeMs: timestamp, ...rest }) => ({ timestamp, ...rest })),
        false,
      ),
  })
  const width = () => chart.getSize('candle_pane', 'main')?.width ?? 0
  const showLast = (shown: number) => {
    chart.setBarSpace(width() / shown)
    chart.scrollToRealTime()
  }
  showLast(231)
  return {
    pan: (share) => chart.scrollByDistance(-share * width()),
    append: () => undefined,
    showLast,
    load: () => undefined,
    save: () => '',
    unmount: () => dispose(chart),
  }
}

/**
 * Measures until the frame that shows the work is painted, which is when the next one starts. Indicators are computed
 * asynchronously and need one more frame.
 */
async function timed(work: () => void, framesToRest: 1 | 2): Promise<number> {
  await painted(2)
  const start = performance.now()
  work()
  await painted(framesToRest + 1)
  return performance.now() - start
}

/** Returns the mean time of a frame over `frames` frames, each with its own change. */
async function timedFrames(frames: number, change: (frame: number) => void): Promise<number> {
  await painted(2)
  const start = performance.now()
  for (let frame = 0; frame < frames; frame++) {
    change(frame)
    await painted(1)
  }
  return (performance.now() - start) / frames
}

function present(): Mounted {
  if (mounted === undefined) throw new Error('no chart is mounted')
  return mounted
}

window.bench = {
  mount: async (kind, count, { indicators, drawings, lines = 0 }) => {
    const element = document.createElement('div')
    element.style.height = '100%'
    place.append(element)
    added = 0
    wanted = workspace(bars(count), indicators, drawings)
    return await timed(() => {
      mounted = kind === 'ours' ? mountOurs(element, count, lines) : mountBare(element, count)
      if (wanted !== undefined) mounted.load(wanted)
    }, 2)
  },
  unmount: () => {
    mounted?.unmount()
    mounted = undefined
    place.replaceChildren()
  },
  pan: (frames) => timedFrames(frames, (frame) => present().pan(frame % 20 < 10 ? -0.02 : 0.02)),
  crosshair: async (frames) => {
    const surface = place.querySelector('canvas')?.parentElement
    if (surface === null || surface === undefined) throw new Error('no surface')
    const box = place.getBoundingClientRect()
    return await timedFrames(frames, (frame) => {
      surface.dispatchEvent(
        new MouseEvent('mousemove', {
          bubbles: true,
          clientX: box.left + 100 + frame * 7,
          clientY: box.top + 150 + (frame % 30),
          view: window,
        }),
      )
    })
  },
  append: async (count) => {
    const last = [...barsOf.values()].at(-1)?.at(-1)
    if (last === undefined) throw new Error('no bars')
    return await timedFrames(count, () => {
      added += 1
      present().append({ ...last, timeMs: lastMs + added * dayMs })
    })
  },
  showLast: async (count) => {
    present().showLast(count)
    await painted(2)
  },
  // Times the work alone: the frame that shows it afterwards is a pan frame, which has its own budget.
  saveAndLoad: async () => {
    await painted(2)
    const start = performance.now()
    const text = present().save()
    present().load(JSON.parse(text) as StockWorkspace)
    return performance.now() - start
  },
}

if (ticker) {
  Object.assign(ticker.canvas.style, { position: 'fixed', right: '0', bottom: '0', width: '1px', height: '1px' })
  document.body.append(ticker.canvas)
}
document.body.dataset['ready'] = ''
