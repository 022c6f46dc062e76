// Connects a stock chart to the surrounding page: legend, range buttons, dates, scroll bar, summary and keys, all
// without React.

import { pressRange } from '../range-buttons.tsx'
import { createDebouncedTask } from '../debounced-task.ts'
import { createScrollBar, type ScrollBar } from '../scroll-bar/create-scroll-bar.ts'
import { chartTheme, type ThemeName } from '../theme.ts'
import type { ChartPlaces } from '../use-chart-places.ts'
import { pressChartKey } from './chart-key.ts'
import { createStockChart } from './create-stock-chart.ts'
import { earlierBars } from './earlier-bars.ts'
import type { OwnTrades } from './own-trade.ts'
import type { PlaceButton, PlaceRequest } from './place-button.ts'
import type { BarPeriod, PriceBar } from './price-bar.ts'
import type { PriceHandles } from './price-handles.ts'
import type { PriceLine, PriceLineListeners } from './price-line.ts'
import type { LevelName, StockChartOptions, StockChartPort, VisibleWindow } from './stock-chart-port.ts'
import { barTimeText, createStockLegend, pointedText } from './stock-legend.ts'
import { stockSummary } from './stock-summary.ts'
import type { TradeKit } from './trade-kit.ts'

export interface StockChartPlaces extends ChartPlaces {
  readonly plot: HTMLElement
  /** Over the canvas: labels of price lines, and the button that places something. */
  readonly handles: HTMLElement
}

export interface AttachedStockChart {
  readonly port: StockChartPort
  readonly setBars: (bars: readonly PriceBar[], period: BarPeriod) => void
  readonly append: (bar: PriceBar) => void
  readonly setTheme: (theme: ThemeName) => void
  readonly setTrades: (trades: OwnTrades) => void
  /** Adds labels, fills and the button that places something; until then lines have no label. */
  readonly installTrades: (kit: TradeKit) => void
  /** Offers to place something at a price; until then there is no button for it. */
  readonly setPlacing: (isOffered: boolean) => void
  readonly setPicking: (name: LevelName | undefined) => void
  readonly visibleBars: () => readonly PriceBar[]
  readonly destroy: () => void
}

export interface AttachListeners {
  readonly onVisible: (window: VisibleWindow) => void
  readonly onPick: (name: LevelName, price: number) => void
  readonly lines: PriceLineListeners
  readonly onPlace: (request: PlaceRequest) => void
}

/**
 * Delay after the last movement before the summary is rewritten: it is meant for reading, not for following the view.
 */
const restMs = 250
const clickSlackPx = 4

