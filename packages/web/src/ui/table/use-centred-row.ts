// Scrolls a table once such that a row stands in the middle, and again only for another list.
import { useEffect, useRef, type RefObject } from 'react'

export interface CentredRow {
  readonly id: string
  /** Names the list: while it stays the same, the reader scrolls himself. */
  readonly key: string
}

/** All rows have one height, so the place follows from the index; `index` is -1 or undefined while the row is not there. */
export function useCentredRow(scrollRef: RefObject<HTMLElement | null>, index: number | undefined, count: number | undefined, key: string | undefined): void {
  const doneRef = useRef<string>(undefined)
  useEffect(() => {
    const scroll = scrollRef.current
    if (!scroll || key === undefined || doneRef.current === key || index === undefined || index < 0 || !count) return undefined
    // Rows that are drawn virtually stand a frame after their code has come.
    const centre = () => {
      const header = scroll.querySelector('thead')?.clientHeight ?? 0
      const rowPx = (scroll.scrollHeight - header) / count
      if (scroll.scrollHeight <= scroll.clientHeight || rowPx < 10) return
      doneRef.current = key
      scroll.scrollTop = (index + 0.5) * rowPx - (scroll.clientHeight - header) / 2
    }
    const observer = new ResizeObserver(centre)
    const table = scroll.querySelector('table')
    if (table) observer.observe(table)
    centre()
    return () => observer.disconnect()
  }, [scrollRef, index, count, key])
}
