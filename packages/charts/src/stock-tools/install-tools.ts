// Attaches drawings, indicators, zoom box and selection to one chart, and notifies its host when any of them changes.

import { createListeners } from '../listeners.ts'
import { drawingTools } from '../stock/drawing.ts'
import type {
  CarriedTools,
  InstalledTools,
  MenuRequest,
  StockToolKit,
  ToolState,
  ToolSurface,
} from '../stock/tool-kit.ts'
import { collectPoints } from './collect-points.ts'
import { listenToGestures } from './drawing-gestures.ts'
import { createKlineDrawings } from './kline-drawings.ts'
import { createKlineIndicators } from './kline-indicators.ts'
import { dragZoomBox } from './zoom-box.ts'

function install(surface: ToolSurface, carried: CarriedTools): InstalledTools {
  const listeners = createListeners<ToolState>()
  const menuListeners = createListeners<MenuRequest>()
  let active: ToolState['active']
  let hasPriceZoom = false
  let giveUp: (() => void) | undefined
  const tell = () => listeners.tell(state())
  const drawings = createKlineDrawings(surface, tell)
  const indicators = createKlineIndicators(surface)

  function state(): ToolState {
    return {
      drawings: drawings.list(),
      indicators: indicators.list(),
      selectedId: drawings.selectedId(),
      active,
      isVisible: drawings.isVisible(),
      hasPriceZoom,
      canUndo: drawings.canUndo(),
      canRedo: drawings.canRedo(),
    }
  }

  function replace(wanted: CarriedTools): void {
    indicators.replace(wanted.indicators)
    drawings.replace(wanted.drawings)
  }

  /**
   * Runs a tool until its points are collected or it is cancelled. Only one tool runs at a time: callers cancel the
   * previous one first.
   */
  async function run<Result>(
    tool: ToolState['active'],
    begun: { readonly result: Promise<Result>; readonly cancel: () => void },
  ): Promise<Result> {
    giveUp = begun.cancel
    active = tool
    tell()
    const result = await begun.result
    if (giveUp === begun.cancel) {
      giveUp = undefined
      active = undefined
    }
    drawings.preview(undefined)
    tell()
    return result
  }

  const stopListening = listenToGestures({
    surface,
    drawings,
    isCollecting: () => active !== undefined,
    cancelCollecting: () => giveUp?.(),
    onMenu: menuListeners.tell,
  })
  replace(carried)

  return {
    start: async (tool, { text: asked, style } = {}) => {
      giveUp?.()
      const counter =
        tool === 'verticalCounter'
          ? String(drawings.list().filter((drawing) => drawing.tool === tool).length + 1)
          : undefined
      const text = counter ?? asked
      const more = { ...(text === undefined ? {} : { text }), ...(style === undefined ? {} : { style }) }
      const collecting = collectPoints(surface, drawingTools[tool].points, (points) =>
        drawings.preview({ tool, points, ...more }),
      )
      const points = await run(tool, { result: collecting.points, cancel: collecting.cancel })
      if (points === undefined) return false
      drawings.select(drawings.add({ tool, points, ...more }))
      return true
    },
    startZoom: async (mode) => {
      giveUp?.()
      const box = dragZoomBox(surface, mode)
      const isDone = await run(mode, { result: box.done, cancel: box.cancel })
      if (isDone && mode !== 'zoomX') hasPriceZoom = true
      tell()
      return isDone
    },
    resetZoom: () => {
      hasPriceZoom = false
      surface.setPriceRange(undefined)
      tell()
    },
    cancel: () => giveUp?.(),
    setVisible: drawings.setVisible,
    select: drawings.select,
    selectNext: (step) => {
      const ids = drawings.list().map(({ id }) => id)
      const place = ids.indexOf(drawings.selectedId() ?? '')
      drawings.select(ids[(place < 0 ? (step > 0 ? 0 : ids.length - 1) : place + step + ids.length) % ids.length])
    },
    remove: drawings.remove,
    removeAll: drawings.removeAll,
    change: drawings.change,
    undo: drawings.undo,
    redo: drawings.redo,
    subscribeMenu: menuListeners.add,
    setIndicators: (wanted) => {
      indicators.replace(wanted)
      tell()
    },
    state,
    subscribe: listeners.add,
    saved: () => ({ indicators: indicators.list(), drawings: drawings.list() }),
    replace,
    redraw: drawings.redraw,
    recolor: () => {
      indicators.redraw()
      drawings.redraw()
    },
    destroy: () => {
      giveUp?.()
      stopListening()
    },
  }
}

export const stockToolKit: StockToolKit = { install }
