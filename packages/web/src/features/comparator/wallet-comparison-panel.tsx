// Wallet Comparison on the dashboard: the account's daily gain in percent against both benchmarks and any added
// instruments.
// Source: docs/rules/accounts.md, "Dashboard"; docs/rules/trading.md, "Instrument comparator".
import { gainRangeRefusals } from '@clubfolio/charts'
import type { Account } from '@clubfolio/contract'
import { rangeBaseDay } from '@clubfolio/domain'
import { ActionIcon, Popover, Skeleton, Tooltip, useComputedColorScheme } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { api } from '../../kernel/api.ts'
import { marketLastDay, useMarketState } from '../../kernel/market-state.ts'
import { isTextList, usePreference } from '../../kernel/preference.ts'
import { openGraph } from '../../kernel/graph-modal.ts'
import { BubbleTag } from '../../ui/bubble-tag.tsx'
import { CompanySearch } from '../../ui/company-search.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QuietMenu } from '../../ui/quiet-menu.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { useComparedSeries, type ComparedSeries } from './api.ts'
import classes from './comparator.module.css'
import { ComparisonNotes } from './comparison-notes.tsx'
import { comparisonRanges, isComparisonRange, longestRange, type ComparisonRange } from './comparison-range.ts'
import { codesOf, maxComparedCodes, toggleCode } from './comparison.ts'
import { tagColor, type LinePlaces } from './line-place.ts'
import { useColoredSeries, useLinePlaces } from './use-line-places.ts'

const ComparisonChart = lazy(() =>
  import('@clubfolio/charts/history').then((module) => ({ default: module.ComparisonChart })),
)
const search = (keyword: string, signal: AbortSignal) =>
  api.stock.searchByKeyword({ params: { keyword } }, { signal, ownMessage: true })

export function WalletComparisonPanel({ account }: { readonly account: Account | undefined }) {
  const { data: market } = useMarketState()
  const [range, setRange] = usePreference('comparisonRange', 'YTD', isComparisonRange)
  const [stored, setStored] = usePreference('comparisonCodes', ['SPY', 'QQQ'], isTextList)
  const most = maxComparedCodes(true)
  const codes = useMemo(() => codesOf(stored.join(',')).slice(0, most), [stored, most])
  const places = useLinePlaces(codes)
  const lastDay = marketLastDay(market)
  const from = range === 'All' || lastDay === undefined ? undefined : rangeBaseDay(longestRange, lastDay)
  const compared = useComparedSeries(codes, { from, to: undefined }, account)
  const rangeChoices = useMemo(() => {
    const whyOff = compared.series.length > 0 ? gainRangeRefusals(compared.series) : undefined
    return comparisonRanges.map((key) => ({ key, value: key, whyOff: whyOff?.(key) }))
  }, [compared.series])
  return (
    <Panel
      title="Wallet Comparison"
      canExpand
      isFilling
      controls={
        <>
          <QuietMenu
            label="Wallet Comparison"
            groups={[
              {
                title: 'Range',
                choices: rangeChoices,
                chosen: range,
                onChoose: (key) => isComparisonRange(key) && setRange(key),
              },
            ]}
          />
          <Instruments
            codes={codes}
            most={most}
            places={places}
            faults={compared.faults}
            onChange={(next) => setStored([...next])}
          />
        </>
      }
    >
      {(isExpanded) => <Compared {...compared} places={places} range={range} isExpanded={isExpanded} />}
    </Panel>
  )
}

interface InstrumentsProps {
  readonly codes: readonly string[]
  readonly most: number
  readonly places: LinePlaces
  readonly faults: ComparedSeries['faults']
  readonly onChange: (codes: readonly string[]) => void
}

/** The picker behind the plus button for the compared instruments. */
function Instruments({ codes, most, places, faults, onChange }: InstrumentsProps) {
  const [isOpen, setOpen] = useState(false)
  const label = 'Compared instruments'
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={260}
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Tooltip label={label} disabled={isOpen}>
          <ActionIcon size={24} aria-label={label} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <IconPlus size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        {codes.length < most ? (
          <CompanySearch
            search={search}
            label="Add a company"
            placeholder="Add company"
            onChoose={({ code }) => onChange(codes.includes(code) ? codes : [...codes, code])}
          />
        ) : (
          <span>At most {most} beside the account; remove one first.</span>
        )}
        <div className={classes['tags']}>
          {codes.map((code) => (
            <BubbleTag
              key={code}
              title={code}
              color={tagColor(places.get(code))}
              fault={faults[code]}
              size="medium"
              showCloseButton
              onOpen={() => {
                setOpen(false)
                openGraph({ code, timing: 'MONTH' })
              }}
              openLabel={`Graph of ${code}`}
              onClose={() => onChange(toggleCode(codes, code))}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

interface ComparedProps extends ComparedSeries {
  readonly places: LinePlaces
  readonly range: ComparisonRange
  readonly isExpanded: boolean
}

function Compared({ places, range, isExpanded, ...compared }: ComparedProps) {
  const { series, isLoading, failure, retry } = compared
  const lines = useColoredSeries(series, places)
  const theme = useComputedColorScheme('light')
  if (failure && series.length === 0)
    return (
      <FailedState
        title="The comparison could not be loaded"
        why={failure.message}
        onRetry={retry}
        isRetrying={isLoading}
      />
    )
  if (series.length === 0)
    return isLoading ? (
      <Skeleton height="100%" />
    ) : (
      <EmptyState title="No values in this range" words="Choose a longer range, or other instruments." />
    )
  return (
    <div className={classes['panel']} aria-busy={isLoading}>
      <ComparisonNotes {...compared} />
      <div className={classes['chart']}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <ComparisonChart
            title="Wallet Comparison"
            series={lines}
            theme={theme}
            range={range}
            {...(isExpanded ? {} : { ranges: [], view: 'chart' as const })}
          />
        </Suspense>
      </div>
    </div>
  )
}