export function attachStockChart(
  places: StockChartPlaces,
  options: StockChartOptions,
  listeners: AttachListeners,
): AttachedStockChart {
  const port = createStockChart(places.canvas, options)
  const legend = createStockLegend(places.legend)
  /** The bars as the host last passed them; live bars received since are only in `bars`. */
  let given: readonly PriceBar[] = []
  let bars: PriceBar[] = []
  let closes: number[] = []
  let period: BarPeriod = { unit: 'day', span: 1 }
  let window: VisibleWindow | undefined
  let picking: LevelName | undefined
  let isSpoken = false
  let lines: readonly PriceLine[] = []
  let kit: TradeKit | undefined
  let handles: PriceHandles | undefined
  let hasPlacing = false
  let placeButton: PlaceButton | undefined
  /** The price to place something at by key: that of the bar under the crosshair, else the last one. */
  let pointedPrice: number | undefined

  const scrollBar: ScrollBar | undefined =
    places.scroll === null
      ? undefined
      : createScrollBar(places.scroll, {
          theme: chartTheme[options.theme],
          label: 'Visible part of the history',
          controls: places.canvas.id,
          onShow: ({ from, to }) => port.showBars(from, to),
        })

  const visibleBars = () => (window === undefined ? [] : bars.slice(window.fromIndex, window.toIndex))

  const rest = createDebouncedTask(() => {
    places.summary.textContent = stockSummary(visibleBars(), period)
  }, restMs)

  const leaveVisible = port.subscribeVisible((next) => {
    window = next
    const text = `${barTimeText(next.fromMs, period)} – ${barTimeText(next.toMs, period)}`
    if (places.dates !== null) places.dates.textContent = text
    pressRange(places.ranges, next.range)
    scrollBar?.setWindow({ from: next.fromIndex, to: next.toIndex }, text)
    rest.request()
    listeners.onVisible(next)
  })
  const leavePointed = port.subscribePointed((pointed) => {
    pointedPrice = pointed.bar.close
    legend.show(pointed, period)
    if (isSpoken) places.live.textContent = pointedText(pointed, period)
    isSpoken = false
  })

  function key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || window === undefined) return
    if (event.key === 'p' && placeButton !== undefined && pointedPrice !== undefined && !port.isCollecting()) {
      event.preventDefault()
      // What the host opens listens on the document, where this key would count as one beside it.
      event.stopPropagation()
      placeButton.placeAt(pointedPrice)
      return
    }
    const isMeant = pressChartKey(port, event, bars.length, { from: window.fromIndex, to: window.toIndex })
    if (isMeant) event.preventDefault()
    isSpoken = isMeant && event.key.startsWith('Arrow')
  }

  function offerPlacing(): void {
    const isOffered = hasPlacing && kit !== undefined
    if (isOffered === (placeButton !== undefined)) return
    placeButton?.destroy()
    placeButton = isOffered
      ? kit?.createPlaceButton({ port, plot: places.plot, layer: places.handles, onPlace: listeners.onPlace })
      : undefined
  }

  function press(down: PointerEvent): void {
    if (picking === undefined || down.button !== 0) return
    const name = picking
    const release = (up: PointerEvent) => {
      if (Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) > clickSlackPx) return
      const price = port.priceAt(up.clientX, up.clientY)
      if (price !== undefined) listeners.onPick(name, price)
    }
    places.canvas.addEventListener('pointerup', release, { once: true, capture: true })
  }

  places.canvas.addEventListener('keydown', key)
  places.canvas.addEventListener('pointerdown', press, true)

  return {
    port,
    setBars: (next, nextPeriod) => {
      const earlier =
        period.unit === nextPeriod.unit && period.span === nextPeriod.span ? earlierBars(given, next) : undefined
      given = next
      if (earlier !== undefined) {
        bars = [...earlier, ...bars]
        closes = bars.map(({ close }) => close)
        scrollBar?.setHistory(closes)
        port.prependBars(earlier)
        return
      }
      bars = [...next]
      period = nextPeriod
      closes = bars.map(({ close }) => close)
      scrollBar?.setHistory(closes)
      port.setBars(bars, period)
    },
    append: (bar) => {
      port.append(bar)
      const place = bars.at(-1)?.timeMs === bar.timeMs ? bars.length - 1 : bars.length
      bars[place] = bar
      closes[place] = bar.close
      scrollBar?.setHistory(closes)
    },
    setTheme: (theme) => {
      port.setTheme(theme)
      scrollBar?.setTheme(chartTheme[theme])
    },
    setTrades: (trades) => {
      // The labels first: a line that was dropped ends its preview before it is drawn where it belongs now.
      lines = trades.lines
      handles?.setLines(lines)
      port.setTrades(trades)
    },
    installTrades: (loaded) => {
      if (kit !== undefined) return
      kit = loaded
      handles = kit.createPriceHandles(
        {
          port,
          layer: places.handles,
          canvas: places.canvas,
          live: places.live,
          isTaken: () => picking !== undefined,
        },
        listeners.lines,
      )
      handles.setLines(lines)
      port.installFills(kit.drawFills)
      offerPlacing()
    },
    setPlacing: (isOffered) => {
      hasPlacing = isOffered
      offerPlacing()
    },
    setPicking: (name) => {
      picking = name
      places.plot.toggleAttribute('data-picking', name !== undefined)
    },
    visibleBars,
    destroy: () => {
      rest.cancel()
      places.canvas.removeEventListener('keydown', key)
      places.canvas.removeEventListener('pointerdown', press, true)
      handles?.destroy()
      placeButton?.destroy()
      leaveVisible()
      leavePointed()
      scrollBar?.destroy()
      legend.destroy()
      port.destroy()
    },
  }
}
