// The one-line legend of a stock chart: date, O H L C and change of the pointed bar, written directly to the DOM.

import { changeMark, dayMinuteText, dayText, signedPercentText, priceText } from '../chart-text.ts'
import { isIntraday, type BarPeriod } from './price-bar.ts'
import type { PointedBar } from './stock-chart-port.ts'

/** Returns the time of a bar: its day or month, or for intraday its minute in New York. */
export function barTimeText(timeMs: number, period: BarPeriod): string {
  if (isIntraday(period)) return dayMinuteText(timeMs)
  return dayText(timeMs, 'UTC').slice(0, period.unit === 'month' ? 7 : 10)
}

/** Returns the change of a bar in percent against the previous close; for the first bar against its own open. */
export function barChangePercent({ bar, previousClose }: PointedBar): number {
  const base = previousClose ?? bar.open
  return base > 0 ? (bar.close / base - 1) * 100 : 0
}

/** Returns the legend as a sentence, for assistive technology. */
export function pointedText(pointed: PointedBar, period: BarPeriod): string {
  const { open, high, low, close } = pointed.bar
  const change = signedPercentText(barChangePercent(pointed))
  return (
    `${barTimeText(pointed.bar.timeMs, period)}: open ${priceText(open)}, high ${priceText(high)}, low ` +
    `${priceText(low)}, close ${priceText(close)}, change ${change}`
  )
}

export interface StockLegend {
  readonly show: (pointed: PointedBar, period: BarPeriod) => void
  readonly destroy: () => void
}

export function createStockLegend(element: HTMLElement): StockLegend {
  const part = (name: string) => {
    const span = document.createElement('span')
    const value = document.createElement('b')
    span.append(`${name} `, value)
    return { span, value }
  }
  const time = document.createElement('span')
  const [open, high, low, close] = [part('O'), part('H'), part('L'), part('C')]
  const change = document.createElement('b')
  const mark = document.createElement('span')
  const percent = document.createElement('span')
  const joined = document.createElement('span')
  mark.className = 'cf-mark'
  change.className = 'cf-change'
  change.append(mark, percent)
  element.replaceChildren(time, open.span, high.span, low.span, close.span, change, joined)

  return {
    show: (pointed, period) => {
      const { bar } = pointed
      const changePercent = barChangePercent(pointed)
      time.textContent = barTimeText(bar.timeMs, period)
      open.value.textContent = priceText(bar.open)
      high.value.textContent = priceText(bar.high)
      low.value.textContent = priceText(bar.low)
      close.value.textContent = priceText(bar.close)
      mark.textContent = changeMark(changePercent)
      percent.textContent = signedPercentText(changePercent)
      change.dataset['direction'] = mark.textContent === '' ? 'none' : changePercent > 0 ? 'up' : 'down'
      joined.textContent = pointed.joinedBars > 1 ? `${pointed.joinedBars} bars drawn as 1` : ''
    },
    destroy: () => element.replaceChildren(),
  }
}
