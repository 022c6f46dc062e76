// Undo and redo by keyboard while a chart with drawings is on the screen. Typing in a field keeps the browser's own
// undo.
import type { StockTools } from '@clubfolio/charts'
import { useEffect, type RefObject } from 'react'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
/** As menus and tooltips show them. */
export const undoKeys = isMac ? '⌘Z' : 'Ctrl Z'
export const redoKeys = isMac ? '⇧⌘Z' : 'Ctrl Shift Z'

/** Ctrl or Cmd with Z, with Shift+Z, and with Y; undefined for any other key. */
export function drawingKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): 'undo' | 'redo' | undefined {
  if (event.altKey || event.ctrlKey === event.metaKey) return undefined
  const key = event.key.toLowerCase()
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' && !event.shiftKey ? 'redo' : undefined
}

const fields = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select'

/** `place` is the element around the chart; a dialog above it has the keys for itself. */
export function useDrawingKeys(tools: StockTools | undefined, place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (tools === undefined) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const wanted = drawingKey(event)
      const { target } = event
      const isTyping = target instanceof HTMLElement && (target.isContentEditable || target.matches(fields))
      if (wanted === undefined || event.defaultPrevented || isTyping) return
      const dialogs = [...document.querySelectorAll('[role="dialog"]:not([data-docked])')]
      // The chart in full screen is a dialog, too.
      if (dialogs.some((dialog) => !dialog.contains(place.current))) return
      event.preventDefault()
      tools[wanted]()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [tools, place])
}
