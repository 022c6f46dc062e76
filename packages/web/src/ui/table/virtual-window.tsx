// Computes which rows of a long table are visible. Its code loads only for tables with more rows than are drawn at
// once.
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'

export interface RowWindow {
  /** Index of the first row to draw, and of the first row after the drawn ones. */
  readonly start: number
  readonly end: number
  /** Height of the rows before and after them. */
  readonly beforePx: number
  readonly afterPx: number
}

export interface VirtualWindowProps {
  readonly count: number
  readonly scrollRef: RefObject<HTMLElement | null>
  readonly isTwoLine: boolean
  readonly children: (window: RowWindow) => ReactNode
}

const plainRowPx = 30

export function VirtualWindow({ count, scrollRef, isTwoLine, children }: VirtualWindowProps) {
  // oxlint-disable-next-line react/incompatible-library -- the result is read in this render only and never memoised
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowPx(scrollRef.current, isTwoLine),
    overscan: 12,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  if (!first || !last) return children({ start: 0, end: 0, beforePx: 0, afterPx: virtualizer.getTotalSize() })
  return children({
    start: first.index,
    end: last.index + 1,
    beforePx: first.start,
    afterPx: virtualizer.getTotalSize() - last.end,
  })
}

/** Returns the row height: all rows of a table have the same height; the theme makes them taller on phones. */
function rowPx(scroll: HTMLElement | null, isTwoLine: boolean): number {
  const text = scroll ? getComputedStyle(scroll).getPropertyValue(isTwoLine ? '--cf-row-2' : '--cf-row') : ''
  return Number.parseFloat(text) || plainRowPx
}
