// The heat map: the active market or a watchlist by sector, a tile for each instrument, sized by its value or volume
// and colored by its change. Source: docs/rules/market.md, "Heat map".
import {
  featureAccess,
  heatMapSizes,
  listTimings,
  type HeatMapSector,
  type MarketState,
  type Watchlist,
} from '@clubfolio/contract'
import { Button, SegmentedControl, Select } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { openGraph } from '../../kernel/graph-modal.ts'
import { useMarketState } from '../../kernel/market-state.ts'
import { useCan } from '../../kernel/session.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { MissingPermission } from '../../ui/state/missing-permission.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { HeatLegend } from '../../ui/treemap/heat-legend.tsx'
import { Treemap } from '../../ui/treemap/treemap.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useWatchlists } from '../watchlist/api.ts'
import { useHeatMap } from './api.ts'
import { heatMapColumns } from './heat-map-columns.tsx'
import {
  assetTypeChoices,
  changeWords,
  HeatMapPlace,
  heatMapQuery,
  sizeWords,
  timingWords,
  toneSteps,
} from './heat-map-place.ts'
import classes from './heat-map.module.css'
import { mapGroups, mapRows, type HeatMapRow } from './map-groups.ts'

const noLists: readonly Watchlist[] = []
const noSectors: readonly HeatMapSector[] = []
const rowId = ({ code, sector }: HeatMapRow): string => code ?? `the others of ${sector}`

export function HeatMapScreen() {
  useDocumentTitle('Heat Map')
  const can = useCan()
  const { data: market } = useMarketState()
  const [place, setPlace] = useUrlState(HeatMapPlace)
  const watchlists = useWatchlists(can('VW'))
  const lists = watchlists.data
  const isType = assetTypeChoices.some(({ value }) => value === place.of)
  const query = useMemo(
    () => (isType || lists?.some(({ id }) => id === place.of) ? heatMapQuery(place, lists ?? noLists) : undefined),
    [isType, lists, place],
  )
  const all = useHeatMap(query)
  const one = useHeatMap(query && place.sector !== '' ? { ...query, sector: place.sector } : undefined)
  const shown = place.sector === '' ? all : one
  const isGone = !isType && lists !== undefined && !lists.some(({ id }) => id === place.of)
  const change = useCallback(
    // Back leaves a sector again.
    (fields: Partial<HeatMapPlace>) => setPlace(fields, { replace: fields.sector === undefined }),
    [setPlace],
  )
  return (
    <div className={classes['screen']}>
      <PageHead title="Heat Map" fact={market && factWords(market, place)} />
      <Filters place={place} lists={lists ?? noLists} sectors={all.data?.sectors ?? noSectors} onChange={change} />
      <div className={classes['place']} data-view={place.view}>
        <Panel isFilling isRefreshing={shown.isPlaceholderData}>
          {!isType && !can('VW') ? (
            <MissingPermission rule={featureAccess.watchlist} purpose="see a watchlist here" />
          ) : !isType && watchlists.isError && lists === undefined ? (
            <FailedQuery query={watchlists} title="The watchlists could not be loaded" />
          ) : isGone ? (
            <EmptyState
              title="This watchlist does not exist"
              words="It was deleted, or it belongs to another user. Choose another one, or the stocks of the market."
              actions={<Button onClick={() => change({ of: 'EQUITY', sector: '' })}>Show stocks</Button>}
            />
          ) : shown.isError ? (
            <FailedQuery query={shown} title="The heat map could not be loaded" />
          ) : (
            <Shown place={place} map={shown.data} onChange={change} />
          )}
        </Panel>
      </div>
    </div>
  )
}

/** Of a day that is still forming it says "open", like the lists of the dashboard. */
function factWords({ marketDay, formingDay }: MarketState, { timing }: HeatMapPlace): string | undefined {
  if (marketDay === null) return undefined
  const words = changeWords[timing]
  return `Change ${words} ${formingDay === null ? `as of ${marketDay}` : `of ${formingDay}, open`}`
}

interface FiltersProps {
  readonly place: HeatMapPlace
  readonly lists: readonly Watchlist[]
  readonly sectors: readonly HeatMapSector[]
  readonly onChange: (change: Partial<HeatMapPlace>) => void
}

