// Entry of what trades on a stock chart: labels of lines that are dragged, the + at the price axis, marks of fills. It
// is loaded after the chart, which is given it as `tradeKit`.

import { drawFills } from './stock/kline-fill.ts'
import { createPlaceButton } from './stock/place-button.ts'
import { createPriceHandles } from './stock/price-handles.ts'
import type { TradeKit } from './stock/trade-kit.ts'

export const stockTradeKit: TradeKit = { createPriceHandles, createPlaceButton, drawFills }
