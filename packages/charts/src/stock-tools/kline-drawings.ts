// The user's drawings as klinecharts overlays: created complete, hit by the library, moved and selected by us. The list
// here is the truth; an overlay differs from it only while it is dragged.

import type { Chart, OverlayCreate, OverlayEvent } from 'klinecharts'
import { isDrawingTool, type Drawing, type DrawingPoint, type DrawingTool } from '../stock/drawing.ts'
import type { PriceScale } from '../stock/price-tick.ts'
import type { ChartTheme } from '../theme.ts'
import { beginDrag, type DrawingDrag } from './drawing-drag.ts'
import { createDrawingHandles, overlayPoints } from './drawing-handles.ts'
import { createDrawingHistory } from './drawing-history.ts'
import { drawingLook } from './drawing-look.ts'
import { overlayName } from './own-overlay.ts'

const groupId = 'drawings'
const previewId = 'drawing-preview'
/** Keys of the library's own handles, which it shows on the drawing under the pointer. */
const libraryHandle = /^overlay_figure_point_(\d+)$/

export interface KlineDrawings {
  readonly list: () => readonly Drawing[]
  /** Shows these instead, as no step of the user. */
  readonly replace: (drawings: readonly Drawing[]) => void
  /** Adds a drawing and returns its id. */
  readonly add: (drawing: Omit<Drawing, 'id'>) => string
  readonly remove: (id: string) => void
  readonly removeAll: () => void
  readonly change: (id: string, changed: Partial<Pick<Drawing, 'style' | 'text'>>) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly canUndo: () => boolean
  readonly canRedo: () => boolean
  readonly preview: (drawing: Omit<Drawing, 'id'> | undefined) => void
  readonly select: (id: string | undefined) => void
  readonly selectedId: () => string | undefined
  /** Accepts the drag under way; call when the pointer is released, wherever that is. */
  readonly endDrag: () => void
  /** Returns the drawing that the last press met, and forgets it. */
  readonly takePressed: () => string | undefined
  readonly setVisible: (isVisible: boolean) => void
  readonly isVisible: () => boolean
  readonly redraw: () => void
}

export interface DrawingSurface {
  readonly chart: Chart
  readonly theme: () => ChartTheme
  readonly scale: () => PriceScale
}

