// The library-neutral interface of a stock chart. `createStockChart` implements it with one library; another can
// replace it without losing saved workspaces.

import type { TradeKit } from './trade-kit.ts'
import type { MarketDay } from '@clubfolio/domain'
import type { ChartRange, OpeningRange } from '../chart-range.ts'
import type { ThemeName } from '../theme.ts'
import type { PricePlaces } from './kline-place.ts'
import type { OwnTrades } from './own-trade.ts'
import type { BarPeriod, PriceBar } from './price-bar.ts'
import type { PriceScale } from './price-tick.ts'
import type { StockToolKit, StockTools } from './tool-kit.ts'
import type { FoundLevel, SavedLevel, StockWorkspace } from './stock-workspace.ts'

export type BarType = 'ohlc' | 'candle' | 'line'

export const levelNames = ['resistance', 'support', 'stopLoss'] as const
export type LevelName = (typeof levelNames)[number]

/** What the chart currently shows, counted in the bars it was given (not in joined ones). */
export interface VisibleWindow {
  readonly fromIndex: number
  /** One past the last visible bar. */
  readonly toIndex: number
  readonly fromMs: number
  readonly toMs: number
  /**
   * Change in percent from the close with which the chosen range begins, else from the first visible open, to the last
   * visible close.
   */
  readonly changePercent: number
  /** The base of the change, in words: "the close of 2025-12-31", "the open of 2024-07". */
  readonly changeFrom: string
  /** The day or bar at which the change ends. */
  readonly changeTo: string
  /** The range button that matches this window, until the user pans or zooms. */
  readonly range: ChartRange | undefined
  /** How many bars are drawn as one; 1 unless more are in view than fit. */
  readonly joinedBars: number
}

/** The bar that the legend describes: the one under the crosshair, else the last one. */
export interface PointedBar {
  readonly bar: PriceBar
  readonly previousClose: number | undefined
  readonly joinedBars: number
  readonly isUnderCrosshair: boolean
  /** The crosshair follows another chart (`pointAt`), not this one's reader. */
  readonly isLed: boolean
}

export interface StockChartOptions {
  readonly theme: ThemeName
  readonly type: BarType
  readonly scale: PriceScale
  readonly hasVolume: boolean
  /** Name for assistive technology, for example the company's. */
  readonly label: string
}

export type Unsubscribe = () => void

export interface StockChartPort {
  /** Replaces all bars; times must ascend. Keeps the chosen range, else shows everything. */
  readonly setBars: (bars: readonly PriceBar[], period: BarPeriod) => void
  /** Prepends earlier bars. The bars in view stay in place. */
  readonly prependBars: (bars: readonly PriceBar[]) => void
  /** Adds a later bar, or replaces the last one when the time is the same. An earlier time throws. */
  readonly append: (bar: PriceBar) => void
  readonly setType: (type: BarType) => void
  /** Sets the scale and returns the one in force: logarithmic is refused while any price is zero or negative. */
  readonly setScale: (scale: PriceScale) => PriceScale
  readonly setTheme: (theme: ThemeName) => void
  readonly setLabel: (label: string) => void
  /** A range that cannot be shown exactly shows everything instead. */
  readonly setRange: (range: OpeningRange | { readonly fromMs: number; readonly toMs: number }) => void
  /** The last day of the market, which cannot be derived from longer bars. */
  readonly setLastDay: (day: MarketDay | undefined) => void
  /** Shows bars `[fromIndex, toIndex)`; fractions are allowed, because a scroll bar yields them. */
  readonly showBars: (fromIndex: number, toIndex: number) => void
  /** Factors above 1 magnify around the middle of the view. */
  readonly zoom: (factor: number) => void
  /** Moves the view by a share of its width; positive is later. */
  readonly pan: (share: number) => void
  /** Moves the crosshair by whole bars from its position, or sets it on the last visible bar. */
  readonly stepCrosshair: (bars: number) => void
  readonly hideCrosshair: () => void
  /**
   * Shows the crosshair at the bar that holds an instant, where another chart has its own; undefined, or an instant out
   * of view, hides it.
   */
  readonly pointAt: (timeMs: number | undefined) => void
  /**
   * Draws one line per name; a second call moves it. Its note follows the name on the line, for example "3% below
   * support".
   */
  readonly setLevel: (name: LevelName, level: SavedLevel) => void
  readonly removeLevel: (name: LevelName) => void
  /** Draws exactly these levels, which a rule found; `save` does not include them. */
  readonly setFoundLevels: (levels: readonly FoundLevel[]) => void
  /** Draws exactly these fills, order prices and average price of the user; `save` does not include them. */
  readonly setTrades: (trades: OwnTrades) => void
  /** Draws the fills from now on; until then only the lines are drawn. */
  readonly installFills: (drawFills: TradeKit['drawFills']) => void
  /** Draws one of these lines at this price while the reader moves it; undefined returns it. */
  readonly previewLine: (id: string, price: number | undefined) => void
  /** Notifies after each drawing with another price axis or plot size, in the same frame. */
  readonly subscribePlaces: (listener: (places: PricePlaces) => void) => Unsubscribe
  /** A drawing tool collects its points, so a press is meant for it. */
  readonly isCollecting: () => boolean
  /**
   * Returns the price at a point of the page, rounded to cents (below a dollar to four decimals); undefined outside the
   * price panel.
   */
  readonly priceAt: (clientX: number, clientY: number) => number | undefined
  /** Adds drawing tools and indicators (entry ./stock-tools); those of a loaded workspace appear. */
  readonly install: (kit: StockToolKit) => StockTools
  readonly save: () => StockWorkspace
  readonly load: (workspace: StockWorkspace) => void
  /** Returns the picture without crosshair, with title and legend line above the bars. */
  readonly exportPng: (title: string) => Promise<Blob>
  /** Returns the same picture as JPEG, which a PDF page can embed unchanged. */
  readonly exportJpeg: (title: string) => Promise<Blob>
  readonly subscribeVisible: (listener: (window: VisibleWindow) => void) => Unsubscribe
  readonly subscribePointed: (listener: (pointed: PointedBar) => void) => Unsubscribe
  readonly destroy: () => void
}
