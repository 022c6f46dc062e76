// Where the prices of a plan stand on a ladder drawn to scale, and where their words go so that none covers another.

export interface LadderPrice {
  readonly kind: 'entry' | 'last' | 'cancel' | 'stop'
  readonly price: number
}

export interface LadderStep extends LadderPrice {
  /** Distance of the mark from the top, to scale. */
  readonly at: number
  /** Distance of the words from the top; as near to the mark as its neighbours allow. */
  readonly wordsAt: number
}

/**
 * Highest first. `height` and `gap` (the least distance of two lines of words) in pixels, `inset` at both ends.
 * Example: prices 51 and 49 on a ladder of 100 with an inset of 10 stand at 10 and 90.
 */
export function ladderSteps(prices: readonly LadderPrice[], height: number, gap: number, inset: number): LadderStep[] {
  const ordered = prices.toSorted((a, b) => b.price - a.price)
  const [high, low] = [ordered[0]?.price ?? 0, ordered.at(-1)?.price ?? 0]
  const span = high - low
  const steps = ordered.map((one) => ({ ...one, at: span === 0 ? height / 2 : inset + ((high - one.price) / span) * (height - 2 * inset) }))
  const places: number[] = []
  for (const { at } of steps) places.push(Math.max(at, (places.at(-1) ?? -Infinity) + gap))
  // What was pushed out at the bottom moves up again.
  for (let index = places.length - 1, limit = height - inset; index >= 0; index--, limit = places[index + 1]! - gap) places[index] = Math.min(places[index]!, limit)
  return steps.map((step, index) => ({ ...step, wordsAt: places[index]! }))
}
