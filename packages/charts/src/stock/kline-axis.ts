// The price axes on klinecharts' extension points: our own logarithmic axis (the library's is wrong below 1.00) and
// ticks at round prices that make room for the labels of levels and of the last price.

import { registerYAxis, type AxisCreateTicksCallback, type AxisTick, type Chart } from 'klinecharts'
import { bigCountText, dayText, minuteText, tickText } from '../chart-text.ts'
import { placeLabels } from './axis-label.ts'
import { isIntraday, zoneOf, type BarPeriod } from './price-bar.ts'
import { priceTicks, type PriceRange, type PriceScale } from './price-tick.ts'

export const axisNames = { linear: 'clubfolio_linear', logarithmic: 'clubfolio_log' } as const satisfies Record<
  PriceScale,
  string
>

/** Substitute for prices of zero and less, which have no logarithm: far below the view, but finite. */
const floorPrice = 1e-9
const log = (price: number) => Math.log10(Math.max(price, floorPrice))

/** The price range that a user chose for a chart; without one the axis follows the bars. */
export const chosenRanges = new WeakMap<Chart, PriceRange>()

registerYAxis({
  name: axisNames.linear,
  createRange: ({ chart, defaultRange }) => {
    const chosen = chosenRanges.get(chart)
    if (chosen === undefined) return defaultRange
    const { low: from, high: to } = chosen
    const range = to - from
    return {
      from,
      to,
      range,
      realFrom: from,
      realTo: to,
      realRange: range,
      displayFrom: from,
      displayTo: to,
      displayRange: range,
    }
  },
})

registerYAxis({
  name: axisNames.logarithmic,
  minSpan: () => 0.002,
  valueToRealValue: log,
  realValueToValue: (real) => 10 ** real,
  realValueToDisplayValue: (real) => 10 ** real,
  displayValueToRealValue: log,
  createRange: ({ chart, defaultRange }) => {
    const chosen = chosenRanges.get(chart)
    const high = chosen?.high ?? defaultRange.to
    const low =
      chosen !== undefined
        ? Math.max(chosen.low, floorPrice)
        : defaultRange.from > 0
          ? defaultRange.from
          : smallestPositive(
              chart.getDataList().map((bar) => bar.low),
              defaultRange.to,
            )
    const realFrom = log(low)
    const realTo = log(high)
    return { ...defaultRange, from: low, to: high, range: high - low, realFrom, realTo, realRange: realTo - realFrom }
  },
})

function smallestPositive(prices: readonly number[], fallback: number): number {
  return prices.reduce((least, price) => (price > 0 && price < least ? price : least), fallback)
}

export interface MarkedPrice {
  readonly id: string
  readonly price: number
  readonly givesWay: boolean
}

const tickHalfPx = 15
const edgePx = 8

/**
 * Returns the ticks of the price panel; `marks` is read on every build, so the ticks always account for the current
 * labels.
 */
export function priceAxisTicks(scale: () => PriceScale, marks: () => readonly MarkedPrice[]): AxisCreateTicksCallback {
  return ({ range, bounding }) => {
    const { height } = bounding
    const real = scale() === 'linear' ? (price: number) => price : log
    const pixelOf = (price: number) => (1 - (real(price) - range.realFrom) / range.realRange) * height
    const labels = placeLabels(
      marks().map(({ id, price, givesWay }) => ({ id, givesWay, yPx: pixelOf(price) })),
      height,
    )
    return priceTicks({ low: range.from, high: range.to }, height, scale())
      .map((price): AxisTick => ({ coord: Math.round(pixelOf(price)), value: price, text: tickText(price) }))
      .filter(
        ({ coord }) =>
          coord > edgePx &&
          coord < height - edgePx &&
          labels.every((label) => Math.abs(label.yPx - coord) >= tickHalfPx),
      )
  }
}

const volumeGapPx = 22

/** Returns two or three ticks for a low volume panel, abbreviated: 800K, 2.4M. */
export const volumeAxisTicks: AxisCreateTicksCallback = ({ range, bounding }) =>
  priceTicks({ low: Math.max(0, range.from), high: range.to }, bounding.height, 'linear', volumeGapPx)
    .filter((count) => count > 0)
    .map((count) => ({
      coord: Math.round((1 - (count - range.realFrom) / range.realRange) * bounding.height),
      value: count,
      text: bigCountText(count).replace(/\.?0+(?=[KMB]$)/, ''),
    }))

const timeEdgePx = 34

/** Returns the labels of the time axis: dates; on intraday bars the time of day, and the day where a new one starts. */
export function timeAxisTicks(period: () => BarPeriod): AxisCreateTicksCallback {
  return ({ defaultTicks, bounding }) => {
    const zone = zoneOf(period())
    let previousDay = ''
    return defaultTicks
      .filter(({ coord }) => coord > timeEdgePx && coord < bounding.width - timeEdgePx)
      .map((tick) => {
        const timeMs = Number(tick.value)
        const day = dayText(timeMs, zone)
        const isNewDay = day !== previousDay
        previousDay = day
        if (!isIntraday(period())) return { ...tick, text: period().unit === 'month' ? day.slice(0, 7) : day }
        return { ...tick, text: isNewDay ? day : minuteText(timeMs) }
      })
  }
}
