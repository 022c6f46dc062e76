// The user's drawings as klinecharts overlays: created complete, moved and selected by the library, read back before
// they are saved.

import type { Chart, OverlayCreate } from 'klinecharts'
import { isDrawingTool, type Drawing, type DrawingPoint, type DrawingTool } from '../stock/drawing.ts'
import type { ChartTheme } from '../theme.ts'
import { overlayName } from './own-overlay.ts'

const groupId = 'drawings'
const previewId = 'drawing-preview'

export interface KlineDrawings {
  readonly list: () => readonly Drawing[]
  readonly replace: (drawings: readonly Drawing[]) => void
  readonly add: (drawing: Omit<Drawing, 'id'>) => string
  readonly remove: (id: string) => void
  readonly preview: (drawing: Omit<Drawing, 'id'> | undefined) => void
  readonly select: (id: string | undefined) => void
  readonly selectedId: () => string | undefined
  readonly setVisible: (isVisible: boolean) => void
  readonly isVisible: () => boolean
  readonly redraw: () => void
}

export function createKlineDrawings(chart: Chart, theme: () => ChartTheme, onChange: () => void): KlineDrawings {
  let drawings: readonly Drawing[] = []
  let isVisible = true
  let selectedId: string | undefined

  function styles(isSelected: boolean, tool?: string): OverlayCreate['styles'] {
    const { series, window, text } = theme()
    const size = isSelected ? 3 : 1.5
    return {
      line: { color: series[0], size },
      polygon: { color: window, borderColor: series[0], borderSize: size },
      circle: { color: window, borderColor: series[0], borderSize: size },
      // The many prices of a retracement would form a wall of boxes.
      ...(tool === 'fibonacci'
        ? { text: { color: text, backgroundColor: 'transparent', borderColor: 'transparent', weight: 400 } }
        : {}),
    }
  }

  /**
   * Options that show or hide the handles of a drawing and its positions on the axes. The library shows them on the
   * last clicked drawing, whatever is selected, and on the one it believes to be under the pointer; it drops either
   * only on another move or click, so they would appear in an exported picture.
   */
  const handles = (isShown: boolean) => ({
    needDefaultPointFigure: isShown,
    needDefaultXAxisFigure: isShown,
    needDefaultYAxisFigure: isShown,
  })

  function select(id: string | undefined): void {
    chart.overrideOverlay({ groupId, ...handles(false) })
    if (id !== undefined) chart.overrideOverlay({ id, ...handles(true) })
    if (id === selectedId) return
    const before = selectedId
    selectedId = id
    for (const each of [before, id])
      if (each !== undefined)
        chart.overrideOverlay({
          id: each,
          styles: styles(each === id, drawings.find((drawing) => drawing.id === each)?.tool),
        })
    onChange()
  }

  /** Draws all at once, so that the library lays out the chart once. Unknown tools are preserved but not drawn. */
  function draw(wanted: readonly Drawing[], isPreview = false): void {
    const overlays = wanted.flatMap((drawing) =>
      isDrawingTool(drawing.tool) && drawing.points.length > 0 ? [overlayOf(drawing.tool, drawing, isPreview)] : [],
    )
    if (overlays.length > 0) chart.createOverlay(overlays)
  }

  function overlayOf(tool: DrawingTool, { id, points, text }: Drawing, isPreview: boolean): OverlayCreate {
    return {
      name: overlayName(tool),
      id,
      groupId: isPreview ? previewId : groupId,
      paneId: 'candle_pane',
      visible: isVisible || isPreview,
      lock: isPreview,
      points: points.map(({ timeMs, price }) => ({ timestamp: timeMs, value: price })),
      extendData: { text: text ?? '' },
      styles: styles(id === selectedId, tool),
      ...handles(isPreview || id === selectedId),
      onMouseEnter: () => chart.overrideOverlay({ id, ...handles(true) }),
      onMouseLeave: () => chart.overrideOverlay({ id, ...handles(id === selectedId) }),
      onSelected: () => select(id),
      onDeselected: () => {
        if (selectedId === id) select(undefined)
      },
      // The library does not treat a drag as a click; selecting the dragged drawing makes it the target of Delete.
      onPressedMoveStart: () => select(id),
      onPressedMoveEnd: onChange,
      // The library would delete on a right click, without asking.
      onRightClick: (event) => event.preventDefault?.(),
    }
  }

  function redraw(): void {
    chart.removeOverlay({ groupId })
    draw(drawings)
  }

  /** Returns the drawing in its current position: the user may have dragged its points since. */
  function present(drawing: Drawing): Drawing {
    const overlay = chart.getOverlays({ id: drawing.id })[0]
    if (overlay === undefined) return drawing
    const points = overlay.points.flatMap(({ timestamp, value }): DrawingPoint[] =>
      timestamp === undefined || value === undefined ? [] : [{ timeMs: timestamp, price: value }],
    )
    return { ...drawing, points }
  }

  function nextId(): string {
    const numbers = drawings.map(({ id }) => Number(id.replace('drawing-', ''))).filter(Number.isFinite)
    return `drawing-${Math.max(0, ...numbers) + 1}`
  }

  const list = () => drawings.map(present)

  return {
    list,
    replace: (wanted) => {
      drawings = wanted
      selectedId = undefined
      redraw()
      onChange()
    },
    add: (wanted) => {
      const drawing = { id: nextId(), ...wanted }
      drawings = [...list(), drawing]
      draw([drawing])
      onChange()
      return drawing.id
    },
    remove: (id) => {
      drawings = list().filter((drawing) => drawing.id !== id)
      chart.removeOverlay({ id })
      if (selectedId === id) selectedId = undefined
      onChange()
    },
    preview: (drawing) => {
      chart.removeOverlay({ groupId: previewId })
      if (drawing !== undefined) draw([{ id: previewId, ...drawing }], true)
    },
    select,
    selectedId: () => selectedId,
    setVisible: (wanted) => {
      isVisible = wanted
      chart.overrideOverlay({ groupId, visible: wanted })
      onChange()
    },
    isVisible: () => isVisible,
    redraw: () => {
      drawings = list()
      redraw()
    },
  }
}
