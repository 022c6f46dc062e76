// The instrument comparator: daily percent change of up to four lines, the account in view first while it is shown,
// against their first common close in the range; below it, the value of that account.
import type { Account } from '@clubfolio/contract'
import { periodBaseDay, toMarketDay } from '@clubfolio/domain'
import { Button, useComputedColorScheme } from '@mantine/core'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { api } from '../../kernel/api.ts'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { openGraph } from '../../kernel/graph-modal.ts'
import { useUrlState } from '../../kernel/url-state.ts'
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
import { accountLine, useComparedSeries, type ComparedSeries } from './api.ts'
import frame from '../../ui/chart-screen.module.css'
import { accountName } from '../account/account-label.ts'
import classes from './comparator.module.css'
import { ComparisonNotes } from './comparison-notes.tsx'
import { benchmarks, codesOf, Comparison, linesOf, maxComparedCodes } from './comparison.ts'
import { tagColor, type LinePlaces } from './line-place.ts'
import { useColoredSeries, useLinePlaces } from './use-line-places.ts'

const ComparisonChart = lazy(() =>
  import('@clubfolio/charts/history').then((module) => ({ default: module.ComparisonChart })),
)
const search = (keyword: string, signal: AbortSignal) =>
  api.stock.searchByKeyword({ params: { keyword } }, { signal, ownMessage: true })

export function ComparatorScreen() {
  useDocumentTitle('Comparator')
  const [{ codes: written, from, to, wallet }, setComparison] = useUrlState(Comparison)
  const { account: ownAccount } = useChosenAccount()
  const account = wallet === 'on' && ownAccount ? ownAccount : undefined
  const most = maxComparedCodes(account !== undefined)
  const [codes, hidden] = useMemo(() => {
    const all = codesOf(written)
    return [all.slice(0, most), all.slice(most)] as const
  }, [written, most])
  const { base, secondaries } = linesOf(codes, account && accountLine.name)
  const places = useLinePlaces(codes)
  const [range, setRange] = useState<DayRange>([from ?? null, to ?? null])
  const [refused, setRefused] = useState<string>()
  const setCodes = (next: readonly string[]) => {
    setRefused(undefined)
    // What is hidden for want of room appears when there is some.
    setComparison({ codes: [...next, ...hidden].join(',') || ',' }, { replace: true })
  }
  const add = (code: string) => {
    if (codes.includes(code)) return
    if (codes.length >= most) setRefused(code)
    else setCodes([...codes, code])
  }
  const changeRange = (next: DayRange) => {
    setRange(next)
    // One day alone is not a range yet; only two or none change the graph.
    if (isCompleteRange(next)) setComparison({ from: next[0], to: next[1] }, { replace: true })
    else if (next[0] === null && next[1] === null) setComparison({ from: undefined, to: undefined }, { replace: true })
  }
  const period = { from: from === undefined ? undefined : periodBaseDay(toMarketDay(from)), to }
  const compared = useComparedSeries(codes, period, account)
  const isFull = codes.length >= most
  const room = describeRoom(account !== undefined)
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
                colorOf={({ code }) => tagColor(places.get(code))}
                faultOf={({ code }) => compared.faults[code]}
                chosen={codes.map((code) => ({ id: code, code, name: code }))}
                onGraph={({ code }) => openGraph({ code, timing: 'MONTH' })}
                onChange={(chosen) => {
                  const next = chosen.map(({ code }) => code.toUpperCase())
                  const added = next.find((code) => !codes.includes(code))
                  if (added === undefined) setCodes(next)
                  else add(added)
                }}
              />
              {benchmarks
                .filter(({ code }) => !codes.includes(code))
                .map(({ code, name }) => (
                  <DisabledReason key={code} reason={isFull ? `${name}. ${room}` : undefined}>
                    <Button
                      size="xs"
                      variant="default"
                      leftSection={<IconPlus size={12} stroke={1.8} aria-hidden />}
                      title={name}
                      onClick={() => add(code)}
                    >
                      {code}
                    </Button>
                  </DisabledReason>
                ))}
              <WalletToggle
                account={ownAccount}
                isShown={account !== undefined}
                fault={compared.faults[accountLine.id]}
                onToggle={(isShown) => {
                  setRefused(undefined)
                  setComparison({ wallet: isShown ? 'on' : 'off' }, { replace: true })
                }}
              />
              <div className={classes['range']}>
                <DayRangePicker label="" value={range} onChange={changeRange} />
              </div>
            </div>
            {refused !== undefined && isFull ? (
              <WarningBar>
                {refused} was not added. {room}
              </WarningBar>
            ) : null}
            {hidden.length > 0 ? (
              <WarningBar>
                {hidden.join(', ')} is not shown. {room}
              </WarningBar>
            ) : null}
            <Compared {...compared} codes={codes} places={places} from={from} account={account} />
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

/** How many can be compared, and how to make room for another one. */
const describeRoom = (hasAccount: boolean): string =>
  hasAccount
    ? 'Three companies can be compared with the account: remove one, or turn Wallet off.'
    : 'Four companies can be compared: remove one first.'

interface WalletToggleProps {
  readonly account: Account | undefined
  readonly isShown: boolean
  /** Why its line cannot be drawn. */
  readonly fault: string | undefined
  readonly onToggle: (isShown: boolean) => void
}

function WalletToggle({ account, isShown, fault, onToggle }: WalletToggleProps) {
  return (
    <DisabledReason reason={account ? undefined : 'No account is in view: choose one in the top bar'}>
      <Button
        size="xs"
        variant={isShown ? 'light' : 'default'}
        aria-pressed={isShown}
        leftSection={fault === undefined ? undefined : <IconAlertTriangle size={14} stroke={1.8} aria-hidden />}
        aria-description={fault}
        title={fault ?? (account ? `Account ${accountName(account)}` : undefined)}
        onClick={() => onToggle(!isShown)}
      >
        Wallet
      </Button>
    </DisabledReason>
  )
}

interface ComparedProps extends ComparedSeries {
  readonly codes: readonly string[]
  readonly places: LinePlaces
  readonly from: string | undefined
  readonly account: Account | undefined
}

function Compared({ series, faults, isLoading, failure, retry, codes, places, from, account }: ComparedProps) {
  const theme = useComputedColorScheme('light')
  const lines = useColoredSeries(series, places)
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
      <ComparisonNotes series={series} faults={faults} isLoading={isLoading} failure={failure} retry={retry} />
      <div className={classes['chart']} aria-busy={isLoading}>
        <Suspense fallback={null}>
          {series.length > 0 ? (
            <ComparisonChart
              title="Comparison"
              series={lines}
              theme={theme}
              range={from === undefined ? '1Y' : 'All'}
            />
          ) : null}
        </Suspense>
      </div>
    </>
  )
}
