// The instrument comparator: daily percent change of up to four lines, the account in view first while it is shown,
// against their first common close in the range; below it, the value of that account.
import type { Account } from '@clubfolio/contract'
import { periodBaseDay, toMarketDay } from '@clubfolio/domain'
import { Button, useComputedColorScheme } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { api } from '../../kernel/api.ts'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { openGraph } from '../../kernel/graph-modal.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import type { BubbleColor } from '../../ui/bubble-tag.tsx'
import { DayRangePicker } from '../../ui/day-picker.tsx'
import { isCompleteRange, type DayRange } from '../../ui/day-range.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { InstrumentTags } from '../../ui/instrument-tags.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { WalletHistoricPanel } from '../wallet/wallet-historic-panel.tsx'
import { accountLine, useComparedSeries } from './api.ts'
import frame from '../../ui/chart-screen.module.css'
import classes from './comparator.module.css'
import { benchmarks, codesOf, Comparison, linesOf, maxComparedCodes, toggleCode } from './comparison.ts'

const ComparisonChart = lazy(() =>
  import('@clubfolio/charts/history').then((module) => ({ default: module.ComparisonChart })),
)
const search = (keyword: string, signal: AbortSignal) =>
  api.stock.searchByKeyword({ params: { keyword } }, { signal, ownMessage: true })
/** The order in which the chart assigns its colours. */
const colors: readonly BubbleColor[] = ['series-1', 'series-2', 'series-4', 'series-3']

export function ComparatorScreen() {
  useDocumentTitle('Comparator')
  const [{ codes: written, from, to, wallet }, setComparison] = useUrlState(Comparison)
  const { account: ownAccount } = useChosenAccount()
  const account = wallet === 'on' && ownAccount ? ownAccount : undefined
  const most = maxComparedCodes(account !== undefined)
  const codes = useMemo(() => codesOf(written).slice(0, most), [written, most])
  const { base, secondaries } = linesOf(codes, account && accountLine.name)
  const [range, setRange] = useState<DayRange>([from ?? null, to ?? null])
  const setCodes = (next: readonly string[]) => setComparison({ codes: next.join(',') || ',' }, { replace: true })
  const changeRange = (next: DayRange) => {
    setRange(next)
    // One day alone is not a range yet; only two or none change the graph.
    if (isCompleteRange(next)) setComparison({ from: next[0], to: next[1] }, { replace: true })
    else if (next[0] === null && next[1] === null) setComparison({ from: undefined, to: undefined }, { replace: true })
  }
  const isFull = codes.length >= most
  return (
    <div className={frame['screen']}>
      <PageHead
        title="Comparator"
        fact={base && secondaries.length > 0 ? `Base ${base}, compared with ${secondaries.join(', ')}` : undefined}
      />
      <div className={frame['place']} data-tall>
        <Panel isFilling canExpand title="Change in percent">
          <div className={frame['inner']}>
            <div className={classes['bar']}>
              <InstrumentTags
                search={search}
                label="Add a company"
                placeholder={isFull ? `At most ${most}` : 'Add company'}
                colors={account ? colors.slice(1) : colors}
                chosen={codes.map((code) => ({ id: code, code, name: code }))}
                onGraph={({ code }) => openGraph({ code, timing: 'MONTH' })}
                onChange={(chosen) => setCodes(codesOf(chosen.map(({ code }) => code).join(',')).slice(0, most))}
              />
              {benchmarks.map(({ code, name }) => (
                <DisabledReason
                  key={code}
                  reason={isFull && !codes.includes(code) ? `${name}. At most ${most} can be compared` : undefined}
                >
                  <Button
                    size="xs"
                    variant={codes.includes(code) ? 'light' : 'default'}
                    aria-pressed={codes.includes(code)}
                    title={name}
                    onClick={() => setCodes(toggleCode(codes, code))}
                  >
                    {code}
                  </Button>
                </DisabledReason>
              ))}
              <WalletToggle
                account={ownAccount}
                isShown={account !== undefined}
                onToggle={(isShown) => setComparison({ wallet: isShown ? 'on' : 'off' }, { replace: true })}
              />
              <div className={classes['range']}>
                <DayRangePicker label="" value={range} onChange={changeRange} />
              </div>
            </div>
            <Compared codes={codes} from={from} to={to} account={account} />
          </div>
        </Panel>
      </div>
      {account ? (
        <div className={classes['wallet']}>
          <WalletHistoricPanel accountIds={[account.id]} isCompact />
        </div>
      ) : null}
    </div>
  )
}

interface WalletToggleProps {
  readonly account: Account | undefined
  readonly isShown: boolean
  readonly onToggle: (isShown: boolean) => void
}

function WalletToggle({ account, isShown, onToggle }: WalletToggleProps) {
  return (
    <DisabledReason reason={account ? undefined : 'No account is in view: choose one in the top bar'}>
      <Button
        size="xs"
        variant={isShown ? 'light' : 'default'}
        aria-pressed={isShown}
        title={account ? `Account ${account.number}` : undefined}
        onClick={() => onToggle(!isShown)}
      >
        Wallet
      </Button>
    </DisabledReason>
  )
}

interface ComparedProps {
  readonly codes: readonly string[]
  readonly from: string | undefined
  readonly to: string | undefined
  readonly account: Account | undefined
}

function Compared({ codes, from, to, account }: ComparedProps) {
  const theme = useComputedColorScheme('light')
  const period = { from: from === undefined ? undefined : periodBaseDay(toMarketDay(from)), to }
  const { series, missing, isLoading, failure, retry } = useComparedSeries(codes, period, account)
  if (codes.length === 0 && !account)
    return (
      <EmptyState
        title="Nothing to compare"
        words={
          'Add companies, or one of the two indices, to see how their prices changed beside each other. All lines ' +
          'start at zero percent.'
        }
      />
    )
  if (failure && series.length === 0)
    return (
      <FailedState
        title="The comparison could not be loaded"
        why={failure.message}
        onRetry={retry}
        isRetrying={isLoading}
      />
    )
  if (series.length === 0 && !isLoading)
    return (
      <EmptyState
        title="No prices in this range"
        words={
          `There are no values of ${[...(account ? [accountLine.name] : []), ...codes].join(', ')} between these ` +
          'days. Choose other days or other companies.'
        }
      />
    )
  return (
    <>
      {missing.length > 0 ? (
        <WarningBar>No values of {missing.join(', ')} in this range; the others are shown.</WarningBar>
      ) : null}
      <div className={classes['chart']} aria-busy={isLoading}>
        <Suspense fallback={null}>
          {series.length > 0 ? (
            <ComparisonChart
              title="Comparison"
              series={series}
              theme={theme}
              range={from === undefined ? '1Y' : 'All'}
            />
          ) : null}
        </Suspense>
      </div>
    </>
  )
}
