// How many bars a chart shows when it opens.

/** From this width on, bars can be told apart. */
const readablePx = 3
/** Width of a bar of a longer history, which opens at its end. */
const openingPx = 5

/**
 * Returns the number of latest bars with which a chart opens: all of them while each has 3 px, else as many as fit with
 * 5 px each.
 *
 * On 870 px: 240 months all; of 5,000 days the last 174. On a phone's 330 px: the last 66 of either.
 */
export function openingBars(count: number, widthPx: number): number {
  if (widthPx <= 0 || count * readablePx <= widthPx) return count
  return Math.min(count, Math.max(2, Math.floor(widthPx / openingPx)))
}
