// The product's own indicators on klinecharts: computed by the domain's streams and only drawn by the library, whose
// own definitions differ.

import {
  checkParams,
  findIndicator,
  indicators as catalogue,
  type IndicatorBar,
  type IndicatorDefinition,
  type IndicatorStream,
} from '@clubfolio/domain/indicator'
import { registerIndicator, type IndicatorFigure } from 'klinecharts'
import { countTickText, dayText, numberText, tickText } from '../chart-text.ts'
import { atGroupEnds } from '../stock/aggregate-bars.ts'
import { panelAxisTicks } from '../stock/kline-axis.ts'
import { isIntraday } from '../stock/price-bar.ts'
import type { SavedIndicator } from '../stock/stock-workspace.ts'
import type { ToolSurface } from '../stock/tool-kit.ts'
import { drawGuides, drawIndicatorLines } from './kline-line.ts'

type Row = Record<string, number | undefined>

const candlePane = 'candle_pane'
const panelHeightPx = 92
const precisions = { price: 2, index: 1, count: 0 } as const

/** Labels on the axis of a panel, in the unit of its indicator. */
const axisTexts = {
  price: tickText,
  index: (value) => numberText(value, Number.isInteger(value) ? 0 : 1),
  count: countTickText,
} as const satisfies Record<IndicatorDefinition['unit'], (value: number) => string>

const nameOf = (key: string) => `clubfolio_${key}`
const figureTypes = { line: 'line', bars: 'bar', dots: 'circle' } as const

function figures({ lines }: IndicatorDefinition): IndicatorFigure<Row>[] {
  return lines.map(({ name, shape }, index) => ({
    key: `v${index}`,
    title: lines.length === 1 ? '' : `${name} `,
    type: figureTypes[shape],
    ...(shape === 'bars'
      ? ({
          baseValue: 0,
          styles: ({ data, defaultStyles }) => {
            const value = data.current?.[`v${index}`] ?? 0
            return { color: value < 0 ? defaultStyles?.bars[0]?.downColor : defaultStyles?.bars[0]?.upColor }
          },
        } satisfies Partial<IndicatorFigure<Row>>)
      : {}),
    // A stop next to the bars is a dot of fixed size, whatever the width of a bar.
    ...(shape === 'dots'
      ? { attrs: ({ coordinate }) => ({ x: coordinate.current.x, y: coordinate.current['v0'], r: 1.5 }) }
      : {}),
  }))
}

for (const definition of catalogue) {
  if (definition.key === 'volume') continue
  const { key, name, place, unit, bounds } = definition
  registerIndicator<Row, number>({
    name: nameOf(key),
    shortName: name,
    series: place === 'price' ? 'price' : 'normal',
    precision: precisions[unit],
    shouldFormatBigNumber: unit === 'count',
    ...(bounds === undefined ? {} : { minValue: bounds[0], maxValue: bounds[1] }),
    figures: figures(definition),
    calc: () => [],
  })
}

/**
 * Computes only new values: while the bars are otherwise the same, a changed last bar replaces the last values and
 * further bars append theirs. The library requests values again on every live bar; this avoids recomputing twenty years
 * of bars for it.
 */
function createCalculation(create: () => IndicatorStream): (bars: readonly IndicatorBar[]) => readonly Row[] {
  let stream = create()
  let rows: Row[] = []
  let first: IndicatorBar | undefined
  let last: IndicatorBar | undefined
  const row = (values: readonly (number | undefined)[]): Row =>
    Object.fromEntries(values.map((value, index) => [`v${index}`, value]))

  return (bars) => {
    const isSame =
      rows.length > 0 &&
      rows.length <= bars.length &&
      bars[0] === first &&
      bars[rows.length - 1]?.timeMs === last?.timeMs
    if (!isSame) {
      stream = create()
      rows = []
    } else {
      const changed = bars[rows.length - 1]
      if (changed !== undefined) rows[rows.length - 1] = row(stream.replace(changed))
    }
    for (let index = rows.length; index < bars.length; index++) {
      const bar = bars[index]
      if (bar !== undefined) rows.push(row(stream.add(bar)))
    }
    first = bars[0]
    last = bars.at(-1)
    return rows
  }
}

export interface KlineIndicators {
  readonly list: () => readonly SavedIndicator[]
  readonly replace: (indicators: readonly SavedIndicator[]) => void
  readonly redraw: () => void
}

export function createKlineIndicators({
  chart,
  theme,
  period,
  bars,
  joinedBars,
  setVolume,
}: ToolSurface): KlineIndicators {
  let shown: readonly SavedIndicator[] = []
  const anchorOf = (timeMs: number) =>
    isIntraday(period()) ? dayText(timeMs, 'America/New_York') : dayText(timeMs, 'UTC').slice(0, 4)

  function draw(definition: IndicatorDefinition, saved: SavedIndicator, index: number, colorFrom: number): void {
    const params = checkParams(definition, saved.params)
    const { series, volumeUp, volumeDown } = theme()
    const id = `indicator-${index}`
    const isOnPrices = definition.place === 'price'
    const paneId = isOnPrices ? candlePane : id
    const compute = createCalculation(() => definition.create(params, anchorOf))
    const colors = definition.lines.map((_line, place) => series[(colorFrom + place) % series.length] ?? series[0])
    const hasLinesOnly = definition.lines.every(({ shape }) => shape === 'line')
    chart.createIndicator(
      {
        name: nameOf(definition.key),
        id,
        paneId,
        calcParams: params,
        calc: () => [...atGroupEnds(compute(bars()), joinedBars())],
        // False leaves bars and dots to the library.
        draw: (drawing) => {
          drawGuides(drawing, definition.guides ?? [], theme().crosshair)
          if (hasLinesOnly) drawIndicatorLines(drawing, colors)
          return hasLinesOnly
        },
        styles: {
          lines: colors.map((color) => ({ color, size: 1.5, style: 'solid', smooth: false })),
          bars: [{ style: 'fill', borderSize: 0, upColor: volumeUp, downColor: volumeDown, noChangeColor: volumeUp }],
          circles: [
            { style: 'fill', borderSize: 0, upColor: series[0], downColor: series[0], noChangeColor: series[0] },
          ],
        },
      },
      isOnPrices,
    )
    if (isOnPrices) return
    chart.setPaneOptions({ id: paneId, height: panelHeightPx, minHeight: 40 })
    const createTicks = panelAxisTicks(axisTexts[definition.unit], definition.guides)
    chart.overrideYAxis({ paneId, gap: { top: 0.34, bottom: 0.06 }, createTicks })
  }

  function redraw(): void {
    for (const { id } of chart.getIndicators()) if (id.startsWith('indicator-')) chart.removeIndicator({ id })
    setVolume(undefined)
    let colorFrom = 0
    shown.forEach((saved, index) => {
      const definition = findIndicator(saved.key)
      if (definition === undefined) return
      if (saved.key === 'volume') return setVolume(checkParams(definition, saved.params)[0])
      const isOnPrices = definition.place === 'price'
      draw(definition, saved, index, isOnPrices ? colorFrom : 0)
      // A band advances the colour by one, not three: its lines are distinguished by their order.
      if (isOnPrices) colorFrom += 1
    })
  }

  return {
    list: () => shown,
    replace: (indicators) => {
      if (JSON.stringify(indicators) === JSON.stringify(shown)) return
      shown = indicators
      redraw()
    },
    redraw,
  }
}
