// The historic area chart with its range selector, scale switch, scroll bar and table.
import { dayMs } from '@clubfolio/domain'
import { Skeleton, useComputedColorScheme } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Panel } from '../../ui/panel.tsx'
import classes from './gallery.module.css'

const HistoryChart = lazy(() =>
  import('@clubfolio/charts/history').then((module) => ({ default: module.HistoryChart })),
)

const lastDayMs = Date.UTC(2026, 2, 4)

/** Three years of an invented capital that moves in fixed waves. */
const points = Array.from({ length: 1_096 }, (_, index) => ({
  timeMs: lastDayMs - (1_095 - index) * dayMs,
  value: Math.round((180_000 + index * 90 + 14_000 * Math.sin(index / 40) + 5_000 * Math.sin(index / 7)) * 100) / 100,
}))

export function HistorySection() {
  const theme = useComputedColorScheme('light')
  return (
    <div className={classes['wide']}>
      <Panel title="Historic chart">
        <div className={classes['chart']}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <HistoryChart title="Historic chart" name="Capital" unit="dollars" points={points} theme={theme} />
          </Suspense>
        </div>
      </Panel>
    </div>
  )
}
