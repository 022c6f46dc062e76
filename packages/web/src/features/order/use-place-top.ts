// Where a sticky panel begins in the window: the bars above it come and go, and scrolling moves it up to the top bar.
import { type RefObject, useLayoutEffect } from 'react'

/** Keeps the distance of the element from the top of the window, at least `least`, in a custom property of it. */
export function usePlaceTop(placeRef: RefObject<HTMLElement | null>, property: `--${string}`, least: number): void {
  useLayoutEffect(() => {
    const place = placeRef.current
    const around = place?.parentElement
    if (!place || !around) return undefined
    const measure = () =>
      place.style.setProperty(property, `${Math.max(least, Math.ceil(place.getBoundingClientRect().top))}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(around)
    observer.observe(document.body)
    window.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  }, [placeRef, property, least])
}
