// Entry of the stock chart's drawing tools and indicators; loaded after the chart, which `install`s them.

export { stockToolKit } from './stock-tools/install-tools.ts'
export { indicators, checkParams, findIndicator, type IndicatorDefinition } from '@clubfolio/domain/indicator'
