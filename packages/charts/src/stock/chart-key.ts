// Keys of the focused stock chart: arrows walk the bars, pages pan, plus and minus zoom.

import type { StockChartPort } from './stock-chart-port.ts'

/** Handles a key; returns true when it was recognised and the legend should be read out. */
export function pressChartKey(
  port: StockChartPort,
  event: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  barCount: number,
  shown: { from: number; to: number },
): boolean {
  const step = event.shiftKey ? 10 : 1
  const width = shown.to - shown.from
  switch (event.key) {
    case 'ArrowLeft':
      port.stepCrosshair(-step)
      return true
    case 'ArrowRight':
      port.stepCrosshair(step)
      return true
    case 'PageUp':
      port.pan(-0.8)
      return true
    case 'PageDown':
      port.pan(0.8)
      return true
    case '+':
    case '=':
      port.zoom(1.25)
      return true
    case '-':
      port.zoom(0.8)
      return true
    case 'Home':
      port.showBars(0, width)
      return true
    case 'End':
      port.showBars(barCount - width, barCount)
      return true
    case 'Escape':
      port.hideCrosshair()
      return false
    default:
      return false
  }
}
