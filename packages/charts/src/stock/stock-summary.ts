// A stock chart in words: the visible bars as described to users who cannot see them.

import { bigCountText, signedPercentText, priceText } from '../chart-text.ts'
import type { BarPeriod, PriceBar } from './price-bar.ts'
import { barTimeText } from './stock-legend.ts'

const periodNames = { minute: 'minute', hour: 'hour', day: 'day', week: 'week', month: 'month' } as const

/** Returns the length of one bar in words: "1 day", "5 minutes". */
export function periodText({ unit, span }: BarPeriod): string {
  return `${span} ${periodNames[unit]}${span === 1 ? '' : 's'}`
}

/** Returns sentences on the visible bars: span, count, change, and the extremes with their dates. */
export function stockSummary(bars: readonly PriceBar[], period: BarPeriod): string {
  const first = bars[0]
  const last = bars.at(-1)
  if (first === undefined || last === undefined) return 'No prices to show.'
  let highest = first
  let lowest = first
  for (const bar of bars) {
    if (bar.high > highest.high) highest = bar
    if (bar.low < lowest.low) lowest = bar
  }
  const change = first.open > 0 ? signedPercentText((last.close / first.open - 1) * 100) : '--'
  return [
    `${bars.length} bars of ${periodText(period)}, ${barTimeText(first.timeMs, period)} to ` +
      `${barTimeText(last.timeMs, period)}.`,
    `Opened at ${priceText(first.open)}, last close ${priceText(last.close)}, change ${change}.`,
    `Highest ${priceText(highest.high)} on ${barTimeText(highest.timeMs, period)}, lowest ` +
      `${priceText(lowest.low)} on ${barTimeText(lowest.timeMs, period)}.`,
  ].join(' ')
}

export const tableColumns = ['Date', 'Open', 'High', 'Low', 'Close', 'Volume'] as const

/** Returns the cells of one row of the table view, in the order of `tableColumns`. */
export function tableRow(bar: PriceBar, period: BarPeriod): readonly string[] {
  return [
    barTimeText(bar.timeMs, period),
    priceText(bar.open),
    priceText(bar.high),
    priceText(bar.low),
    priceText(bar.close),
    bigCountText(bar.volume),
  ]
}
