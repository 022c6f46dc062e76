// The interface through which drawing tools and indicators attach to a stock chart. They load separately, so the chart
// knows only their shape; their saved state is preserved while they are absent.

import type { Chart } from 'klinecharts'
import type { ChartTheme } from '../theme.ts'
import type { Drawing, DrawingStyle, DrawingTool } from './drawing.ts'
import type { BarPeriod, PriceBar } from './price-bar.ts'
import type { PointedBar } from './stock-chart-port.ts'
import type { PriceScale } from './price-tick.ts'
import type { SavedIndicator } from './stock-workspace.ts'

export interface ToolState {
  readonly drawings: readonly Drawing[]
  readonly indicators: readonly SavedIndicator[]
  readonly selectedId: string | undefined
  /** The tool or zoom whose points are being collected. */
  readonly active: DrawingTool | ZoomMode | undefined
  readonly isVisible: boolean
  /** The price axis keeps a range that the user chose. */
  readonly hasPriceZoom: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** A right click, or the menu key: on a drawing, which is selected then, or beside all of them. */
export interface MenuRequest {
  readonly drawingId: string | undefined
  readonly clientX: number
  readonly clientY: number
}

/** Directions in which a dragged box zooms: time, price, both. */
export type ZoomMode = 'zoomX' | 'zoomY' | 'zoomXY'

/** What a drawing begins with besides its points. */
export interface StartedDrawing {
  readonly text?: string
  readonly style?: DrawingStyle
}

/** The operations on a chart's tools. */
export interface StockTools {
  /**
   * Collects the tool's points from clicks, from press, drag and release, or from Enter at the crosshair; resolves to
   * false when it was cancelled (Escape, a right click, another tool).
   */
  readonly start: (tool: DrawingTool, begun?: StartedDrawing) => Promise<boolean>
  /** Zooms into the box that the user drags next. */
  readonly startZoom: (mode: ZoomMode) => Promise<boolean>
  /** Lets the price axis follow the bars again. */
  readonly resetZoom: () => void
  readonly cancel: () => void
  readonly setVisible: (isVisible: boolean) => void
  readonly select: (id: string | undefined) => void
  /** Selects the next drawing, or with -1 the previous one. */
  readonly selectNext: (step: 1 | -1) => void
  readonly remove: (id: string) => void
  readonly removeAll: () => void
  /** Changes the look or the text of a drawing. */
  readonly change: (id: string, changed: { readonly style?: DrawingStyle; readonly text?: string }) => void
  /** Undoes the last step: a drawing, a deletion, a move, a change of look or text. */
  readonly undo: () => void
  readonly redo: () => void
  readonly subscribeMenu: (listener: (request: MenuRequest) => void) => () => void
  readonly setIndicators: (indicators: readonly SavedIndicator[]) => void
  readonly state: () => ToolState
  readonly subscribe: (listener: (state: ToolState) => void) => () => void
}

export interface CarriedTools {
  readonly drawings: readonly Drawing[]
  readonly indicators: readonly SavedIndicator[]
}

export interface InstalledTools extends StockTools {
  readonly saved: () => CarriedTools
  /** Shows these instead; what can be undone and the selection stay as far as they still apply. */
  readonly replace: (carried: CarriedTools) => void
  /** Call after bars were replaced. */
  readonly redraw: () => void
  /** Call after the theme changed. */
  readonly recolor: () => void
  readonly destroy: () => void
}

export interface ToolSurface {
  readonly chart: Chart
  readonly element: HTMLElement
  readonly theme: () => ChartTheme
  readonly bars: () => readonly PriceBar[]
  /** How many of them are drawn as one. */
  readonly joinedBars: () => number
  readonly period: () => BarPeriod
  /** The scale in force. */
  readonly scale: () => PriceScale
  readonly pointed: () => PointedBar | undefined
  readonly showBars: (fromIndex: number, toIndex: number) => void
  /** Undefined: the axis follows the bars. */
  readonly setPriceRange: (range: { readonly low: number; readonly high: number } | undefined) => void
  /** Shows the volume panel with its average over `averageOver` bars; undefined removes it. */
  readonly setVolume: (averageOver: number | undefined) => void
}

export interface StockToolKit {
  readonly install: (surface: ToolSurface, carried: CarriedTools) => InstalledTools
}
