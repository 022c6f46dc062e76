// Tells where prices are in the plot, whenever the library has drawn them elsewhere: for what lies over the canvas and
// must move in the same frame as the bars.

import { registerOverlay, type Chart, type YAxis } from 'klinecharts'

export interface PricePlaces {
  readonly yOf: (price: number) => number
  readonly priceAt: (yPx: number) => number
  readonly widthPx: number
  readonly heightPx: number
}

interface Reader {
  readonly tell: (places: PricePlaces) => void
  readonly onDrawing: () => void
  seen: string
}

const readers = new WeakMap<Chart, Reader>()
const name = 'clubfolio_places'

registerOverlay({
  name,
  totalStep: 2,
  // Called with every drawing of the prices; the axis is laid out by then. It draws nothing itself.
  createPointFigures: ({ chart, bounding, yAxis }) => {
    const reader = readers.get(chart)
    if (reader === undefined) return []
    reader.onDrawing()
    if (yAxis !== null) tellPlaces(reader, yAxis, bounding)
    return []
  },
})

function tellPlaces(reader: Reader, yAxis: YAxis, { width, height }: { width: number; height: number }): void {
  const { realFrom, realTo } = yAxis.getRange()
  const key = `${yAxis.name} ${realFrom} ${realTo} ${width} ${height}`
  if (key === reader.seen) return
  reader.seen = key
  reader.tell({
    yOf: (price) => yAxis.convertToPixel(price),
    priceAt: (yPx) => yAxis.convertFromPixel(yPx),
    widthPx: width,
    heightPx: height,
  })
}

/**
 * Calls `tell` during each drawing with another price axis or plot size, and `onDrawing` during each one: inside of the
 * library's own frame, so that what follows the crosshair needs none of its own.
 */
export function readPlaces(chart: Chart, tell: (places: PricePlaces) => void, onDrawing: () => void): void {
  readers.set(chart, { tell, onDrawing, seen: '' })
  chart.createOverlay({ name, id: name, groupId: 'marks', paneId: 'candle_pane', lock: true, points: [{ value: 1 }] })
}
