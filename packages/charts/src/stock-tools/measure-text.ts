// Text of a measurement: change of price, percent, number of bars and duration.

import { dayMs } from '@clubfolio/domain'
import { signedPercentText, priceText } from '../chart-text.ts'

export interface MeasuredPoint {
  readonly timeMs: number
  readonly price: number
  readonly index: number
}

/** Returns `+12.50 (+5.00%)`; from a price of zero or less there is no percentage. */
export function priceChangeText(from: number, to: number): string {
  const change = to - from
  const sign = change > 0 ? '+' : change < 0 ? '-' : ''
  const percent = from > 0 ? ` (${signedPercentText((to / from - 1) * 100)})` : ''
  return `${sign}${priceText(Math.abs(change))}${percent}`
}

/** Returns `21 bars, 30 days`; within a day `21 bars, 1 h 45 min`. */
export function timeSpanText(from: MeasuredPoint, to: MeasuredPoint): string {
  const bars = Math.abs(to.index - from.index)
  const spanMs = Math.abs(to.timeMs - from.timeMs)
  const minutes = Math.round(spanMs / 60_000)
  const hours = Math.floor(minutes / 60)
  const words =
    spanMs >= dayMs
      ? count(Math.round(spanMs / dayMs), 'day')
      : hours > 0
        ? `${hours} h ${minutes % 60} min`
        : `${minutes} min`
  return `${count(bars, 'bar')}, ${words}`
}

const count = (amount: number, word: string) => `${amount} ${word}${amount === 1 ? '' : 's'}`
