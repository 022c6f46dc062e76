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
  { metric: 'price', label: 'Close', min: 0, max: 1000, step: 5, scale: 1, unit: '$' },
  { metric: 'dailyChange', label: 'Change of the day', min: -20, max: 20, step: 0.5, scale: 1, unit: '%' },
  { metric: 'monthChange', label: 'Change since the month started', min: -50, max: 50, step: 1, scale: 1, unit: '%' },
  { metric: 'yearChange', label: 'Change since the year started', min: -100, max: 200, step: 5, scale: 1, unit: '%' },
  { metric: 'aboveLow', label: 'Above the 52-week low', min: 0, max: 300, step: 5, scale: 1, unit: '%' },
  { metric: 'rsi14', label: 'RSI(14)', min: 0, max: 100, step: 1, scale: 1, unit: '' },
  { metric: 'marketCap', label: 'Market cap', min: 0, max: 500, step: 5, scale: 1_000_000_000, unit: 'B' },
  { metric: 'ipoYear', label: 'IPO year', min: 1950, max: 2050, step: 1, scale: 1, unit: '' },
]

/** Lowest and highest value in the unit of the slider, which may lie beyond its ends; null is open. */
export type Limits = readonly [from: number | null, to: number | null]

export function limitsOf({ bounds }: ScreenCriteria, { metric, scale }: SliderSpec): Limits {
  const [from = null, to = null] = bounds[metric] ?? []
  return [from === null ? null : from / scale, to === null ? null : to / scale]
}

/** Returns the positions of the thumbs; an open or farther limit is at the slider's own end. */
export function slidersAt(criteria: ScreenCriteria, spec: SliderSpec): [number, number] {
  const { min, max } = spec
  const [from, to] = limitsOf(criteria, spec)
  const clamp = (value: number) => Math.min(max, Math.max(min, value))
  return [from === null ? min : clamp(from), to === null ? max : clamp(to)]
}

/**
 * Returns the limits after a slider was moved: open at its ends. A thumb that did not move leaves its limit, which may
 * be a typed one beyond the end.
 */
export function limitsMoved(criteria: ScreenCriteria, spec: SliderSpec, [from, to]: readonly [number, number]): Limits {
  const before = limitsOf(criteria, spec)
  const stood = slidersAt(criteria, spec)
  return [
    from === stood[0] ? before[0] : from <= spec.min ? null : from,
    to === stood[1] ? before[1] : to >= spec.max ? null : to,
  ]
}

/** Returns the criteria with these limits; with both open the criterion is removed. */
export function withLimits(
  criteria: ScreenCriteria,
  { metric, scale }: SliderSpec,
  [from, to]: Limits,
): ScreenCriteria {
  const { [metric]: _before, ...others } = criteria.bounds
  const bounds: [number | null, number | null] = [
    from === null ? null : scaled(from, scale),
    to === null ? null : scaled(to, scale),
  ]
  return { ...criteria, bounds: bounds[0] === null && bounds[1] === null ? others : { ...others, [metric]: bounds } }
}

/** Multiplies by a power of ten without a rounding error: 2.3 million is 2,300,000. */
const scaled = (value: number, scale: number): number => Number(`${value}e${Math.round(Math.log10(scale))}`)

/**
 * Returns the limits after a text was entered in one of the two fields, or why it is refused: `typedLimits([2, 10],
 * 'from', '12')` is "At most 10.".
 */
export function typedLimits([from, to]: Limits, side: 'from' | 'to', text: string): Limits | string {
  const value = text === '' ? null : Number(text)
  if (value !== null && !Number.isFinite(value)) return 'Enter a number.'
  const next: Limits = side === 'from' ? [value, to] : [from, value]
  if (next[0] === null || next[1] === null || next[0] <= next[1]) return next
  return side === 'from' ? `At most ${next[1]}.` : `At least ${next[0]}.`
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
export function describeLimits({ unit }: SliderSpec, [from, to]: Limits): string {
  const write = (value: number) =>
    unit === '$' ? formatMoney(String(value), { decimals: Number.isInteger(value) ? 0 : 2 }) : `${value}${unit}`
  if (from === null) return to === null ? 'any' : `up to ${write(to)}`
  return to === null ? `${write(from)} or more` : `${write(from)} to ${write(to)}`
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
