// The library-neutral interface of a line chart, as the panels use it.

import type { ChartRange, PointStep } from '../chart-range.ts'
import type { PriceScale } from '../stock/price-tick.ts'
import type { ThemeName } from '../theme.ts'
import type { LinePoint, LineSeries } from './line-point.ts'
import type { ValueUnit } from './value-unit.ts'

export interface LineChartOptions {
  readonly theme: ThemeName
  /** `area` fills under the first series; comparisons are lines. */
  readonly kind: 'area' | 'line'
  /** The value holds until it changes: for values that move only when something is realised. */
  readonly isStepped: boolean
  readonly unit: ValueUnit
  /**
   * Lines that start again at zero with each range: `gains` in percent, which multiply, or `sums` of money, which add
   * up.
   */
  readonly rebase?: 'gains' | 'sums' | undefined
  /** Times of day matter (in New York); otherwise points stand for market days in UTC. */
  readonly hasTime: boolean
  readonly step: PointStep
  readonly label: string
}

export interface LineWindow {
  readonly fromIndex: number
  /** One past the last visible time. */
  readonly toIndex: number
  readonly fromMs: number
  readonly toMs: number
  readonly range: ChartRange | undefined
  /** Time at which lines of gains and sums are zero; undefined for values. */
  readonly baseMs: number | undefined
}

export interface PointedValues {
  readonly timeMs: number
  /** By series id: the last value at or before that time. */
  readonly values: ReadonlyMap<string, number | undefined>
  readonly isUnderCrosshair: boolean
}

export interface LineChartPort {
  readonly setSeries: (series: readonly LineSeries[]) => void
  readonly append: (id: string, points: readonly LinePoint[]) => void
  /** Sets the scale and returns the one in force. */
  readonly setScale: (scale: PriceScale) => PriceScale
  readonly setTheme: (theme: ThemeName) => void
  readonly setLabel: (label: string) => void
  /** A range that cannot be shown exactly shows everything instead. */
  readonly setRange: (range: ChartRange) => void
  readonly show: (fromIndex: number, toIndex: number) => void
  readonly stepCrosshair: (points: number) => void
  readonly hideCrosshair: () => void
  /** The series as drawn: gains are counted from the start of the range. */
  readonly series: () => readonly LineSeries[]
  /** The whole history of the first series, including the part before the range. */
  readonly history: () => readonly number[]
  /** All times of all series, ascending; indices refer to this list. */
  readonly times: () => readonly number[]
  readonly exportPng: () => Promise<Blob>
  readonly subscribeVisible: (listener: (window: LineWindow) => void) => () => void
  readonly subscribePointed: (listener: (pointed: PointedValues) => void) => () => void
  readonly destroy: () => void
}
