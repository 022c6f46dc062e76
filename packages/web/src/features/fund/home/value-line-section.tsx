// The value of a member's part over time, with what they paid in and took out marked on the line.
import { Skeleton, useComputedColorScheme } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { useCurrency } from '../../../ui/figure/currency.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { useMyHome } from './home-api.ts'
import type { HomeSectionProps } from './home-sections.ts'
import classes from './home.module.css'

const HistoryChart = lazy(async () => ({ default: (await import('@clubfolio/charts/history')).HistoryChart }))

/** A change of the value would count payments as gains; what was earned is above. */
const noGrowth: readonly [] = []

export function ValueLineSection({ place }: HomeSectionProps) {
  const theme = useComputedColorScheme('light')
  const currency = useCurrency()
  const home = useMyHome(place)
  const points = useMemo(() => (home.data?.history ?? []).map(([timeMs, value]) => ({ timeMs, value })), [home.data])
  const payments = useMemo(
    () => (home.data?.payments ?? []).map(([timeMs, amount]) => ({ timeMs, amount })),
    [home.data],
  )
  if (place.since === null) return null
  if (home.data && points.length < 2)
    return place.until === null ? (
      <Panel title="Value over time" isPadded>
        <p className={classes['fact']}>The line begins with the next close of the fund.</p>
      </Panel>
    ) : null
  return (
    <Panel title="Value over time" canExpand isFilling isRefreshing={home.isFetching}>
      <div className={classes['chart']}>
        {home.isError ? (
          <FailedQuery query={home} title="The history could not be loaded" />
        ) : !home.data ? (
          <Skeleton height="100%" />
        ) : (
          <Suspense fallback={<Skeleton height="100%" />}>
            <HistoryChart
              title={`My value in ${place.fund}`}
              name="Value"
              points={points}
              payments={payments}
              growth={noGrowth}
              currency={currency}
              theme={theme}
              scale="linear"
              hasScaleSwitch={false}
              range="All"
              rangesAt="head"
              hasScrollBar={false}
            />
          </Suspense>
        )}
      </div>
    </Panel>
  )
}
