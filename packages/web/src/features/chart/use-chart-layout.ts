// The layout of the chart screen: the address is what the active chart shows, everything else is the reader's own and
// kept in their preferences.
import { useEffect, useEffectEvent, useState } from 'react'
import { usePreference } from '../../kernel/preference.ts'
import {
  ChartLayout,
  keepLayout,
  oneChart,
  SavedLayouts,
  savedLayoutLimit,
  showInActive,
  type ChartCell,
} from './chart-layout.ts'

const isLayout = (value: unknown): value is ChartLayout => ChartLayout.safeParse(value).success
const isSaved = (value: unknown): value is SavedLayouts => SavedLayouts.safeParse(value).success
const none: SavedLayouts = []

export interface ChartLayoutState {
  readonly layout: ChartLayout
  /** Shows another layout; the caller opens the address of its active chart. */
  readonly change: (layout: ChartLayout) => void
  readonly saved: SavedLayouts
  /** Why no further name can be kept; undefined while there is room. */
  readonly whyFull: string | undefined
  readonly keep: (name: string) => void
  readonly forget: (name: string) => void
}

export function useChartLayout(shown: ChartCell | undefined): ChartLayoutState {
  const [stored, store] = usePreference('chartLayout', oneChart, isLayout)
  const [saved, setSaved] = usePreference('chartLayouts', none, isSaved)
  const [layout, setLayout] = useState(() => (shown === undefined ? stored : showInActive(stored, shown)))
  // Only a new address is shown: the one of a chart that has just become active arrives after the layout has changed.
  const address = shown === undefined ? undefined : `${shown.symbol} ${shown.timing}`
  const [seen, setSeen] = useState(address)
  if (address !== seen) {
    setSeen(address)
    if (shown !== undefined) setLayout(showInActive(layout, shown))
  }
  // Not when another tab has stored its own: two tabs with different layouts would store in turn for ever.
  const keepCurrent = useEffectEvent((current: ChartLayout) => {
    if (current !== stored && current.cells.length > 0) store(current)
  })
  useEffect(() => keepCurrent(layout), [layout])
  return {
    layout,
    change: setLayout,
    saved,
    whyFull:
      saved.length >= savedLayoutLimit ? `You have saved ${savedLayoutLimit} layouts. Delete one first.` : undefined,
    keep: (name) => setSaved(keepLayout(saved, name, layout)),
    forget: (name) => setSaved(saved.filter((one) => one.name !== name)),
  }
}
