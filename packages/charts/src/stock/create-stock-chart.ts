// The stock chart on klinecharts: combines feed, view, axes, marks and drawings into one port. Independent of React.

import { dispose, init, utils } from 'klinecharts'
import { bigCountText, dayMinuteText, dayText, priceText } from '../chart-text.ts'
import { createFrameTask } from '../frame.ts'
import { createListeners } from '../listeners.ts'
import { chartFont, chartTheme } from '../theme.ts'
import { createCrosshair } from './kline-crosshair.ts'
import { axisNames, chosenRanges, priceAxisTicks, timeAxisTicks } from './kline-axis.ts'
import { KlineFeed } from './kline-feed.ts'
import { createLevels } from './kline-level.ts'
import { exportPicture, type PictureType } from './kline-picture.ts'
import { readPlaces, type PricePlaces } from './kline-place.ts'
import { barTypeStyle, themeStyle } from './kline-style.ts'
import { barSpaceLimit, createKlineView } from './kline-view.ts'
import { setVolumePane } from './kline-volume.ts'
import { isIntraday, type BarPeriod, type PriceBar } from './price-bar.ts'
import type { PriceScale } from './price-tick.ts'
import type { StockChartOptions, StockChartPort } from './stock-chart-port.ts'
import { defaultWorkspace, type StockWorkspace } from './stock-workspace.ts'
import type { TradeFill } from './own-trade.ts'
import type { CarriedTools, InstalledTools } from './tool-kit.ts'
import type { TradeKit } from './trade-kit.ts'

const candlePane = 'candle_pane'
const axisGapsPx = 20
const axisMinPx = 56
const volumeAverage = 20

