// The elements that a chart draws into without React.
import { useEffectEvent, useRef, type RefObject } from 'react'

/** What every chart needs, and what only some have. */
export interface ChartPlaces {
  readonly canvas: HTMLElement
  readonly legend: HTMLElement
  readonly scroll: HTMLElement | null
  readonly ranges: HTMLElement | null
  readonly dates: HTMLElement | null
  readonly summary: HTMLElement
  readonly live: HTMLElement
}

export interface ChartPlaceRefs {
  readonly canvas: RefObject<HTMLDivElement | null>
  readonly legend: RefObject<HTMLDivElement | null>
  readonly scroll: RefObject<HTMLDivElement | null>
  readonly ranges: RefObject<HTMLDivElement | null>
  readonly dates: RefObject<HTMLSpanElement | null>
  readonly summary: RefObject<HTMLParagraphElement | null>
  readonly live: RefObject<HTMLParagraphElement | null>
  /** Returns the elements once they are in the page. */
  readonly readPlaces: () => ChartPlaces | undefined
}

/** Returns a ref for each element of a chart. */
export function useChartPlaces(): ChartPlaceRefs {
  const canvas = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLDivElement>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const ranges = useRef<HTMLDivElement>(null)
  const dates = useRef<HTMLSpanElement>(null)
  const summary = useRef<HTMLParagraphElement>(null)
  const live = useRef<HTMLParagraphElement>(null)
  const readPlaces = useEffectEvent((): ChartPlaces | undefined => {
    if (canvas.current === null || legend.current === null || summary.current === null || live.current === null)
      return undefined
    return {
      canvas: canvas.current,
      legend: legend.current,
      scroll: scroll.current,
      ranges: ranges.current,
      dates: dates.current,
      summary: summary.current,
      live: live.current,
    }
  })
  return { canvas, legend, scroll, ranges, dates, summary, live, readPlaces }
}
