// Whether an element has more content than it shows. Only then is it a stop of the Tab key: the arrow keys scroll it.
import { useEffect, useState, type RefObject } from 'react'

/** Returns true while the element is wider or higher inside than outside. */
export function useScrollable(ref: RefObject<HTMLElement | null>): boolean {
  const [isScrollable, setScrollable] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const measure = () =>
      setScrollable(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight)
    const sizes = new ResizeObserver(measure)
    const watch = () => {
      sizes.disconnect()
      for (const one of [element, ...element.children]) sizes.observe(one)
      measure()
    }
    const contents = new MutationObserver(watch)
    contents.observe(element, { childList: true })
    watch()
    return () => {
      contents.disconnect()
      sizes.disconnect()
    }
  }, [ref])
  return isScrollable
}
