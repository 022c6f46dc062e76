// The screener's controls as values: sliders with their ends, and their conversion to criteria. A slider at its end
// means an open bound.
import { screenMetrics, type ScreenCriteria, type ScreenMetric } from '@clubfolio/contract'
import { formatMoney } from '../../ui/format/money.ts'

export interface SliderSpec {
  readonly metric: ScreenMetric
  readonly label: string
  readonly min: number
  readonly max: number
  readonly step: number
  /** Criterion units per slider unit: 1,000,000 for a slider in millions of shares. */
  readonly scale: number
  readonly unit: string
  /** Only the lower bound applies. */
  readonly isSingle?: boolean
}

export const sliders: readonly SliderSpec[] = [
  // Up to 75%, beyond which it is open: that places the thumbs of its default, 2 and 10, 24 px apart.
  { metric: 'belowHigh', label: 'Below the 52-week high', min: 0, max: 75, step: 1, scale: 1, unit: '%' },
  {
    metric: 'averageVolume',
    label: 'Average volume at least',
    min: 0,
    max: 50,
    step: 1,
    scale: 1_000_000,
    unit: 'M',
    isSingle: true,
  },
  { metric: 'price', label: 'Price', min: 0, max: 1000, step: 5, scale: 1, unit: '$' },
  { metric: 'dailyChange', label: 'Change of the day', min: -20, max: 20, step: 0.5, scale: 1, unit: '%' },
  { metric: 'monthChange', label: 'Change since the month started', min: -50, max: 50, step: 1, scale: 1, unit: '%' },
  { metric: 'yearChange', label: 'Change since the year started', min: -100, max: 200, step: 5, scale: 1, unit: '%' },
  { metric: 'aboveLow', label: 'Above the 52-week low', min: 0, max: 300, step: 5, scale: 1, unit: '%' },
  { metric: 'rsi14', label: 'RSI(14)', min: 0, max: 100, step: 1, scale: 1, unit: '' },
  { metric: 'marketCap', label: 'Market cap', min: 0, max: 500, step: 5, scale: 1_000_000_000, unit: 'B' },
  { metric: 'ipoYear', label: 'IPO year', min: 1950, max: 2050, step: 1, scale: 1, unit: '' },
]

/** Returns the positions of the thumbs; an open bound is at the slider's own end. */
export function slidersAt({ bounds }: ScreenCriteria, { metric, min, max, scale }: SliderSpec): [number, number] {
  const [from = null, to = null] = bounds[metric] ?? []
  const clamp = (value: number) => Math.min(max, Math.max(min, value / scale))
  return [from === null ? min : clamp(from), to === null ? max : clamp(to)]
}

/** Returns the criteria after a slider was moved; with both thumbs at the ends the criterion is removed. */
export function withBounds(
  criteria: ScreenCriteria,
  { metric, min, max, scale }: SliderSpec,
  [from, to]: readonly [number, number],
): ScreenCriteria {
  const { [metric]: _before, ...others } = criteria.bounds
  const bounds: [number | null, number | null] = [from <= min ? null : from * scale, to >= max ? null : to * scale]
  return { ...criteria, bounds: bounds[0] === null && bounds[1] === null ? others : { ...others, [metric]: bounds } }
}

const pageSteps = 10

/**
 * Returns the thumb positions after a key that the range slider itself does not support: Home and End move a thumb to
 * its farthest position, PageUp and PageDown by ten steps. It never passes the other thumb. Undefined for any other
 * key.
 * Example: from 2 to 10 of 0 to 75, End on the left thumb gives 10 to 10, on the right one 2 to 75.
 */
export function thumbsAfterKey(
  key: string,
  [from, to]: readonly [number, number],
  thumb: 'from' | 'to',
  { min, max, step }: SliderSpec,
): [number, number] | undefined {
  const [least, most] = thumb === 'from' ? [min, to] : [from, max]
  const stands = thumb === 'from' ? from : to
  const moved: Readonly<Record<string, number>> = {
    Home: least,
    End: most,
    PageUp: stands + pageSteps * step,
    PageDown: stands - pageSteps * step,
  }
  const wanted = moved[key]
  if (wanted === undefined) return undefined
  const place = Math.min(most, Math.max(least, wanted))
  return thumb === 'from' ? [place, to] : [from, place]
}

/** "2 to 10%", "2M or more", "any". */
export function describeBound({ min, max, unit, isSingle }: SliderSpec, [from, to]: readonly [number, number]): string {
  const write = (value: number) => (unit === '$' ? formatMoney(String(value), { decimals: 0 }) : `${value}${unit}`)
  if (from <= min && to >= max) return 'any'
  if (to >= max || isSingle) return `${write(from)} or more`
  if (from <= min) return `up to ${write(to)}`
  return `${write(from)} to ${write(to)}`
}

/** Returns the number of active criteria. */
export function countCriteria({ bounds, averages, assetTypes, sectors }: ScreenCriteria): number {
  return (
    screenMetrics.filter((metric) => bounds[metric]).length +
    Object.keys(averages).length +
    (assetTypes.length > 0 ? 1 : 0) +
    (sectors.length > 0 ? 1 : 0)
  )
}
