// The interface through which the labels of price lines, the button that places something and the marks of fills attach
// to a stock chart. They load after its first paint, so the chart knows only their shape.

import type { drawFills } from './kline-fill.ts'
import type { createPlaceButton } from './place-button.ts'
import type { createPriceHandles } from './price-handles.ts'

export interface TradeKit {
  readonly createPriceHandles: typeof createPriceHandles
  readonly createPlaceButton: typeof createPlaceButton
  readonly drawFills: typeof drawFills
}
