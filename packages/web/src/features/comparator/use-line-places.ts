// The colours of compared lines, remembered for the session and shared by the comparator and the dashboard.
import type { LineSeries } from '@clubfolio/charts'
import { useEffect, useMemo } from 'react'
import { createUserStore, useStore } from '../../kernel/store.ts'
import { accountLine } from './api.ts'
import { accountPlace, placeLines, type LinePlaces } from './line-place.ts'

const known = createUserStore<LinePlaces>(new Map())

/** `codes` must be stable between renders while they stay the same. */
export function useLinePlaces(codes: readonly string[]): LinePlaces {
  const before = useStore(known)
  const places = useMemo(() => placeLines(codes, before), [codes, before])
  useEffect(() => known.set(places), [places])
  return places
}

/** Returns the lines with the colours of their tags. */
export function useColoredSeries(series: readonly LineSeries[], places: LinePlaces): readonly LineSeries[] {
  return useMemo(
    () =>
      series.map((line) => ({
        ...line,
        colorPlace: line.id === accountLine.id ? accountPlace : places.get(line.id),
      })),
    [series, places],
  )
}