function Filters({ place, lists, sectors, onChange }: FiltersProps) {
  const names = sectors.map(({ sector }) => sector)
  return (
    <div className={classes['filters']} role="group" aria-label="Filters">
      <SegmentedControl
        aria-label="Period to date"
        className={classes['wide'] ?? ''}
        data={listTimings.map((value) => ({ value, label: timingWords[value] }))}
        value={place.timing}
        onChange={(timing) => onChange({ timing })}
      />
      <Select
        label="Size by"
        data={heatMapSizes.map((value) => ({ value, label: sizeWords[value] }))}
        value={place.size}
        allowDeselect={false}
        onChange={(size) => onChange({ size: size ?? 'MARKET_CAP' })}
      />
      <Select
        label="Instruments"
        data={[
          ...assetTypeChoices,
          ...(lists.length === 0
            ? []
            : [{ group: 'Watchlists', items: lists.map(({ id, name }) => ({ value: id, label: name })) }]),
        ]}
        value={place.of}
        allowDeselect={false}
        onChange={(of) => onChange({ of: of ?? 'EQUITY', sector: '' })}
      />
      <Select
        label="Sector"
        data={[
          { value: '', label: 'All sectors' },
          ...(place.sector === '' || names.includes(place.sector) ? names : [place.sector, ...names]),
        ]}
        value={place.sector}
        allowDeselect={false}
        onChange={(sector) => onChange({ sector: sector ?? '' })}
      />
      <SegmentedControl
        aria-label="View"
        data={[
          { value: 'map', label: 'Map' },
          { value: 'table', label: 'Table' },
        ]}
        value={place.view}
        onChange={(view) => onChange({ view: view === 'table' ? 'table' : 'map' })}
      />
    </div>
  )
}

interface ShownProps {
  readonly place: HeatMapPlace
  readonly map: { readonly sectors: readonly HeatMapSector[]; readonly unsizedCount: number } | undefined
  readonly onChange: (change: Partial<HeatMapPlace>) => void
}

function Shown({ place, map, onChange }: ShownProps) {
  const { timing, size, sector } = place
  const onOpen = useMemo(() => (code: string) => openGraph({ code, timing }), [timing])
  const groups = useMemo(
    () =>
      mapGroups(map?.sectors ?? noSectors, {
        timing,
        size,
        onOpen,
        onSector: sector === '' ? (name: string) => onChange({ sector: name }) : undefined,
      }),
    [map, timing, size, sector, onOpen, onChange],
  )
  const columns = useMemo(() => heatMapColumns(timing, onOpen), [timing, onOpen])
  const rows = useMemo(() => map && mapRows(map.sectors), [map])
  const view = useTableView({ columns, rows, rowId })
  if (map && map.sectors.length === 0) return <Nothing place={place} unsized={map.unsizedCount} onChange={onChange} />
  return (
    <div className={classes['shown']}>
      <div className={classes['body']}>
        {place.view === 'table' ? (
          <DataTable view={view} label="Heat map as a table" empty={null} maxHeight="100%" skeletonRows={10} />
        ) : (
          <Treemap label="Heat map" groups={groups} />
        )}
      </div>
      <div className={classes['foot']}>
        {place.view === 'table' ? (
          <CsvButton view={view} fileName="heat-map" />
        ) : (
          <HeatLegend step={toneSteps[timing]} />
        )}
        {map && map.unsizedCount > 0 ? (
          <span className={classes['note']}>{unsizedWords(map.unsizedCount, size)}</span>
        ) : null}
      </div>
    </div>
  )
}

const unsizedWords = (count: number, size: HeatMapPlace['size']): string =>
  `Without ${count} ${count === 1 ? 'instrument' : 'instruments'} of unknown ${sizeWords[size].toLowerCase()}.`

interface NothingProps {
  readonly place: HeatMapPlace
  readonly unsized: number
  readonly onChange: (change: Partial<HeatMapPlace>) => void
}

function Nothing({ place: { size }, unsized, onChange }: NothingProps) {
  if (unsized > 0 && size === 'MARKET_CAP')
    return (
      <EmptyState
        title="No market cap"
        words="No instrument here has a known market cap. Listing files bring it; the volume is known from prices."
        actions={<Button onClick={() => onChange({ size: 'VOLUME' })}>Size by volume</Button>}
      />
    )
  return (
    <EmptyState
      title="Nothing traded"
      words="None of these instruments has a price on the last day of this market. Choose other instruments."
    />
  )
}
