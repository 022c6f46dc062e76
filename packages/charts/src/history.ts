// Entry of histories and comparisons: loads lightweight-charts, so import it lazily.

export { ComparisonChart, type ComparisonChartProps } from './history/comparison-chart.tsx'
export { HistoryChart, type HistoryChartHandle, type HistoryChartProps } from './history/history-chart.tsx'
export { MoneyChart, type MoneyChartProps } from './history/money-chart.tsx'
export type { LineChartHandle } from './history/line-panel.tsx'
