// Scrolls a table once so that a row is centred, and again only for another list.
import { useEffect, useRef, type RefObject } from 'react'

export interface CentredRow {
  readonly id: string
  /** Identifies the list: while it is unchanged, the user controls the scroll position. */
  readonly key: string
}

/**
 * Centres the row at `index`, which is -1 or undefined while the row is absent. All rows have the same height, so the
 * offset follows from the index.
 */
export function useCentredRow(
  scrollRef: RefObject<HTMLElement | null>,
  index: number | undefined,
  count: number | undefined,
  key: string | undefined,
): void {
  const doneRef = useRef<string>(undefined)
  useEffect(() => {
    const scroll = scrollRef.current
    if (!scroll || key === undefined || doneRef.current === key || index === undefined || index < 0 || !count)
      return undefined
    // Virtual rows render a frame after their code has loaded.
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