/** Draws an empty stock chart into `element`, which keeps its size; `destroy` restores the element. */
export function createStockChart(element: HTMLElement, options: StockChartOptions): StockChartPort {
  let period: BarPeriod = { unit: 'day', span: 1 }
  let { theme, type, scale } = options
  let wantedScale = scale
  let axisWidthPx = axisMinPx

  const created = init(element, {
    locale: 'en-US',
    timezone: 'UTC',
    styles: themeStyle(chartTheme[theme]),
    layout: { barSpaceLimit, pane: { minHeight: 40 } },
    decimalFold: { threshold: 12 },
    // The library listens on the whole document; our keys belong to the focused chart.
    hotkey: { enabled: false },
    formatter: {
      formatDate: ({ timestamp }) =>
        isIntraday(period)
          ? dayMinuteText(timestamp)
          : dayText(timestamp, 'UTC').slice(0, period.unit === 'month' ? 7 : 10),
      formatBigNumber: (value) => bigCountText(Math.round(Number(value))),
    },
  })
  if (created === null) throw new Error('the stock chart could not be created in its element')
  const chart = created

  const feed = new KlineFeed(chart)
  /** Measured only on resize: reading it in every frame would force a layout in every frame. */
  let elementWidthPx = element.clientWidth
  const widthPx = () => elementWidthPx - axisWidthPx
  /** What the tools would save, while they are not loaded. */
  let carried: CarriedTools = { indicators: options.hasVolume ? defaultWorkspace.indicators : [], drawings: [] }
  let tools: InstalledTools | undefined
  let fills: readonly TradeFill[] = []
  let drawFills: TradeKit['drawFills'] | undefined
  const view = createKlineView(chart, feed, widthPx, () => period)
  const levels = createLevels(
    chart,
    () => chartTheme[theme],
    () => feed.bars,
  )
  const crosshair = createCrosshair(chart, element, feed, view)
  view.subscribe(crosshair.tellNow)
  const priceTicks = priceAxisTicks(() => scale, levels.marked)

  chart.setStyles({ ...barTypeStyle(type), yAxis: { size: axisWidthPx } })
  chart.overrideXAxis({ createTicks: timeAxisTicks(chart, () => period) })
  useScale(scale)
  const setVolume = (averageOver: number | undefined) => setVolumePane(chart, () => chartTheme[theme], averageOver)
  if (options.hasVolume) setVolume(volumeAverage)
  const placeListeners = createListeners<PricePlaces>()
  let places: PricePlaces | undefined
  readPlaces(
    chart,
    (now) => {
      places = now
      placeListeners.tell(now)
    },
    crosshair.onDrawing,
  )
  const surface = chart.getDom()
  setLabel(options.label)

  const resizing = createFrameTask(() => {
    elementWidthPx = element.clientWidth
    chart.resize()
    view.restore()
  })
  const observer = new ResizeObserver(resizing.request)
  observer.observe(element)

  function setLabel(label: string): void {
    if (surface === null) return
    surface.tabIndex = 0
    surface.setAttribute('role', 'application')
    surface.setAttribute('aria-roledescription', 'price chart')
    surface.setAttribute('aria-label', label)
  }

  function useScale(wanted: PriceScale): void {
    scale = wanted
    chart.overrideYAxis({ paneId: candlePane, name: axisNames[wanted], createTicks: priceTicks })
  }

  /** One width for all prices, so that the bars do not shift while panning. */
  function fitAxis(bars: readonly PriceBar[]): void {
    const highest = bars.reduce((most, bar) => Math.max(most, bar.high), 0)
    axisWidthPx = Math.max(
      axisMinPx,
      Math.ceil(utils.calcTextWidth(priceText(highest), 11, 600, chartFont)) + axisGapsPx,
    )
    chart.setStyles({ yAxis: { size: axisWidthPx } })
  }

  function setScale(wanted: PriceScale): PriceScale {
    wantedScale = wanted
    const allowed = wanted === 'logarithmic' && !feed.isAboveZero ? 'linear' : wanted
    if (allowed !== scale) useScale(allowed)
    return scale
  }

  /** The chart's state at destruction, for a host that saves after unmounting it. */
  let final: StockWorkspace | undefined
  const saved = (): StockWorkspace => ({
    version: 1,
    type,
    scale: wantedScale,
    levels: levels.saved(),
    ...(tools?.saved() ?? carried),
  })

  async function exported(title: string, type: PictureType): Promise<Blob> {
    crosshair.hide()
    const selected = tools?.state().selectedId
    tools?.select(undefined)
    levels.setPictured(true)
    redrawMarks()
    const picture = await exportPicture(chart, chartTheme[theme], { title, last: crosshair.pointed(), type })
    tools?.select(selected)
    levels.setPictured(false)
    redrawMarks()
    return picture
  }

  let isTickStale = false
  let isDestroyed = false

  /**
   * Rebuilds the ticks, which make room for labels that moved: once, however many marks change before the next frame.
   */
  function redrawMarks(): void {
    levels.draw()
    if (isTickStale) return
    isTickStale = true
    queueMicrotask(() => {
      isTickStale = false
      if (!isDestroyed) chart.setStyles({})
    })
  }

  return {
    setBars: (bars, nextPeriod) => {
      period = nextPeriod
      fitAxis(bars)
      feed.replace(bars, nextPeriod)
      setScale(wantedScale)
      tools?.redraw()
      redrawMarks()
      view.restore()
      crosshair.tell()
    },
    prependBars: (bars) => {
      if (bars.length === 0) return
      // Its bar has another index from now on; the next pointer move finds it again.
      crosshair.hide()
      view.hold(() => feed.prepend(bars))
      fitAxis(feed.bars)
      setScale(wantedScale)
      tools?.redraw()
      redrawMarks()
      crosshair.tell()
    },
    append: (bar) => {
      feed.append(bar)
      if (bar.low <= 0) setScale(wantedScale)
      redrawMarks()
      view.changed()
      crosshair.tell()
    },
    setType: (wanted) => {
      if (wanted === type) return
      type = wanted
      chart.setStyles(barTypeStyle(wanted))
    },
    setScale,
    setTheme: (wanted) => {
      if (wanted === theme) return
      theme = wanted
      chart.setStyles(themeStyle(chartTheme[wanted]))
      chart.setStyles({ ...barTypeStyle(type), yAxis: { size: axisWidthPx } })
      tools?.recolor()
      redrawMarks()
    },
    setLabel,
    setRange: view.setRange,
    setLastDay: view.setLastDay,
    showBars: view.show,
    zoom: (factor) => chart.zoomAtCoordinate(factor, { x: widthPx() / 2, y: 0 }),
    pan: (share) => chart.scrollByDistance(-share * widthPx()),
    stepCrosshair: crosshair.step,
    hideCrosshair: crosshair.hide,
    pointAt: crosshair.pointAt,
    setLevel: (name, level) => {
      levels.set(name, level)
      redrawMarks()
    },
    setFoundLevels: (found) => {
      levels.setFound(found)
      redrawMarks()
    },
    setTrades: ({ fills: wanted, lines }) => {
      fills = wanted
      levels.setLines(lines)
      drawFills?.(chart, fills, () => chartTheme[theme])
      redrawMarks()
    },
    installFills: (draw) => {
      drawFills = draw
      draw(chart, fills, () => chartTheme[theme])
    },
    previewLine: (id, price) => {
      levels.previewLine(id, price)
      redrawMarks()
    },
    subscribePlaces: (listener) => {
      if (places !== undefined) listener(places)
      return placeListeners.add(listener)
    },
    isCollecting: () => tools?.state().active !== undefined,
    removeLevel: (name) => {
      if (levels.remove(name)) redrawMarks()
    },
    priceAt: (clientX, clientY) => levels.priceAt(element, clientX, clientY),
    install: (kit) => {
      tools = kit.install(
        {
          chart,
          element,
          setVolume,
          theme: () => chartTheme[theme],
          bars: () => feed.bars,
          joinedBars: () => feed.joinedBars,
          period: () => period,
          scale: () => scale,
          pointed: crosshair.pointed,
          showBars: view.show,
          setPriceRange: (range) => {
            if (range === undefined) chosenRanges.delete(chart)
            else chosenRanges.set(chart, range)
            chart.setStyles({})
          },
        },
        carried,
      )
      return tools
    },
    save: () => final ?? saved(),
    load: (workspace) => {
      if (workspace.type !== type) chart.setStyles(barTypeStyle(workspace.type))
      type = workspace.type
      setScale(workspace.scale)
      carried = { indicators: workspace.indicators, drawings: workspace.drawings }
      if (tools === undefined) setVolume(workspace.indicators.find(({ key }) => key === 'volume')?.params[0])
      else tools.replace(carried)
      levels.replace(workspace.levels)
      redrawMarks()
    },
    exportPng: (title) => exported(title, 'image/png'),
    exportJpeg: (title) => exported(title, 'image/jpeg'),
    subscribeVisible: view.subscribe,
    subscribePointed: crosshair.subscribe,
    destroy: () => {
      final = saved()
      isDestroyed = true
      observer.disconnect()
      resizing.cancel()
      tools?.destroy()
      crosshair.destroy()
      view.destroy()
      dispose(chart)
    },
  }
}
