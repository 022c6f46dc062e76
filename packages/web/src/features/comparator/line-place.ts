// The colours of compared lines: an instrument keeps its colour while others come and go. The account has the first
// one; the indices have one each that others take last.
import type { BubbleColor } from '../../ui/bubble-tag.tsx'
import { benchmarks } from './comparison.ts'

/** Places among the chart's colours, by code; also of codes that were shown before. */
export type LinePlaces = ReadonlyMap<string, number>

export const accountPlace = 0
const ownPlaces: ReadonlyMap<string, number> = new Map(benchmarks.map(({ code }, index) => [code, index + 1]))
const allPlaces = [3, 4, ...ownPlaces.values()]

/**
 * Returns the places with one for each code, no two alike: the one it had, else its own, else the first free one.
 * Returns `before` itself when it has them already.
 *
 * SPY, QQQ and ACME: 1, 2, 3. Without SPY, QQQ stays at 2 and ACME at 3.
 */
export function placeLines(codes: readonly string[], before: LinePlaces): LinePlaces {
  const taken = new Map<number, string>()
  const unplaced: string[] = []
  for (const code of codes) {
    const place = before.get(code) ?? ownPlaces.get(code)
    if (place === undefined || taken.has(place)) unplaced.push(code)
    else taken.set(place, code)
  }
  for (const code of unplaced) {
    const free = allPlaces.find((place) => !taken.has(place))
    if (free !== undefined) taken.set(free, code)
  }
  const changed = [...taken].filter(([place, code]) => before.get(code) !== place)
  return changed.length === 0 ? before : new Map([...before, ...changed.map(([place, code]) => [code, place] as const)])
}

/** The colours of tags, in the order in which the chart assigns them. */
const tagColors: readonly BubbleColor[] = ['series-1', 'series-2', 'series-4', 'series-3', 'series-5']

export const tagColor = (place: number | undefined): BubbleColor =>
  (place === undefined ? undefined : tagColors[place]) ?? 'neutral'
