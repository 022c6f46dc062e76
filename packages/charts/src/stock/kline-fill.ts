// Marks of the user's own fills as one klinecharts overlay: an arrowhead under the price of a buy, above the price of a
// sale, with the quantity next to it where bars are wide enough.

import { registerOverlay, type Chart, type OverlayFigure } from 'klinecharts'
import { chartFont, type ChartTheme } from '../theme.ts'
import { joinFills, type FillMark, type TradeFill } from './own-trade.ts'

interface DrawnFills {
  readonly theme: () => ChartTheme
  readonly fills: readonly TradeFill[]
  /** Recomputed when the library holds other bars. */
  marks: readonly FillMark[]
  firstMs: number | undefined
  barCount: number
}

/** Stored here because the library deep-copies an overlay's own data on every change. */
const fillsOf = new WeakMap<Chart, DrawnFills>()

const overlayId = 'own-fills'
const sizePx = 6
const textFromPx = 7
const quantityFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })

registerOverlay({
  name: 'ownFills',
  totalStep: 2,
  createPointFigures: ({ chart, bounding, yAxis }) => {
    const drawn = fillsOf.get(chart)
    if (drawn === undefined || yAxis === null) return []
    const { from, to } = chart.getVisibleRange()
    const hasText = chart.getBarSpace().bar >= textFromPx
    return marksOf(chart, drawn)
      .filter(({ index }) => index >= from && index < to)
      .flatMap((mark) => {
        const x = [chart.convertToPixel([{ dataIndex: mark.index }], { paneId: 'candle_pane' })].flat()[0]?.x
        const y = yAxis.convertToPixel(mark.price)
        return x === undefined || y < 0 || y > bounding.height
          ? []
          : figures(mark, x, { y, theme: drawn.theme(), hasText })
      })
  },
})

function marksOf(chart: Chart, drawn: DrawnFills): readonly FillMark[] {
  const bars = chart.getDataList()
  const firstMs = bars[0]?.timestamp
  if (firstMs !== drawn.firstMs || bars.length !== drawn.barCount) {
    drawn.marks = joinFills(
      drawn.fills,
      bars.map(({ timestamp }) => timestamp),
    )
    drawn.firstMs = firstMs
    drawn.barCount = bars.length
  }
  return drawn.marks
}

interface FiguresOptions {
  readonly y: number
  readonly theme: ChartTheme
  readonly hasText: boolean
}

/** The tip is at the price; a buy points up from below, a sale down from above. */
function figures({ side, quantity }: FillMark, x: number, { y, theme, hasText }: FiguresOptions): OverlayFigure[] {
  const color = side === 'buy' ? theme.series[0] : theme.series[1]
  const away = side === 'buy' ? 1 : -1
  const head: OverlayFigure = {
    type: 'polygon',
    attrs: {
      coordinates: [
        { x, y },
        { x: x - sizePx, y: y + away * sizePx * 1.7 },
        { x: x + sizePx, y: y + away * sizePx * 1.7 },
      ],
    },
    // The border separates the mark from bars of the same colour.
    styles: { style: 'stroke_fill', color, borderColor: theme.panel, borderSize: 1 },
    ignoreEvent: true,
  }
  if (!hasText) return [head]
  const text: OverlayFigure = {
    type: 'text',
    attrs: {
      x,
      y: y + away * (sizePx * 1.7 + 2),
      text: `${side === 'buy' ? '+' : '−'}${quantityFormat.format(quantity)}`,
      align: 'center',
      baseline: side === 'buy' ? 'top' : 'bottom',
    },
    styles: {
      style: 'fill',
      color,
      size: 11,
      weight: 600,
      family: chartFont,
      backgroundColor: 'transparent',
      borderSize: 0,
      paddingLeft: 0,
      paddingRight: 0,
      paddingTop: 0,
      paddingBottom: 0,
    },
    ignoreEvent: true,
  }
  return [head, text]
}

/** Draws exactly these fills. */
export function drawFills(chart: Chart, fills: readonly TradeFill[], theme: () => ChartTheme): void {
  const first = fills[0]
  if (first === undefined) {
    fillsOf.delete(chart)
    chart.removeOverlay({ id: overlayId })
    return
  }
  fillsOf.set(chart, { theme, fills, marks: [], firstMs: undefined, barCount: -1 })
  const overlay = {
    name: 'ownFills',
    id: overlayId,
    groupId: 'marks',
    paneId: 'candle_pane',
    lock: true,
    points: [{ timestamp: first.timeMs, value: first.price }],
  }
  if (chart.getOverlays({ id: overlayId }).length > 0) chart.overrideOverlay(overlay)
  else chart.createOverlay(overlay)
}
