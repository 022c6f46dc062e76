// What the benchmark measures: our chart, and the charting library alone on the same bars, mounted in turn in one page. Frames are run
// by hand, so that what is timed is the script's work in a frame, and neither the wait for the screen nor the painting that both share.

import { dispose, init, type Chart } from 'klinecharts'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { PriceBar, StockWorkspace } from '../src/index.ts'
import { StockChart, type StockChartHandle } from '../src/stock.ts'
import { stockToolKit } from '../src/stock-tools.ts'
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
  readonly mount: (kind: 'ours' | 'bare', count: number, indicators: number, drawings: number) => Promise<number>
  readonly unmount: () => void
  readonly pan: (frames: number) => Promise<number>
  readonly crosshair: (frames: number) => Promise<number>
  readonly append: (bars: number) => Promise<number>
  readonly showLast: (bars: number) => Promise<void>
  readonly saveAndLoad: () => Promise<number>
}

declare global {
  interface Window { bench: Bench }
}

let queue: FrameRequestCallback[] = []
window.requestAnimationFrame = (callback) => queue.push(callback)
window.cancelAnimationFrame = (handle) => { queue[handle - 1] = () => {} }

function runFrame(): void {
  const due = queue
  queue = []
  for (const callback of due) callback(performance.now())
}

/** Indicators are computed behind promises and ask for a further frame: three rounds bring every chart to rest. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (let turn = 0; turn < 8; turn++) await Promise.resolve()
    runFrame()
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
    version: 1, type: 'ohlc', scale: 'logarithmic',
    levels: { resistance: { price: last * 1.02 }, support: { price: last * 0.94 }, stopLoss: { price: last * 0.91, note: '3% below support' } },
    indicators: keys.slice(0, indicators).map((key) => ({ key, params: [] })),
    drawings: Array.from({ length: drawings }, (_, index) => {
      const [from, to] = [all.at(-20 - index), all.at(-5 - index)]
      return { id: `drawing-${index + 1}`, tool: 'segment', points: [{ timeMs: from?.timeMs ?? 0, price: from?.low ?? 0 }, { timeMs: to?.timeMs ?? 0, price: to?.high ?? 0 }] }
    }),
  }
}

const place = document.getElementById('root') ?? document.body
let mounted: Mounted | undefined
let wanted: StockWorkspace | undefined
/** Bars added since the chart was mounted. */
let added = 0

function mountOurs(element: HTMLElement, count: number): Mounted {
  const root = createRoot(element)
  let handle: StockChartHandle | undefined
  const onReady = (ready: StockChartHandle | undefined) => {
    handle = ready
    ready?.install(stockToolKit)
  }
  flushSync(() => root.render(createElement(StockChart, { title: 'Corvane Systems', bars: bars(count), period: { unit: 'day', span: 1 }, theme: 'light', range: 'YTD', onReady })))
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
  chart.setDataLoader({ getBars: ({ callback }) => callback(all.map(({ timeMs: timestamp, ...rest }) => ({ timestamp, ...rest })), false) })
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

async function timed(work: () => void): Promise<number> {
  const start = performance.now()
  work()
  await settle()
  return performance.now() - start
}

function present(): Mounted {
  if (mounted === undefined) throw new Error('no chart is mounted')
  return mounted
}

window.bench = {
  mount: async (kind, count, indicators, drawings) => {
    const element = document.createElement('div')
    element.style.height = '100%'
    place.append(element)
    added = 0
    wanted = workspace(bars(count), indicators, drawings)
    return await timed(() => {
      mounted = kind === 'ours' ? mountOurs(element, count) : mountBare(element, count)
      if (wanted !== undefined) mounted.load(wanted)
    })
  },
  unmount: () => {
    mounted?.unmount()
    mounted = undefined
    queue = []
    place.replaceChildren()
  },
  pan: async (frames) => {
    let total = 0
    for (let frame = 0; frame < frames; frame++) {
      const start = performance.now()
      present().pan(frame % 20 < 10 ? -0.02 : 0.02)
      await settle()
      total += performance.now() - start
    }
    return total / frames
  },
  crosshair: async (frames) => {
    const surface = place.querySelector('canvas')?.parentElement
    if (surface === null || surface === undefined) throw new Error('no surface')
    const box = place.getBoundingClientRect()
    let total = 0
    for (let frame = 0; frame < frames; frame++) {
      const start = performance.now()
      surface.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, clientX: box.left + 100 + frame * 7, clientY: box.top + 150 + (frame % 30), view: window }))
      await settle()
      total += performance.now() - start
    }
    return total / frames
  },
  append: async (count) => {
    const all = [...barsOf.values()].at(-1)
    const last = all?.at(-1)
    if (last === undefined) throw new Error('no bars')
    let total = 0
    for (let index = 0; index < count; index++) {
      added += 1
      const start = performance.now()
      present().append({ ...last, timeMs: lastMs + added * dayMs })
      await settle()
      total += performance.now() - start
    }
    return total / count
  },
  showLast: async (count) => {
    present().showLast(count)
    await settle()
  },
  saveAndLoad: async () => await timed(() => {
    const text = present().save()
    present().load(JSON.parse(text) as StockWorkspace)
  }),
}

document.body.dataset['ready'] = ''
