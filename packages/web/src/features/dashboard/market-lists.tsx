// Top Winners, Top Losers, New High, New Low and New IPO, each with its own filter from the address.
import type { ListTiming } from '@clubfolio/contract'
import { listTimings } from '@clubfolio/contract'
import { keysOf } from '@clubfolio/domain'
import { useCallback } from 'react'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { choiceGroup } from '../../ui/choice-group.ts'
import type { ChoiceGroup } from '../../ui/quiet-menu.tsx'
import { useNewHighs, useNewIpo, useNewLows, useTopLosers, useTopWinners } from './api.ts'
import { highColumns, ipoColumns, lowColumns, moverColumns } from './list-columns.tsx'
import {
  assetTypeNames,
  ipoYears,
  limitChoices,
  rowsOf,
  timingNames,
  type DashboardFilter,
  type PanelName,
} from './list-filter.ts'
import { ListPanel } from './list-panel.tsx'

export interface MarketListProps {
  readonly filter: DashboardFilter
  readonly onFilter: (change: Partial<DashboardFilter>) => void
}

const timingChoices = listTimings.map((key) => ({ key, value: timingNames[key] }))
const limits = limitChoices.map((key) => ({ key, value: key }))

/** Returns timing and limit of one list, and the menu of its panel. */
function useListFilter(
  { filter, onFilter }: MarketListProps,
  panel: PanelName,
): { timing: ListTiming; limit: number | null; groups: readonly ChoiceGroup[] } {
  const timing = filter[`${panel}Timing`]
  const limit = filter[`${panel}Limit`]
  const groups = [
    choiceGroup({
      title: 'Period to date',
      choices: timingChoices,
      chosen: timing,
      onChoose: (key) => onFilter({ [`${panel}Timing`]: key }),
    }),
    choiceGroup({
      title: 'Rows',
      choices: limits,
      chosen: limit,
      onChoose: (key) => onFilter({ [`${panel}Limit`]: key }),
    }),
  ]
  return { timing, limit: rowsOf(limit), groups }
}

const noTrade = <EmptyState title="Nothing traded" words="No instrument of this market has a price on its last day." />

export function WinnersPanel(props: MarketListProps) {
  const { timing, limit, groups } = useListFilter(props, 'winners')
  const columns = useCallback((isWide: boolean) => moverColumns(timing, isWide), [timing])
  return (
    <ListPanel
      title="Top Winners"
      groups={groups}
      query={useTopWinners({ timing, limit })}
      columns={columns}
      empty={noTrade}
    />
  )
}

export function LosersPanel(props: MarketListProps) {
  const { timing, limit, groups } = useListFilter(props, 'losers')
  const columns = useCallback((isWide: boolean) => moverColumns(timing, isWide), [timing])
  return (
    <ListPanel
      title="Top Losers"
      groups={groups}
      query={useTopLosers({ timing, limit })}
      columns={columns}
      empty={noTrade}
    />
  )
}

const noExtreme = (kind: string, timing: ListTiming) => (
  <EmptyState
    title={`No new ${kind}`}
    words={`No instrument reached the ${kind} of the year before this ${timingNames[timing].toLowerCase()}.`}
  />
)

export function HighsPanel(props: MarketListProps) {
  const { timing, limit, groups } = useListFilter(props, 'high')
  const columns = useCallback((isWide: boolean) => highColumns(timing, isWide), [timing])
  return (
    <ListPanel
      title="New High"
      groups={groups}
      query={useNewHighs({ timing, limit })}
      columns={columns}
      empty={noExtreme('high', timing)}
    />
  )
}

export function LowsPanel(props: MarketListProps) {
  const { timing, limit, groups } = useListFilter(props, 'low')
  const columns = useCallback((isWide: boolean) => lowColumns(timing, isWide), [timing])
  return (
    <ListPanel
      title="New Low"
      groups={groups}
      query={useNewLows({ timing, limit })}
      columns={columns}
      empty={noExtreme('low', timing)}
    />
  )
}

export function IpoPanel({ filter, onFilter, marketDay }: MarketListProps & { readonly marketDay: string }) {
  const years = ipoYears(marketDay)
  const year = years.find((one) => one === filter.ipoYear) ?? years[0]!
  const groups: readonly ChoiceGroup[] = [
    {
      title: 'Year',
      choices: years.map((one) => ({ key: String(one), value: String(one) })),
      chosen: String(year),
      onChoose: (key) => onFilter({ ipoYear: Number(key) === years[0] ? undefined : Number(key) }),
    },
    choiceGroup({
      title: 'Type',
      choices: keysOf(assetTypeNames).map((key) => ({ key, value: assetTypeNames[key] })),
      chosen: filter.ipoType,
      onChoose: (key) => onFilter({ ipoType: key }),
    }),
    choiceGroup({
      title: 'Rows',
      choices: limits,
      chosen: filter.ipoLimit,
      onChoose: (key) => onFilter({ ipoLimit: key }),
    }),
  ]
  const query = useNewIpo({ assetType: filter.ipoType, limit: rowsOf(filter.ipoLimit), year })
  const empty = (
    <EmptyState
      title="No new listing"
      words={
        `No instrument of this market with a known first listing date was listed in ${year}. Listing files bring ` +
        'these dates.'
      }
    />
  )
  return <ListPanel title="New IPO" groups={groups} query={query} columns={ipoColumns} empty={empty} />
}
