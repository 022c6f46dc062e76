// Arithmetic of a scroll bar's window over a history of `total` points: dragging it, dragging its edges, stepping by
// key.

export interface ScrollWindow {
  readonly from: number
  readonly to: number
}

export type WindowPart = 'whole' | 'start' | 'end'

/** Fewer points than this cannot be drawn as a chart. */
const leastPoints = 2

/**
 * Returns the window after `part` of it was moved by `delta` points: inside `[0, total]`, its width unchanged when the
 * whole moves.
 */
export function dragWindow({ from, to }: ScrollWindow, part: WindowPart, delta: number, total: number): ScrollWindow {
  if (part === 'start') return { from: Math.max(0, Math.min(to - Math.min(leastPoints, to), from + delta)), to }
  if (part === 'end')
    return { from, to: Math.min(total, Math.max(from + Math.min(leastPoints, total - from), to + delta)) }
  const width = to - from
  const start = Math.max(0, Math.min(total - width, from + delta))
  return { from: start, to: start + width }
}

/**
 * Returns the window after a key press; undefined for other keys. Arrows move a tenth, pages nine tenths, + and -
 * change the width.
 */
export function keyWindow(window: ScrollWindow, key: string, total: number): ScrollWindow | undefined {
  const width = window.to - window.from
  switch (key) {
    case 'ArrowLeft':
      return dragWindow(window, 'whole', -Math.max(1, width / 10), total)
    case 'ArrowRight':
      return dragWindow(window, 'whole', Math.max(1, width / 10), total)
    case 'PageUp':
      return dragWindow(window, 'whole', -width * 0.9, total)
    case 'PageDown':
      return dragWindow(window, 'whole', width * 0.9, total)
    case 'Home':
      return { from: 0, to: width }
    case 'End':
      return { from: total - width, to: total }
    case '+':
      return dragWindow(window, 'start', width / 5, total)
    case '-':
      return dragWindow(window, 'start', -width / 4, total)
    default:
      return undefined
  }
}

/**
 * Returns the history in as many columns as there are pixels: the mean of each column's values as a share 0..1 of the
 * extremes.
 */
export function overviewColumns(values: readonly number[], columns: number): number[] {
  if (values.length === 0 || columns <= 0) return []
  const count = Math.min(columns, values.length)
  const means = Array.from({ length: count }, (_, column) => {
    const from = Math.floor((column * values.length) / count)
    const to = Math.max(from + 1, Math.floor(((column + 1) * values.length) / count))
    let sum = 0
    for (let index = from; index < to; index++) sum += values[index] ?? 0
    return sum / (to - from)
  })
  const low = means.reduce((least, mean) => Math.min(least, mean), Infinity)
  const high = means.reduce((most, mean) => Math.max(most, mean), -Infinity)
  return means.map((mean) => (high > low ? (mean - low) / (high - low) : 0.5))
}
