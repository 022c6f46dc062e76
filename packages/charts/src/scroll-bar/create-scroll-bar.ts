// The scroll bar under a chart: the whole history in 22 px with the visible window on top, moved by pointer or key.
// Plain DOM, so that following a chart costs no React render.

import { createFrameTask } from '../frame.ts'
import type { ChartTheme } from '../theme.ts'
import { dragWindow, keyWindow, overviewColumns, type ScrollWindow, type WindowPart } from './scroll-window.ts'

export interface ScrollBarOptions {
  readonly theme: ChartTheme
  readonly label: string
  /** Id of the chart that it scrolls. */
  readonly controls: string
  readonly onShow: (window: ScrollWindow) => void
}

export interface ScrollBar {
  readonly setHistory: (values: readonly number[]) => void
  readonly setWindow: (window: ScrollWindow, text: string) => void
  readonly setTheme: (theme: ChartTheme) => void
  readonly destroy: () => void
}

/** Distance from an edge of the window (in px) within which a press drags that edge. */
const edgeReachPx = 7

export function createScrollBar(element: HTMLElement, options: ScrollBarOptions): ScrollBar {
  let { theme } = options
  let values: readonly number[] = []
  let shown: ScrollWindow = { from: 0, to: 0 }

  const canvas = document.createElement('canvas')
  const frame = document.createElement('div')
  canvas.className = 'cf-scroll-history'
  frame.className = 'cf-scroll-window'
  element.replaceChildren(canvas, frame)
  element.tabIndex = 0
  for (const [name, value] of Object.entries({
    role: 'scrollbar',
    'aria-orientation': 'horizontal',
    'aria-label': options.label,
    'aria-controls': options.controls,
    'aria-valuemin': '0',
    'aria-valuemax': '0',
    'aria-valuenow': '0',
  }))
    element.setAttribute(name, value)

  const paint = createFrameTask(() => {
    const ratio = window.devicePixelRatio
    const { clientWidth: width, clientHeight: height } = element
    canvas.width = width * ratio
    canvas.height = height * ratio
    const context = canvas.getContext('2d')
    if (context === null || width === 0) return
    context.scale(ratio, ratio)
    const columns = overviewColumns(values, width)
    context.fillStyle = theme.overview
    context.beginPath()
    context.moveTo(0, height)
    columns.forEach((share, column) => {
      const x = columns.length === 1 ? 0 : (column / (columns.length - 1)) * width
      context.lineTo(x, height - 2 - share * (height - 6))
    })
    context.lineTo(width, height)
    context.fill()
  })

  function placeWindow(): void {
    const total = values.length
    const share = (index: number) => (total === 0 ? 0 : (index / total) * 100)
    frame.style.left = `${share(shown.from)}%`
    frame.style.width = `${share(shown.to - shown.from)}%`
  }

  function ask(wanted: ScrollWindow): void {
    shown = wanted
    placeWindow()
    options.onShow(wanted)
  }

  function partAt(x: number, width: number): WindowPart | 'outside' {
    const total = values.length
    const left = (shown.from / total) * width
    const right = (shown.to / total) * width
    if (Math.abs(x - left) <= edgeReachPx && right - left > edgeReachPx) return 'start'
    if (Math.abs(x - right) <= edgeReachPx && right - left > edgeReachPx) return 'end'
    return x > left && x < right ? 'whole' : 'outside'
  }

  function press(event: PointerEvent): void {
    const total = values.length
    const box = element.getBoundingClientRect()
    if (total === 0 || event.button !== 0 || box.width === 0) return
    const perPx = total / box.width
    const x = event.clientX - box.left
    const hit = partAt(x, box.width)
    if (hit === 'outside') ask(dragWindow(shown, 'whole', x * perPx - (shown.from + shown.to) / 2, total))
    const part = hit === 'outside' ? 'whole' : hit
    const start = shown
    const drag = createFrameTask(() => ask(dragWindow(start, part, moved * perPx, total)))
    let moved = 0
    const follow = (next: PointerEvent) => {
      moved = next.clientX - event.clientX
      drag.request()
    }
    const end = () => {
      element.removeEventListener('pointermove', follow)
      element.removeEventListener('pointerup', end)
      element.removeEventListener('pointercancel', end)
    }
    element.setPointerCapture(event.pointerId)
    element.addEventListener('pointermove', follow)
    element.addEventListener('pointerup', end)
    element.addEventListener('pointercancel', end)
  }

  function hover(event: PointerEvent): void {
    const box = element.getBoundingClientRect()
    const part = values.length === 0 ? 'outside' : partAt(event.clientX - box.left, box.width)
    element.style.cursor = part === 'whole' ? 'grab' : part === 'outside' ? 'pointer' : 'ew-resize'
  }

  function key(event: KeyboardEvent): void {
    const wanted = keyWindow(shown, event.key, values.length)
    if (wanted === undefined || values.length === 0) return
    event.preventDefault()
    ask(wanted)
  }

  element.addEventListener('pointerdown', press)
  element.addEventListener('pointermove', hover)
  element.addEventListener('keydown', key)
  const observer = new ResizeObserver(paint.request)
  observer.observe(element)

  return {
    setHistory: (next) => {
      values = next
      element.setAttribute('aria-valuemax', String(next.length))
      placeWindow()
      paint.request()
    },
    setWindow: (next, text) => {
      shown = next
      placeWindow()
      element.setAttribute('aria-valuenow', String(Math.round(next.from)))
      element.setAttribute('aria-valuetext', text)
    },
    setTheme: (next) => {
      theme = next
      paint.request()
    },
    destroy: () => {
      observer.disconnect()
      paint.cancel()
      element.removeEventListener('pointerdown', press)
      element.removeEventListener('pointermove', hover)
      element.removeEventListener('keydown', key)
      element.replaceChildren()
    },
  }
}
