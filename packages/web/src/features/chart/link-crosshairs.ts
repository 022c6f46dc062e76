// One cross-hair for several charts: the bar that the reader points at in one is shown in the others.
import type { StockChartPort } from '@clubfolio/charts'
import type { BarTiming } from '@clubfolio/contract'
import { sameInstant } from './chart-layout.ts'

export interface LinkedChart {
  readonly port: Pick<StockChartPort, 'subscribePointed' | 'pointAt'>
  readonly timing: BarTiming
}

/** Links the charts until the returned function is called. */
export function linkCrosshairs(charts: readonly LinkedChart[]): () => void {
  const leave = charts.map((chart) => {
    let isPointing = false
    return chart.port.subscribePointed(({ bar, isUnderCrosshair, isLed }) => {
      // A chart that is led tells of its bar too; only the reader's own pointer leads.
      if (isLed || (!isUnderCrosshair && !isPointing)) return
      isPointing = isUnderCrosshair
      for (const other of charts)
        if (other !== chart)
          other.port.pointAt(isUnderCrosshair ? sameInstant(bar.timeMs, chart.timing, other.timing) : undefined)
    })
  })
  return () => {
    for (const end of leave) end()
  }
}
