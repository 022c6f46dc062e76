// Passes bars to klinecharts through its data loader, joined to groups while more are in view than fit. Indices in the
// public methods count source bars; the library counts groups.

import type { Chart, DataLoader, KLineData } from 'klinecharts'
import { aggregateBars, groupSize, lastGroup } from './aggregate-bars.ts'
import type { BarPeriod, PriceBar } from './price-bar.ts'

function toKline({ timeMs, open, high, low, close, volume }: PriceBar): KLineData {
  return { timestamp: timeMs, open, high, low, close, volume }
}

export class KlineFeed {
  private readonly chart: Chart
  private source: PriceBar[] = []
  private shown: readonly PriceBar[] = []
  private size = 1
  /** Whether every price has a logarithm; undefined until it is asked for. */
  private isAbove: boolean | undefined
  private push: ((bar: KLineData) => void) | undefined

  constructor(chart: Chart) {
    this.chart = chart
    const loader: DataLoader = {
      // All bars are loaded at once: passing true as second argument would make the library request more endlessly.
      getBars: ({ callback }) => callback(this.shown.map(toKline), false),
      subscribeBar: ({ callback }) => {
        this.push = callback
      },
      unsubscribeBar: () => {
        this.push = undefined
      },
    }
    chart.setDataLoader(loader)
  }

  get bars(): readonly PriceBar[] {
    return this.source
  }

  get joinedBars(): number {
    return this.size
  }

  /** Whether all prices are above zero: looked up once, because twenty years have thousands of bars. */
  get isAboveZero(): boolean {
    this.isAbove ??= this.source.every((bar) => bar.low > 0)
    return this.isAbove
  }

  replace(bars: readonly PriceBar[], period: BarPeriod): void {
    this.source = [...bars]
    this.isAbove = undefined
    this.join(1)
    const before = this.chart.getPeriod()
    this.chart.setSymbol({ ticker: 'bars', pricePrecision: 2, volumePrecision: 0 })
    if (before?.type !== period.unit || before.span !== period.span)
      this.chart.setPeriod({ type: period.unit, span: period.span })
  }

  /** Prepends earlier bars; the group size is unchanged. */
  prepend(bars: readonly PriceBar[]): void {
    const [first] = this.source
    const last = bars.at(-1)
    if (first !== undefined && last !== undefined && last.timeMs >= first.timeMs)
      throw new Error(`bar of ${last.timeMs} does not come before the first one, ${first.timeMs}`)
    this.source = [...bars, ...this.source]
    this.isAbove = undefined
    this.join(this.size)
    this.chart.resetData()
  }

  append(bar: PriceBar): void {
    const last = this.source.at(-1)
    if (last !== undefined && bar.timeMs < last.timeMs)
      throw new Error(`bar of ${bar.timeMs} comes before the last one, ${last.timeMs}`)
    if (last?.timeMs === bar.timeMs) this.source[this.source.length - 1] = bar
    else this.source.push(bar)
    if (bar.low <= 0) this.isAbove = false
    const group = lastGroup(this.source, this.size)
    if (group !== undefined) this.push?.(toKline(group))
  }

  /** Joins as many bars as this window needs; returns true when that changed and the library has reloaded the bars. */
  fit(visibleCount: number, widthPx: number): boolean {
    const size = groupSize(visibleCount, widthPx)
    if (size === this.size) return false
    this.join(size)
    this.chart.resetData()
    return true
  }

  /** Returns the joined bar that the library draws at `groupIndex`, and the close before it. */
  groupAt(groupIndex: number): { bar: PriceBar; previousClose: number | undefined } | undefined {
    const bars = this.chart.getDataList()
    const bar = bars[groupIndex]
    if (bar === undefined) return undefined
    const { timestamp: timeMs, open, high, low, close, volume = 0 } = bar
    return { bar: { timeMs, open, high, low, close, volume }, previousClose: bars[groupIndex - 1]?.close }
  }

  private join(size: number): void {
    this.size = size
    this.shown = aggregateBars(this.source, size)
  }
}
