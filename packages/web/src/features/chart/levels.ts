// One resistance, one support and the resulting stop: how a new price changes them, independent of the UI.
// Source: docs/rules/trading.md, "Chart screen" and "Stop loss".
import { positionFaultTexts, stopLossPercent, stopLossPrice, type TradeDirection } from '@clubfolio/domain'
import type { StockWorkspace } from '@clubfolio/charts'

export interface Levels {
  readonly direction: TradeDirection
  readonly resistance?: number | undefined
  readonly support?: number | undefined
}

export type SetLevel = 'resistance' | 'support'

export const levelRefusal = positionFaultTexts.levels

/**
 * Returns the levels after one was drawn or typed; an absent price removes it. A resistance at or below the support, or
 * a support at or above the resistance, is refused and its line removed, including the earlier line of that name.
 */
export function placeLevel(
  levels: Levels,
  name: SetLevel,
  price: number | undefined,
): { readonly levels: Levels; readonly isRefused: boolean } {
  const next = { ...levels, [name]: price }
  const { resistance, support } = next
  const isRefused = resistance !== undefined && support !== undefined && resistance <= support
  return { levels: isRefused ? { ...levels, [name]: undefined } : next, isRefused }
}

/** Returns the lines that the chart draws for them. */
export function levelLines({ direction, resistance, support }: Levels): StockWorkspace['levels'] {
  const stop = stopLossPrice(direction, { resistance, support })
  const note = direction === 'long' ? `${stopLossPercent}% below support` : `${stopLossPercent}% above resistance`
  return {
    ...(resistance === undefined ? {} : { resistance: { price: resistance } }),
    ...(support === undefined ? {} : { support: { price: support } }),
    ...(stop === undefined ? {} : { stopLoss: { price: stop, note } }),
  }
}

/** Returns the levels of a saved chart; a stop above the resistance means that they were drawn for a short position. */
export function savedLevels({ resistance, support, stopLoss }: StockWorkspace['levels']): Levels {
  const isShort = stopLoss !== undefined && resistance !== undefined && stopLoss.price > resistance.price
  return { direction: isShort ? 'short' : 'long', resistance: resistance?.price, support: support?.price }
}
