// Entry of the stock chart: loads klinecharts, so import it lazily.

export { createStockChart } from './stock/create-stock-chart.ts'
export { StockChart, type StockChartHandle, type StockChartProps } from './stock/stock-chart.tsx'
