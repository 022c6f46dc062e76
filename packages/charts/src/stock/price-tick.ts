// Which prices a price axis labels: round ones (1-2-5), as many as keep their distance. Serves the logarithmic and the
// linear axis; it exists because the library's own logarithmic ticks are wrong below 1.00.

export type PriceScale = 'linear' | 'logarithmic'

export interface PriceRange {
  readonly low: number
  readonly high: number
}

/** Uncluttered, yet dense enough to read a price between two ticks; a low panel, as on a phone, has narrower gaps. */
const tickGapPx = (heightPx: number): number => (heightPx < 340 ? 34 : 44)

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

/** Returns the multiples of a step in a range; none where they are more than `most`. */
function linearTicks({ low, high }: PriceRange, step: number, most: number): number[] {
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  if (last - first >= most) return []
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => clean((first + index) * step))
}

/** Digits of a decade from the roundest to the finest; each is labelled where the ones before it leave room. */
const mantissas = [2, 5, 3, 1.5, 7, 4, 2.5, 6, 8, 9, 1.2, 1.8, 3.5, 4.5] as const

/**
 * Returns powers of ten, as many as keep `gapPx` apart, and between neighbouring ones the roundest digits that do.
 * On 440 px per decade: 100, 150, 200, 300, 500, 700, 1000.
 */
function logarithmicTicks({ low, high }: PriceRange, heightPx: number, gapPx: number): number[] {
  const decadePx = heightPx / (Math.log10(high) - Math.log10(low))
  const everyDecade = Math.max(1, Math.ceil(gapPx / decadePx))
  const first = Math.floor(Math.log10(low))
  const decades = Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_, index) => first + index)
  const ticks: number[] = []
  const take = (wanted: number) => {
    // Most digits of the outer decades are out of the range.
    if (wanted < low * 0.99 || wanted > high * 1.01) return
    const price = clean(wanted)
    if (price < low || price > high) return
    if (ticks.every((other) => Math.abs(Math.log10(other / price)) * decadePx >= gapPx)) ticks.push(price)
  }
  for (const decade of decades) if (decade % everyDecade === 0) take(10 ** decade)
  if (everyDecade === 1) for (const mantissa of mantissas) for (const decade of decades) take(mantissa * 10 ** decade)
  return ticks.sort((a, b) => a - b)
}

function keepsDistance(ticks: readonly number[], pixelOf: (price: number) => number, gapPx: number): boolean {
  return ticks.every((price, index) => {
    const previous = ticks[index - 1]
    return previous === undefined || pixelOf(previous) - pixelOf(price) >= gapPx
  })
}

/**
 * Returns the prices to label on an axis, ascending: of all 1-2-5 steps, and on the logarithmic scale of the round
 * digits of each decade, the densest set whose neighbours are at least `gapPx` apart. Even steps win a tie.
 *
 * Logarithmic, 0.30 to 1,000 on 600 px: 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000.
 * An empty or, on the logarithmic scale, non-positive range has no ticks.
 */
export function priceTicks(
  range: PriceRange,
  heightPx: number,
  scale: PriceScale,
  gapPx = tickGapPx(heightPx),
): number[] {
  const { low, high } = range
  if (!(high > low) || !Number.isFinite(high - low) || heightPx <= 0) return []
  if (scale === 'logarithmic' && low <= 0) return []
  const pixelOf = (price: number) => priceToPixel(price, range, heightPx, scale)
  const smallest = Math.floor(Math.log10((high - low) / 200))
  // More have no room, so they are not even listed: the axis is built again in every frame of a pan.
  const most = Math.floor(heightPx / gapPx) + 1
  let best: number[] = []
  for (let decade = smallest; decade <= smallest + 3; decade++) {
    for (const mantissa of [1, 2, 5]) {
      const ticks = linearTicks(range, clean(mantissa * 10 ** decade), most)
      if (ticks.length > best.length && keepsDistance(ticks, pixelOf, gapPx)) best = ticks
    }
  }
  if (scale === 'linear') return best
  const ticks = logarithmicTicks(range, heightPx, gapPx)
  return ticks.length > best.length ? ticks : best
}
