// What the application may ask of a stock chart, in words that belong to no library. `createStockChart` answers with one library;
// another can take its place without a saved workspace being lost.

import type { MarketDay } from '@clubfolio/domain'
import type { ChartRange } from '../chart-range.ts'
import type { ThemeName } from '../theme.ts'
import type { OwnTrades } from './own-trade.ts'
import type { BarPeriod, PriceBar } from './price-bar.ts'
import type { PriceScale } from './price-tick.ts'
import type { StockToolKit, StockTools } from './tool-kit.ts'
import type { FoundLevel, SavedLevel, StockWorkspace } from './stock-workspace.ts'

export type BarType = 'ohlc' | 'candle' | 'line'

export const levelNames = ['resistance', 'support', 'stopLoss'] as const
export type LevelName = (typeof levelNames)[number]

/** What the chart shows at the moment, counted in the bars it was given (not in joined ones). */
export interface VisibleWindow {
  readonly fromIndex: number
  /** One past the last visible bar. */
  readonly toIndex: number
  readonly fromMs: number
  readonly toMs: number
  /** From the close that the chosen range begins with, else from the first visible open, to the last visible close, in percent. */
  readonly changePercent: number
  /** What it is counted from, in words: "the close of 2025-12-31", "the open of 2024-07". */
  readonly changeFrom: string
  /** And up to which day or bar. */
  readonly changeTo: string
  /** The range button that stands for this window, until the reader pans or zooms. */
  readonly range: ChartRange | undefined
  /** How many bars are drawn as one; 1 unless more are in view than fit. */
  readonly joinedBars: number
}

/** The bar the legend speaks of: the one under the crosshair, else the last one. */
export interface PointedBar {
  readonly bar: PriceBar
  readonly previousClose: number | undefined
  readonly joinedBars: number
  readonly isUnderCrosshair: boolean
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
  /** Replaces all bars; times rise. Keeps the chosen range, else shows everything. */
  readonly setBars: (bars: readonly PriceBar[], period: BarPeriod) => void
  /** Puts earlier bars before those that are there. What is in view stays where it is. */
  readonly prependBars: (bars: readonly PriceBar[]) => void
  /** Adds a later bar, or replaces the last one when the time is the same. An earlier time throws. */
  readonly append: (bar: PriceBar) => void
  readonly setType: (type: BarType) => void
  /** Answers the scale in force: logarithmic is refused while any price is zero or negative. */
  readonly setScale: (scale: PriceScale) => PriceScale
  readonly setTheme: (theme: ThemeName) => void
  readonly setLabel: (label: string) => void
  /** A range that cannot be shown exactly shows everything instead. */
  readonly setRange: (range: ChartRange | { readonly fromMs: number; readonly toMs: number }) => void
  /** The last day of the market, which longer bars do not tell. */
  readonly setLastDay: (day: MarketDay | undefined) => void
  /** Shows bars `[fromIndex, toIndex)`; fractions are allowed, as a scroll bar yields them. */
  readonly showBars: (fromIndex: number, toIndex: number) => void
  /** Factors above 1 magnify around the middle of the view. */
  readonly zoom: (factor: number) => void
  /** Moves the view by a share of its width; positive is later. */
  readonly pan: (share: number) => void
  /** Moves the crosshair by whole bars from where it is, or sets it on the last visible bar. */
  readonly stepCrosshair: (bars: number) => void
  readonly hideCrosshair: () => void
  /** Draws one line per name; a second call moves it. Its note follows the name on the line, for example "3% below support". */
  readonly setLevel: (name: LevelName, level: SavedLevel) => void
  readonly removeLevel: (name: LevelName) => void
  /** Draws exactly these levels, which a rule found; they are no part of what `save` answers. */
  readonly setFoundLevels: (levels: readonly FoundLevel[]) => void
  /** Draws exactly these fills, order prices and average price of the reader; they are no part of what `save` answers. */
  readonly setTrades: (trades: OwnTrades) => void
  /** The price at a point of the page, rounded to cents (under a dollar to four decimals); undefined outside the price panel. */
  readonly priceAt: (clientX: number, clientY: number) => number | undefined
  /** Adds drawing tools and indicators (entry ./stock-tools); what a loaded workspace holds of them appears. */
  readonly install: (kit: StockToolKit) => StockTools
  readonly save: () => StockWorkspace
  readonly load: (workspace: StockWorkspace) => void
  /** The picture without crosshair, with title and legend line above the bars. */
  readonly exportPng: (title: string) => Promise<Blob>
  /** The same picture as JPEG, which a PDF page can hold as it is. */
  readonly exportJpeg: (title: string) => Promise<Blob>
  readonly subscribeVisible: (listener: (window: VisibleWindow) => void) => Unsubscribe
  readonly subscribePointed: (listener: (pointed: PointedBar) => void) => Unsubscribe
  readonly destroy: () => void
}
