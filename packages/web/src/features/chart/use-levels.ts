// The levels of one chart as screen state: drawn, typed, refused with the specified message, and passed on for
// calculations.
import type { TradeDirection } from '@clubfolio/domain'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { showToast } from '../../ui/toast.tsx'
import { levelLines, levelRefusal, placeLevel, type Levels, type SetLevel } from './levels.ts'

export interface ChartLevels {
  readonly levels: Levels
  readonly lines: ReturnType<typeof levelLines>
  /** The level that the next click on the chart sets. */
  readonly picking: SetLevel | undefined
  readonly setPicking: (name: SetLevel | undefined) => void
  /** Returns false when the price was refused and the line removed. */
  readonly place: (name: SetLevel, price: number | undefined) => boolean
  readonly setDirection: (direction: TradeDirection) => void
  readonly restore: (levels: Levels) => void
}

/** `onLevels` receives every change of direction or values. */
export function useLevels(onLevels?: (levels: Levels) => void): ChartLevels {
  const [levels, setLevels] = useState<Levels>({ direction: 'long' })
  const [picking, setPicking] = useState<SetLevel>()
  const lines = useMemo(() => levelLines(levels), [levels])
  const tell = useEffectEvent((changed: Levels) => onLevels?.(changed))
  useEffect(() => tell(levels), [levels])
  return {
    levels,
    lines,
    picking,
    setPicking,
    place: (name, price) => {
      const placed = placeLevel(levels, name, price)
      setLevels(placed.levels)
      setPicking(undefined)
      if (placed.isRefused) showToast({ tone: 'error', title: 'Error', message: levelRefusal })
      return !placed.isRefused
    },
    setDirection: (direction) => setLevels({ ...levels, direction }),
    restore: setLevels,
  }
}
