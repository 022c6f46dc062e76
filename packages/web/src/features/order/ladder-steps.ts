// The layout of a plan's prices on a ladder drawn to scale, with labels placed so that none overlaps another.

export interface LadderPrice {
  readonly kind: 'entry' | 'last' | 'cancel' | 'stop' | 'target'
  readonly price: number
}

export interface LadderStep extends LadderPrice {
  /** Distance of the mark from the top, to scale. */
  readonly at: number
  /** Distance of the label from the top; as close to the mark as its neighbours allow. */
  readonly wordsAt: number
}

/**
 * Returns the steps, highest first. `height`, `gap` (the minimum distance between two labels) and `inset` (at both
 * ends) are in pixels.
 * Example: prices 51 and 49 on a ladder of 100 with an inset of 10 are placed at 10 and 90.
 */
export function ladderSteps(prices: readonly LadderPrice[], height: number, gap: number, inset: number): LadderStep[] {
  const ordered = prices.toSorted((a, b) => b.price - a.price)
  const [high, low] = [ordered[0]?.price ?? 0, ordered.at(-1)?.price ?? 0]
  const span = high - low
  const steps = ordered.map((one) => ({
    ...one,
    at: span === 0 ? height / 2 : inset + ((high - one.price) / span) * (height - 2 * inset),
  }))
  const places: number[] = []
  for (const { at } of steps) places.push(Math.max(at, (places.at(-1) ?? -Infinity) + gap))
  // Labels that overflow the bottom move up again.
  for (let index = places.length - 1, limit = height - inset; index >= 0; index--, limit = places[index + 1]! - gap)
    places[index] = Math.min(places[index]!, limit)
  return steps.map((step, index) => ({ ...step, wordsAt: places[index]! }))
}