export function createKlineDrawings({ chart, theme, scale }: DrawingSurface, onChange: () => void): KlineDrawings {
  let drawings: readonly Drawing[] = []
  let isVisible = true
  let selectedId: string | undefined
  let drag: DrawingDrag | undefined
  let dragged: readonly DrawingPoint[] | undefined
  let pressedId: string | undefined
  const history = createDrawingHistory()
  const handles = createDrawingHandles(chart, theme, {
    onPress: (pointIndex, event) => {
      if (selectedId !== undefined) press(selectedId, event, pointIndex)
    },
    onDrag: (event) => follow(event),
    onMenu: () => {
      pressedId = selectedId
    },
  })

  const find = (id: string | undefined) => drawings.find((drawing) => drawing.id === id)

  /**
   * Options that show or hide the library's handles of a drawing and its positions on the axes. It shows them on the
   * last clicked drawing, whatever is selected, and on the one it believes to be under the pointer; it drops either
   * only on another move or click, so they would appear in an exported picture.
   */
  const libraryHandles = (isShown: boolean) => ({
    needDefaultPointFigure: isShown,
    needDefaultXAxisFigure: isShown,
    needDefaultYAxisFigure: isShown,
  })

  function showHandles(): void {
    const selected = isVisible ? find(selectedId) : undefined
    handles.show(selected !== undefined && isDrawingTool(selected.tool) ? selected.points : undefined)
  }

  function select(id: string | undefined): void {
    chart.overrideOverlay({ groupId, ...libraryHandles(false) })
    if (id === selectedId) return
    selectedId = id
    showHandles()
    onChange()
  }

  function press(id: string, event: OverlayEvent<unknown>, handle?: number): void {
    const drawing = find(id)
    if (drawing === undefined) return
    pressedId = id
    const found = handle ?? libraryHandle.exec(event.figure?.key ?? '')?.[1]
    drag = beginDrag(chart, {
      drawingId: id,
      points: drawing.points,
      scale: scale(),
      event,
      ...(found === undefined ? {} : { pointIndex: Number(found) }),
    })
    select(id)
  }

  function follow(event: OverlayEvent<unknown>): void {
    const drawing = find(drag?.drawingId ?? event.overlay.id) ?? find(selectedId)
    if (drawing === undefined) return
    dragged = drag?.pointsAt(event) ?? dragged
    const points = dragged ?? drawing.points
    // The library has moved the pressed overlay by one amount of money; this replaces its points before they are drawn.
    event.overlay.points = overlayPoints(points)
    if (event.overlay.id === drawing.id) handles.follow(points)
    else chart.overrideOverlay({ id: drawing.id, points: overlayPoints(points) })
  }

  function endDrag(): void {
    const [id, points] = [drag?.drawingId, dragged]
    drag = undefined
    dragged = undefined
    if (id === undefined || points === undefined) return
    step(drawings.map((drawing) => (drawing.id === id ? { ...drawing, points } : drawing)))
  }

  /** Draws all at once, so that the library lays out the chart once. Unknown tools are preserved but not drawn. */
  function draw(wanted: readonly Drawing[], isPreview = false): void {
    const overlays = wanted.flatMap((drawing) =>
      isDrawingTool(drawing.tool) && drawing.points.length > 0 ? [overlayOf(drawing.tool, drawing, isPreview)] : [],
    )
    if (overlays.length > 0) chart.createOverlay(overlays)
  }

  function overlayOf(tool: DrawingTool, drawing: Drawing, isPreview: boolean): OverlayCreate {
    const { id, points, text } = drawing
    return {
      name: overlayName(tool),
      id,
      groupId: isPreview ? previewId : groupId,
      paneId: 'candle_pane',
      visible: isVisible || isPreview,
      lock: isPreview,
      points: overlayPoints(points),
      extendData: { text: text ?? '', ...(drawing.style?.levels ? { levels: drawing.style.levels } : {}) },
      styles: drawingLook(drawing, theme()),
      ...libraryHandles(isPreview),
      onMouseEnter: () => chart.overrideOverlay({ id, ...libraryHandles(id !== selectedId) }),
      onMouseLeave: () => chart.overrideOverlay({ id, ...libraryHandles(false) }),
      // Selecting on the press, not on the click: the library takes no drag for a click, and loses fast clicks.
      onPressedMoveStart: (event) => press(id, event),
      onPressedMoving: follow,
      onRightClick: (event) => {
        // The library would delete the drawing, without asking.
        event.preventDefault?.()
        pressedId = id
      },
    }
  }

  function redraw(): void {
    chart.removeOverlay({ groupId })
    draw(drawings)
    showHandles()
  }

  function show(wanted: readonly Drawing[]): void {
    drawings = wanted
    if (find(selectedId) === undefined) selectedId = undefined
    redraw()
    onChange()
  }

  /** Shows the drawings after one step of the user, which can be undone. */
  function step(after: readonly Drawing[]): void {
    history.record(drawings, after)
    show(after)
  }

  return {
    list: () => drawings,
    replace: show,
    add: (wanted) => {
      const drawing = { id: newId(), ...wanted }
      step([...drawings, drawing])
      return drawing.id
    },
    remove: (id) => step(drawings.filter((drawing) => drawing.id !== id)),
    removeAll: () => step([]),
    change: (id, changed) =>
      step(drawings.map((drawing) => (drawing.id === id ? { ...drawing, ...changed } : drawing))),
    undo: () => {
      const before = history.undo(drawings)
      if (before !== undefined) show(before)
    },
    redo: () => {
      const after = history.redo(drawings)
      if (after !== undefined) show(after)
    },
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    preview: (drawing) => {
      chart.removeOverlay({ groupId: previewId })
      if (drawing !== undefined) draw([{ id: previewId, ...drawing }], true)
    },
    select,
    selectedId: () => selectedId,
    endDrag,
    takePressed: () => {
      const id = pressedId
      pressedId = undefined
      return id
    },
    setVisible: (wanted) => {
      isVisible = wanted
      chart.overrideOverlay({ groupId, visible: wanted })
      showHandles()
      onChange()
    },
    isVisible: () => isVisible,
    redraw,
  }
}

/** An id that no other tab gives: ten random characters. `crypto.randomUUID` exists only in a secure context. */
function newId(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => (byte % 36).toString(36))
  return `drawing-${letters.join('')}`
}
