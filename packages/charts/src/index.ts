// Entry without loading cost: the words and colours of charts. The charts themselves are the entries ./stock,
// ./stock-tools, ./history and ./pie.

export type { ChartRange, OpeningRange, PointStep } from './chart-range.ts'
export { gainRangeRefusals } from './history/line-range.ts'
export { commonStart, gainBetween } from './history/rebase-lines.ts'
export { notices, type Notice } from './notices.ts'
export { chartFont, chartTheme, drawingShade, type ChartTheme, type ThemeName } from './theme.ts'
export type { LinePayment, LinePoint, LineSeries } from './history/line-point.ts'
export type { ValueUnit } from './history/value-unit.ts'
export { pieColor, type PieDetail, type PieSlice } from './pie/pie-slice.ts'
export type { OwnTrades, TradeFill } from './stock/own-trade.ts'
export type { PlaceRequest } from './stock/place-button.ts'
export type { TradeKit } from './stock/trade-kit.ts'
export type { MovePreview, PriceLine, PriceLineListeners } from './stock/price-line.ts'
export type { BarPeriod, PriceBar } from './stock/price-bar.ts'
export type { PriceScale } from './stock/price-tick.ts'
export {
  defaultDrawingWidthPx,
  defaultLevels,
  drawingColor,
  drawingColors,
  drawingTools,
  drawingWidths,
  hasOwnText,
  isDrawingTool,
  levelCountLimit,
  levelPercentLimit,
  toolGroups,
  type Drawing,
  type DrawingColor,
  type DrawingPoint,
  type DrawingStyle,
  type DrawingTool,
  type ToolDefinition,
  type ToolGroup,
} from './stock/drawing.ts'
export { mergeWorkspaces, type WorkspaceCopies } from './stock/merge-workspace.ts'
export type { MenuRequest, StartedDrawing, StockToolKit, StockTools, ToolState, ZoomMode } from './stock/tool-kit.ts'
export {
  defaultWorkspace,
  readWorkspace,
  type FoundLevel,
  type SavedIndicator,
  type SavedLevel,
  type StockWorkspace,
} from './stock/stock-workspace.ts'
export {
  levelNames,
  type BarType,
  type LevelName,
  type PointedBar,
  type StockChartOptions,
  type StockChartPort,
  type VisibleWindow,
} from './stock/stock-chart-port.ts'
