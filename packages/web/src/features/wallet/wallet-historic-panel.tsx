// Wallet Historic: the combined value of the chosen accounts, by timing and an optional range of dates, updated every
// minute.
// Source: docs/rules/accounts.md, "Wallet".
import type { ChartRange, PointStep } from '@clubfolio/charts'
import type { WalletTiming } from '@clubfolio/contract'
import { periodBaseDay, toMarketDay } from '@clubfolio/domain'
import { SegmentedControl, Skeleton, useComputedColorScheme } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { DayRange } from '../../ui/day-range.ts'
import { useCurrency } from '../../ui/figure/currency.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { useConsolidatedPercentage, useWalletHistories } from './api.ts'
import { HistoryControls } from './history-controls.tsx'
import { sumHistories } from './sum-history.ts'
import classes from './wallet.module.css'

const HistoryChart = lazy(async () => ({ default: (await import('@clubfolio/charts/history')).HistoryChart }))

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
  const [timing, setTiming] = useState<WalletTiming>('1D')
  const [range, setRange] = useState<DayRange>([null, null])
  const [unit, setUnit] = useState<'dollars' | 'percent'>('dollars')
  // Chosen days are measured from the close before the first of them.
  const span = { timing, fromDate: range[0] === null ? null : periodBaseDay(toMarketDay(range[0])), toDate: range[1] }
  const histories = useWalletHistories(accountIds, span)
  const gain = useConsolidatedPercentage(accountIds, span)
  const asked = unit === 'percent' ? [gain] : histories
  const failed = asked.find(({ isError }) => isError)
  const isLoading = accountIds.length > 0 && asked.some(({ data, isError }) => data === undefined && !isError)
  const summed = useMemo(() => sumHistories(histories.map(({ data }) => data ?? [])), [histories])
  const shown = unit === 'percent' ? gain.data : summed
  const points = useMemo(() => (shown ?? []).map(([timeMs, value]) => ({ timeMs, value })), [shown])
  const growth = useMemo(() => (gain.data ?? []).map(([timeMs, value]) => ({ timeMs, value })), [gain.data])
  const step = stepOf[timing]
  const hasTime = step === 'MINUTES' || step === 'HOURS'
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
                range={opening}
                {...(isCompact && !isExpanded
                  ? { ranges: [], hasScrollBar: false, hasScaleSwitch: false, view: 'chart' }
                  : { lead: <UnitSwitch unit={unit} onUnit={setUnit} /> })}
              />
            </Suspense>
          )}
        </div>
      )}
    </Panel>
  )
}

const units = [
  { value: 'dollars', label: 'Value' },
  { value: 'percent', label: 'Gain' },
]

interface UnitSwitchProps {
  readonly unit: 'dollars' | 'percent'
  readonly onUnit: (unit: 'dollars' | 'percent') => void
}

/** Switches between the accounts' value and their gain, which excludes deposits and withdrawals. */
function UnitSwitch({ unit, onUnit }: UnitSwitchProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Value or gain in percent"
      data={units}
      value={unit}
      onChange={(next) => onUnit(next === 'percent' ? 'percent' : 'dollars')}
    />
  )
}
