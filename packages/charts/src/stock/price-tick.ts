// Which prices a price axis labels: round ones (1-2-5), as many as keep their distance. Serves the logarithmic and the
// linear axis; it exists because the library's own logarithmic ticks are wrong below 1.00.

export type PriceScale = 'linear' | 'logarithmic'

export interface PriceRange {
  readonly low: number
  readonly high: number
}

/** Uncluttered, yet dense enough to read a price between two ticks. */
const usualGapPx = 44
const ticksLimit = 400

/** Returns the distance in pixels from the top at which a price lies on an axis of `heightPx`. */
export function priceToPixel(price: number, range: PriceRange, heightPx: number, scale: PriceScale): number {
  const share =
    scale === 'linear'
      ? (price - range.low) / (range.high - range.low)
      : (Math.log(price) - Math.log(range.low)) / (Math.log(range.high) - Math.log(range.low))
  return (1 - share) * heightPx
}

/** Removes the noise that repeated decimal steps leave: 0.30000000000000004 is 0.3. */
function clean(value: number): number {
  return Number(value.toPrecision(12))
}

function linearTicks({ low, high }: PriceRange, step: number): number[] {
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  if (last - first > ticksLimit) return []
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => clean((first + index) * step))
}

function decadeTicks({ low, high }: PriceRange, mantissas: readonly number[], everyDecade: number): number[] {
  const ticks: number[] = []
  for (let decade = Math.floor(Math.log10(low)); decade <= Math.ceil(Math.log10(high)); decade++) {
    if (decade % everyDecade !== 0) continue
    for (const mantissa of mantissas) {
      const price = clean(mantissa * 10 ** decade)
      if (price >= low && price <= high) ticks.push(price)
    }
  }
  return ticks
}

function keepsDistance(ticks: readonly number[], pixelOf: (price: number) => number, gapPx: number): boolean {
  return ticks.every((price, index) => {
    const previous = ticks[index - 1]
    return previous === undefined || pixelOf(previous) - pixelOf(price) >= gapPx
  })
}

/**
 * Returns the prices to label on an axis, ascending. Of all 1-2-5 steps (and on the logarithmic scale the marks 1, 2, 5
 * of each decade) it takes the densest set whose neighbours are at least `gapPx` apart.
 *
 * Logarithmic, 0.30 to 1,000 on 600 px: 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000.
 * An empty or, on the logarithmic scale, non-positive range has no ticks.
 */
export function priceTicks(range: PriceRange, heightPx: number, scale: PriceScale, gapPx = usualGapPx): number[] {
  const { low, high } = range
  if (!(high > low) || !Number.isFinite(high - low) || heightPx <= 0) return []
  if (scale === 'logarithmic' && low <= 0) return []
  const pixelOf = (price: number) => priceToPixel(price, range, heightPx, scale)
  const candidates: number[][] = []
  if (scale === 'logarithmic') {
    candidates.push(
      decadeTicks(range, [1, 2, 5], 1),
      decadeTicks(range, [1, 3], 1),
      decadeTicks(range, [1], 1),
      decadeTicks(range, [1], 2),
      decadeTicks(range, [1], 3),
    )
  }
  const smallest = Math.floor(Math.log10((high - low) / 200))
  for (let decade = smallest; decade <= smallest + 3; decade++) {
    for (const mantissa of [1, 2, 5]) candidates.push(linearTicks(range, clean(mantissa * 10 ** decade)))
  }
  let best: number[] = []
  for (const ticks of candidates) if (ticks.length > best.length && keepsDistance(ticks, pixelOf, gapPx)) best = ticks
  return best
}
