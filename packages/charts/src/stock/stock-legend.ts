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

function write({ text }: { readonly text: Text }, words: string): void {
  if (text.data !== words) text.data = words
}

export function createStockLegend(element: HTMLElement): StockLegend {
  // Text nodes are kept and rewritten: new ones would be laid out from nothing with every move of the crosshair.
  const written = (element: HTMLElement) => {
    const text = document.createTextNode('')
    element.append(text)
    return { element, text }
  }
  const part = (name: string) => {
    const span = document.createElement('span')
    const value = written(document.createElement('b'))
    span.append(`${name} `, value.element)
    return { span, value }
  }
  const time = written(document.createElement('span'))
  const [open, high, low, close] = [part('O'), part('H'), part('L'), part('C')]
  const change = document.createElement('b')
  const mark = written(document.createElement('span'))
  const percent = written(document.createElement('span'))
  const joined = written(document.createElement('span'))
  mark.element.className = 'cf-mark'
  change.className = 'cf-change'
  change.append(mark.element, percent.element)
  element.replaceChildren(time.element, open.span, high.span, low.span, close.span, change, joined.element)

  return {
    show: (pointed, period) => {
      const { bar } = pointed
      const changePercent = barChangePercent(pointed)
      write(time, barTimeText(bar.timeMs, period))
      write(open.value, priceText(bar.open))
      write(high.value, priceText(bar.high))
      write(low.value, priceText(bar.low))
      write(close.value, priceText(bar.close))
      write(percent, signedPercentText(changePercent))
      write(joined, pointed.joinedBars > 1 ? `${pointed.joinedBars} bars drawn as 1` : '')
      const sign = changeMark(changePercent)
      write(mark, sign)
      const direction = sign === '' ? 'none' : changePercent > 0 ? 'up' : 'down'
      if (change.dataset['direction'] !== direction) change.dataset['direction'] = direction
    },
    destroy: () => element.replaceChildren(),
  }
}
