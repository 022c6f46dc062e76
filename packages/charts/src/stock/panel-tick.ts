// Which values the axis of a low panel labels, such as the volume's: round ones, whole inside the panel.

import { priceTicks, type PriceRange } from './price-tick.ts'

const gapPx = 18
/** Half the height of a label. */
const edgePx = 8

/**
 * Returns round values at least 18 px apart and at least 8 px inside the panel, so that no label is cut by its edge.
 *
 * 0 to 3.1 billion on 84 px: 1 and 2 billion; 3 billion would be cut.
 */
export function panelTicks({ low, high }: PriceRange, heightPx: number): readonly number[] {
  const innerPx = heightPx - 2 * edgePx
  if (innerPx <= 0) return []
  const edge = ((high - low) * edgePx) / heightPx
  return priceTicks({ low: low + edge, high: high - edge }, innerPx, 'linear', gapPx)
}
