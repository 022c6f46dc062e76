// The tilted pie: tops, walls, labels on leaders, keyboard and pointer tooltip, table view. Drawn in real pixels, so
// text never scales.

import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react'
import { ChartStyle, themeVariables } from '../chart-style.tsx'
import { ChartTable } from '../chart-table.tsx'
import { chartFont, chartTheme, type ThemeName } from '../theme.ts'
import { layPie } from './pie-layout.ts'
import { canBeDrawn, pieColor, shade, sliceName, slicePercentText, sliceText, type PieSlice } from './pie-slice.ts'
import { PieDrawing } from './pie-drawing.tsx'
import { PieTooltip, type PointedSlice } from './pie-tooltip.tsx'

export interface Pie3dProps {
  readonly title: string
  readonly slices: readonly PieSlice[]
  readonly theme: ThemeName
  /** Start of the first slice, in degrees clockwise from the right; -60 puts it at the upper right. */
  readonly startDegrees?: number
  readonly selectedId?: string | undefined
  /** Called on click, Enter and space. Without it slices can be pointed at but not selected. */
  readonly onSelect?: (id: string) => void
  /** When set, the screen controls the view, and the chart's own switch is hidden. */
  readonly view?: 'chart' | 'table'
}

const nameFont = `600 11.5px ${chartFont}`

function textMeter(): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return (text) => text.length * 7
  context.font = nameFont
  return (text) => context.measureText(text).width
}

export function Pie3d({
  title,
  slices,
  theme,
  startDegrees = -60,
  selectedId,
  onSelect,
  view,
}: Pie3dProps): ReactElement {
  const plot = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [pointed, setPointed] = useState<PointedSlice | undefined>(undefined)
  const [ownTable, setOwnTable] = useState(false)
  const isTable = view === undefined ? ownTable : view === 'table'
  const colors = chartTheme[theme]

  useEffect(() => {
    const element = plot.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const drawn = useMemo(() => slices.filter(canBeDrawn), [slices])
  const total = drawn.reduce((sum, { value }) => sum + value, 0)
  const layout = useMemo(() => {
    if (size.width === 0 || size.height === 0 || drawn.length === 0) return undefined
    const measure = textMeter()
    const toLay = drawn.map((slice) => ({ id: slice.id, weight: slice.value, labelWidthPx: measure(sliceName(slice)) }))
    return layPie(toLay, size.width, size.height, (startDegrees / 180) * Math.PI)
  }, [drawn, size, startDegrees])

  const colorOf = (slice: PieSlice) => pieColor(colors, slices.indexOf(slice), slice.isBuyingPower)
  const left = slices.filter((slice) => !canBeDrawn(slice))
  const pointedSlice = drawn.find(({ id }) => id === pointed?.id)

  function point(id: string, event?: PointerEvent): void {
    const box = plot.current?.getBoundingClientRect()
    const tip = layout?.slices.find((slice) => slice.id === id)?.tip
    if (event !== undefined && box !== undefined)
      setPointed({ id, x: event.clientX - box.left, y: event.clientY - box.top })
    else if (tip !== undefined) setPointed({ id, ...tip })
  }

  function key(event: KeyboardEvent): void {
    if (event.key === 'Escape' && pointed !== undefined) {
      event.stopPropagation()
      setPointed(undefined)
    }
  }

  return (
    <div className="cf-chart" style={themeVariables(colors)} onKeyDown={key}>
      <ChartStyle />
      <div className="cf-plot" ref={plot}>
        {layout !== undefined && !isTable && (
          <PieDrawing
            title={title}
            layout={layout}
            width={size.width}
            height={size.height}
            selectedId={selectedId}
            onSelect={onSelect}
            onPoint={point}
            onLeave={() => setPointed(undefined)}
            slices={drawn.map((slice) => ({
              id: slice.id,
              name: sliceName(slice),
              percent: slicePercentText(slice, total),
              text: sliceText(slice, total),
              color: colorOf(slice),
              wallColor: shade(colorOf(slice), colors.wallShade),
            }))}
          />
        )}
        {drawn.length === 0 && <div className="cf-empty">Nothing to divide yet</div>}
        {pointed !== undefined && pointedSlice !== undefined && !isTable && (
          <PieTooltip
            slice={pointedSlice}
            percent={slicePercentText(pointedSlice, total)}
            color={colorOf(pointedSlice)}
            at={pointed}
            width={size.width}
            height={size.height}
          />
        )}
        {isTable && (
          <ChartTable
            caption={title}
            columns={['Name', 'Percent', ...(slices[0]?.details.map(({ label }) => label) ?? [])]}
            rows={slices.map((slice) => [
              sliceName(slice),
              slicePercentText(slice, total),
              ...slice.details.map(({ text }) => text),
            ])}
          />
        )}
      </div>
      {left.length > 0 && !isTable && (
        <p className="cf-left-out">Not drawn, nothing or less: {left.map(sliceName).join(', ')}</p>
      )}
      {view === undefined && (
        <div className="cf-foot">
          <span className="cf-dates" />
          <button type="button" className="cf-button" aria-pressed={isTable} onClick={() => setOwnTable(!ownTable)}>
            Table
          </button>
        </div>
      )}
    </div>
  )
}
