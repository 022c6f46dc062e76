// A holder's profit over time. Real is a step line, because it only moves when something is realised; the graph opens
// at All.
import type { ParticipationRow } from '@clubfolio/contract'
import { SegmentedControl, Skeleton, useComputedColorScheme } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useCurrency } from '../../../ui/figure/currency.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { useProfitHistory, type ProfitPart } from '../book/api.ts'
import classes from '../participation.module.css'

const HistoryChart = lazy(async () => ({ default: (await import('@clubfolio/charts/history')).HistoryChart }))

const parts = [
  { value: 'floating', label: 'Floating' },
  { value: 'real', label: 'Real' },
  { value: 'total', label: 'Total' },
] as const

export function ProfitHistory({ row }: { readonly row: ParticipationRow }) {
  const theme = useComputedColorScheme('light')
  const currency = useCurrency()
  const [part, setPart] = useState<ProfitPart>('floating')
  const history = useProfitHistory(row.accountId, row.memberId, part)
  const points = useMemo(() => (history.data ?? []).map(([timeMs, value]) => ({ timeMs, value })), [history.data])
  const label = parts.find((choice) => choice.value === part)!.label
  const choose = (
    <SegmentedControl
      size="xs"
      aria-label="Profit"
      data={[...parts]}
      value={part}
      onChange={(value) => setPart(value)}
    />
  )
  return (
    <div className={classes['profit']}>
      {history.isError ? (
        <FailedQuery query={history} title="The profit history could not be loaded" />
      ) : history.data ? (
        <Suspense fallback={<Skeleton height="100%" />}>
          <HistoryChart
            title={`${label} profit of ${row.memberFullName}`}
            name={label}
            points={points}
            currency={currency}
            theme={theme}
            isStepped={part === 'real'}
            scale="linear"
            hasScaleSwitch={false}
            range="All"
            rangesAt="head"
            lead={choose}
            hasScrollBar={false}
          />
        </Suspense>
      ) : (
        <Skeleton height="100%" />
      )}
    </div>
  )
}
