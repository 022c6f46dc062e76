// The axes on klinecharts' extension points: our own logarithmic axis (the library's is wrong below 1.00), ticks at
// round prices that make room for the labels of levels and of the last price, and those of panels and of time.

import { registerYAxis, type AxisCreateTicksCallback, type AxisTick, type Chart } from 'klinecharts'
import { countTickText, tickText } from '../chart-text.ts'
import { placeLabels, type LabelPlacing } from './axis-label.ts'
import { panelTicks } from './panel-tick.ts'
import { isIntraday, zoneOf, type BarPeriod } from './price-bar.ts'
import { priceTicks, priceToPixel, type PriceRange, type PriceScale } from './price-tick.ts'
import { timeTicks } from './time-tick.ts'

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
  readonly place: LabelPlacing
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
      marks().map(({ id, price, place }) => ({ id, place, yPx: pixelOf(price) })),
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

/**
 * Returns the ticks of a panel below the prices: at the guides of its indicator, else at round values, none of them cut
 * by its edges.
 */
export function panelAxisTicks(textOf: (value: number) => string, guides?: readonly number[]): AxisCreateTicksCallback {
  return ({ range: { from, to }, bounding: { height } }) => {
    const range = { low: from, high: to }
    const values = guides ?? panelTicks(range, height)
    return values.map((value) => ({
      coord: Math.round(priceToPixel(value, range, height, 'linear')),
      value,
      text: textOf(value),
    }))
  }
}

/** Returns the ticks of the volume panel, abbreviated: 800K, 2.4M. */
export const volumeAxisTicks: AxisCreateTicksCallback = (params) =>
  panelAxisTicks(countTickText)(params).filter(({ value }) => Number(value) > 0)

/** Half the width of a character of an axis label. */
const halfCharacterPx = 3.2

/** Returns the labels of the time axis for the bars that the chart draws; none is cut by its ends. */
export function timeAxisTicks(chart: Chart, period: () => BarPeriod): AxisCreateTicksCallback {
  return ({ bounding }) => {
    const bars = chart.getDataList()
    const { from, to } = chart.getVisibleRange()
    const xOf = (index: number) =>
      [chart.convertToPixel([{ dataIndex: index }], { paneId: 'candle_pane' })].flat()[0]?.x ?? 0
    const ticks = timeTicks(
      {
        length: bars.length,
        timeAt: (index) => bars[index]?.timestamp ?? Infinity,
        zone: zoneOf(period()),
        isIntraday: isIntraday(period()),
      },
      { fromIndex: from, toIndex: to, barPx: chart.getBarSpace().bar },
    )
    return ticks.flatMap(({ index, text }) => {
      const coord = xOf(index)
      const half = text.length * halfCharacterPx
      if (coord < half || coord > bounding.width - half) return []
      return [{ coord, value: bars[index]?.timestamp ?? 0, text }]
    })
  }
}
