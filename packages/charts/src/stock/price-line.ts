// Lines at prices that the host owns and a reader can move or remove: orders, a position, whatever has a price. The
// chart knows how they look and how they are dragged, not what they mean.

/** What distinguishes lines: their colour and dashes. */
export type PriceLineKind = 'buy' | 'sell' | 'average'

export interface PriceLine {
  /** Stable while it is the same line: a line that keeps its id keeps the focus and a drag under way. */
  readonly id: string
  readonly kind: PriceLineKind
  readonly price: number
  /** Describes the line, for example "Sell 20 stop". */
  readonly title: string
  /** A figure behind the title, for example the open profit. */
  readonly note?: string
  readonly tone?: 'up' | 'down'
  /** Drawn fainter: an order that waits for another one. */
  readonly isWaiting?: boolean
  /** The line can be dragged, and moved by arrow keys. */
  readonly isMovable?: boolean
  /** Why it cannot be moved, which is shown to a reader who tries. */
  readonly whyFixed?: string
  /** What the x on the label does, for example "Cancel the order"; without it the label has none. */
  readonly removal?: string
}

/** What a line would mean at the price to which it is being dragged. */
export interface MovePreview {
  readonly note: string
  readonly tone?: 'up' | 'down'
  /** Why the line cannot be there. It is shown while the line is dragged, and the line returns when it is dropped. */
  readonly refusal?: string
}

export interface PriceLineListeners {
  readonly previewMove: (id: string, price: number) => MovePreview
  /**
   * The reader dropped the line at another price. It stays there until the host draws its lines again, with the line at
   * the new price or at the old one.
   */
  readonly onMove: (id: string, price: number) => void
  readonly onRemove: (id: string) => void
  /** A click, or Enter on a line that was not moved. */
  readonly onOpen: (id: string) => void
}

/** Decimals of a price: cents, below a dollar four. */
export const priceDecimals = (price: number): number => (price < 1 ? 4 : 2)

/** Rounds a price as it is read from the pointer. Examples: 47.617 is 47.62, 0.81234 is 0.8123. */
export const snapPrice = (price: number): number => Number(price.toFixed(priceDecimals(price)))

/**
 * Moves a price by whole steps of its last decimal; never to zero.
 *
 * 47.61 by 10 is 47.71; 1.00 by -1 is 0.9999; 0.0001 by -1 stays.
 */
export function stepPrice(price: number, steps: number): number {
  const decimals = steps < 0 && price <= 1 ? 4 : priceDecimals(price)
  const size = 10 ** decimals
  return Math.max(0.0001, (Math.round(price * size) + steps) / size)
}
