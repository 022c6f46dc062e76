// Wallet Historic: the combined value of the chosen accounts, by timing and an optional range of dates, updated every
// minute.
// Source: docs/rules/accounts.md, "Wallet".
import type { ChartRange, LinePayment, PointStep } from '@clubfolio/charts'
import type { WalletTiming } from '@clubfolio/contract'
import { periodBaseDay, toMarketDay } from '@clubfolio/domain'
import { SegmentedControl, Skeleton, useComputedColorScheme } from '@mantine/core'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { DayRange } from '../../ui/day-range.ts'
import { useCurrency } from '../../ui/figure/currency.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { openingSpan, useConsolidatedPercentage, useMoneyMoved, useWalletHistories } from './api.ts'
import { HistoryControls } from './history-controls.tsx'
import { marksOf, moneyLines, paymentsOf } from './money-lines.ts'
import { sumHistories } from './sum-history.ts'
import classes from './wallet.module.css'

const loadCharts = () => import('@clubfolio/charts/history')
const HistoryChart = lazy(async () => ({ default: (await loadCharts()).HistoryChart }))
const MoneyChart = lazy(async () => ({ default: (await loadCharts()).MoneyChart }))

const stepOf: Readonly<Record<WalletTiming, PointStep>> = {
  '5M': 'MINUTES',
  '1H': 'HOURS',
  '4H': 'HOURS',
  '1D': 'DAILY',
  '1W': 'WEEK',
  '1MONTH': 'MONTH',
  '1YEAR': 'YEAR',
}

export interface WalletHistoricPanelProps {
  readonly accountIds: readonly string[]
  /** Shows only the plot; range buttons, scroll bar and table appear in full screen. */
  readonly isCompact?: boolean
}

export function WalletHistoricPanel({ accountIds, isCompact = false }: WalletHistoricPanelProps) {
  const theme = useComputedColorScheme('light')
  const currency = useCurrency()
  const [timing, setTiming] = useState<WalletTiming>(openingSpan.timing)
  const [range, setRange] = useState<DayRange>([null, null])
  const [unit, setUnit] = useState<HistoryView>('dollars')
  // Chosen days are measured from the close before the first of them.
  const span = { timing, fromDate: range[0] === null ? null : periodBaseDay(toMarketDay(range[0])), toDate: range[1] }
  // The code of the chart comes with the first values, not after them.
  useEffect(() => void loadCharts().catch(() => undefined), [])
  const histories = useWalletHistories(accountIds, span)
  const gain = useConsolidatedPercentage(accountIds, span)
  const moved = useMoneyMoved(accountIds)
  const asked = unit === 'percent' ? [gain] : unit === 'money' ? [...histories, ...moved] : histories
  const failed = asked.find(({ isError }) => isError)
  const isLoading = accountIds.length > 0 && asked.some(({ data, isError }) => data === undefined && !isError)
  const summed = useMemo(() => sumHistories(histories.map(({ data }) => data ?? [])), [histories])
  const shown = unit === 'percent' ? gain.data : summed
  const points = useMemo(() => (shown ?? []).map(([timeMs, value]) => ({ timeMs, value })), [shown])
  const hasTime = stepOf[timing] === 'MINUTES' || stepOf[timing] === 'HOURS'
  const payments = useMemo(
    () =>
      moved.every(({ data }) => data !== undefined)
        ? paymentsOf(
            histories.map(({ data }, index) => ({ points: data ?? [], moved: moved[index]?.data ?? [] })),
            hasTime,
          )
        : [],
    [histories, moved, hasTime],
  )
  const marks = useMemo(() => marksOf(summed, payments), [summed, payments])
  const lines = useMemo(() => moneyLines(summed, payments), [summed, payments])
  const growth = useMemo(() => (gain.data ?? []).map(([timeMs, value]) => ({ timeMs, value })), [gain.data])
  const step = stepOf[timing]
  const opening: ChartRange = range[0] === null ? (hasTime ? '1W' : 'YTD') : 'All'
  return (
    <Panel
      title="Wallet Historic"
      canExpand
      isFilling
      isRefreshing={asked.some(({ isFetching }) => isFetching)}
      controls={<HistoryControls timing={timing} onTiming={setTiming} range={range} onRange={setRange} />}
    >
      {(isExpanded) => (
        <div className={classes['history']}>
          {failed && points.length === 0 ? (
            <FailedState
              title="The wallet history could not be loaded"
              why={failed.error?.message ?? ''}
              onRetry={() => asked.forEach((one) => void one.refetch())}
            />
          ) : isLoading ? (
            <Skeleton height="100%" />
          ) : points.length === 0 ? (
            <EmptyState
              title="No history yet"
              words={
                'The history starts with the first reading of an account; its past year is rebuilt from the ' +
                "broker's transactions within a minute after linking."
              }
            />
          ) : (
            <Suspense fallback={<Skeleton height="100%" />}>
              {unit === 'money' ? (
                <MoneyChart
                  title="Wallet Historic: money in, money out and gain"
                  series={lines}
                  currency={currency}
                  theme={theme}
                  hasTime={hasTime}
                  step={step}
                  range={opening}
                  {...(isCompact && !isExpanded
                    ? { ranges: [], hasScrollBar: false, view: 'chart' }
                    : { lead: <ViewSwitch view={unit} onView={setUnit} /> })}
                />
              ) : (
                <HistoryChart
                  title="Wallet Historic"
                  name={unit === 'percent' ? 'Gain' : 'Capital'}
                  unit={unit}
                  currency={currency}
                  points={points}
                  theme={theme}
                  hasTime={hasTime}
                  step={step}
                  growth={growth}
                  payments={unit === 'dollars' ? marks : noMarks}
                  range={opening}
                  {...(isCompact && !isExpanded
                    ? { ranges: [], hasScrollBar: false, hasScaleSwitch: false, view: 'chart' }
                    : { lead: <ViewSwitch view={unit} onView={setUnit} /> })}
                />
              )}
            </Suspense>
          )}
        </div>
      )}
    </Panel>
  )
}

type HistoryView = 'dollars' | 'percent' | 'money'

const noMarks: readonly LinePayment[] = []

const views = [
  { value: 'dollars', label: 'Value' },
  { value: 'percent', label: 'Gain' },
  { value: 'money', label: 'In and out' },
] as const satisfies ReadonlyArray<{ readonly value: HistoryView; readonly label: string }>

interface ViewSwitchProps {
  readonly view: HistoryView
  readonly onView: (view: HistoryView) => void
}

/** Switches between the accounts' value, their gain in percent, and money in, money out and gain in dollars. */
function ViewSwitch({ view, onView }: ViewSwitchProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Value, gain in percent, or money in and out"
      data={[...views]}
      value={view}
      onChange={onView}
    />
  )
}
