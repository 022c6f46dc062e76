// The opportunity seeker: filter tags, the Filter modal, one page of candidates, and the graph modal that steps through
// them all.
// Source: docs/rules/trading.md, "Opportunity seeker".
import { assetTypes as knownTypes, describeComputing, opportunityOrders, type Opportunity } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useMarketState } from '../../kernel/market-state.ts'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { ComputingBar } from '../../ui/computing-bar.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useAssetTypes, useLoadAllOpportunities, useOpportunities } from './api.ts'
import { FilterModal } from './filter-modal.tsx'
import { FilterTags } from './filter-tags.tsx'
import { opportunityColumns } from './opportunity-columns.tsx'
import {
  cleared,
  countOpenFields,
  isAsked,
  opportunityQuery,
  OpportunitySearch,
  yearsBefore,
} from './opportunity-filter.ts'
import { isOvertaken } from './live-entry.ts'
import { OpportunityModal } from './opportunity-modal.tsx'
import { OvertakenToggle } from './overtaken-toggle.tsx'
import { useLiveEntries } from './use-live-entries.ts'

const pageSizes = [20, 50, 100] as const
const rowId = (row: Opportunity) => row.instrumentCode
const noTypes: readonly string[] = []

/** The row in the graph modal, and its zero-based index among all rows; undefined until its page is loaded. */
interface Graphed {
  readonly index: number
  readonly row: Opportunity | undefined
}

/** The rows are fixed from close to close; during a session their state is updated live. */
const closeWords = (marketDay: string, sessionDay: string | undefined): string =>
  `the close of ${marketDay}${sessionDay === undefined ? '' : `, followed through the session of ${sessionDay}`}`

export function OpportunityScreen() {
  useDocumentTitle('Opportunity Seeker')
  const navigate = useNavigate()
  const { data: market } = useMarketState()
  const [place, setPlace] = useUrlState(OpportunitySearch)
  const [isFiltering, setFiltering] = useState(false)
  const [graphed, setGraphed] = useState<Graphed>()
  const assetTypes = useAssetTypes()
  const types = assetTypes.data ?? noTypes
  // Where the types cannot be read, every known one is sent.
  const query = opportunityQuery(place, assetTypes.data ?? (assetTypes.isError ? knownTypes : undefined))
  const opportunities = useOpportunities(query)
  const loadRows = useLoadAllOpportunities(query)
  const page = query === undefined ? undefined : opportunities.data
  const rows = page?.result
  const computing = page ? page.computing : market?.computing
  const { direction, capital, risk, start } = place
  const session = rows?.find((row) => row.session !== null)?.session
  const live = useLiveEntries(direction, rows)
  const isHiding = place.overtaken === 'hide'
  /** A row that is overtaken while on the page disappears immediately; the server's next answer counts it. */
  const listed = useMemo(
    () => (isHiding ? rows?.filter((row) => !isOvertaken(live.get(row.instrumentCode))) : rows),
    [rows, live, isHiding],
  )

  const columns = useMemo(
    () =>
      opportunityColumns({
        direction,
        capital,
        live,
        isInSession: session !== undefined,
        onGraph: (row) => setGraphed({ index: start + (rows ?? []).indexOf(row), row }),
        onCalculate: ({ instrumentCode, resistance, support }) =>
          void navigate({
            to: '/stock-calculator-advance',
            search: {
              ticket: instrumentCode,
              direction,
              capital,
              risk,
              resistance: String(resistance),
              support: String(support),
            },
          }),
      }),
    [rows, start, direction, capital, risk, live, session, navigate],
  )
  const view = useTableView({
    columns,
    rows: listed,
    rowId,
    isSortedByServer: true,
    sort: { columnId: place.orderBy ?? 'distance', isDescending: place.order === 'DESC' },
    onSort: ({ columnId, isDescending }) => {
      const orderBy = opportunityOrders.find((one) => one === columnId)
      if (orderBy) setPlace({ orderBy, order: isDescending ? 'DESC' : 'ASC', start: 0 }, { replace: true })
    },
    ...useChosenColumns('opportunity'),
  })

  const closeModals = () => {
    setFiltering(false)
    setGraphed(undefined)
  }
  const step = (by: 1 | -1) => {
    const next = (graphed?.index ?? 0) + by
    setGraphed({ index: next, row: undefined })
    const nextStart = Math.floor(next / place.count) * place.count
    if (nextStart !== start) setPlace({ start: nextStart }, { replace: true })
  }
  const atIndex =
    graphed === undefined || !rows || opportunities.isPlaceholderData ? undefined : rows[graphed.index - start]
  // Rows move during a session: the modal stays on the row it was opened for, with its latest figures.
  const kept = graphed?.row ?? atIndex
  if (graphed && !graphed.row && kept) setGraphed({ ...graphed, row: kept })
  const shown = kept && (rows?.find((row) => rowId(row) === rowId(kept)) ?? kept)
  const openFilter = () => setFiltering(true)
  return (
    <>
      <PageHead
        title="Opportunity Seeker"
        fact={
          page && market?.marketDay
            ? `${page.total} ${direction} ${page.total === 1 ? 'opportunity' : 'opportunities'} ` +
              `${computing ? 'so far, ' : ''}as of ` +
              closeWords(market.marketDay, session?.day)
            : undefined
        }
        actions={
          <>
            {rows && rows.length > 0 ? <ColumnChooser view={view} /> : null}
            {rows && rows.length > 0 ? (
              <CsvButton
                view={view}
                fileName={`opportunities-${direction}-${session?.day ?? market?.marketDay ?? ''}`}
                loadRows={loadRows}
              />
            ) : null}
            <Button leftSection={<IconFilter size={16} stroke={1.6} />} onClick={openFilter}>
              Filter
            </Button>
          </>
        }
      />
      <ComputingBar computing={computing} what="The list of opportunities" />
      <Panel isRefreshing={opportunities.isFetching && !computing}>
        <FilterTags
          fields={place}
          types={types}
          onOpen={openFilter}
          onReset={(reset) => setPlace({ ...reset, ...cleared })}
        >
          {session || isHiding ? (
            <OvertakenToggle
              count={page?.overtaken}
              isHiding={isHiding}
              onChange={(hides) => setPlace({ overtaken: hides ? 'hide' : 'show', start: 0 })}
            />
          ) : null}
        </FilterTags>
        {!isAsked(place) ? (
          <NothingAsked
            isComplete={countOpenFields(place) === 0}
            onFilter={openFilter}
            onAsk={() => setPlace({ asked: 'true', start: 0 })}
          />
        ) : (
          <>
            <DataTable
              view={view}
              label="Opportunities"
              rowTone={(row) => (isOvertaken(live.get(row.instrumentCode)) ? 'dimmed' : undefined)}
              empty={
                isHiding && page && page.overtaken > 0 ? (
                  <EmptyState
                    title="Every opportunity of this filter has been overtaken"
                    words="The session has traded through the entry or the cancel price of each one."
                    actions={
                      <Button variant="default" onClick={() => setPlace({ overtaken: 'show' })}>
                        Show them
                      </Button>
                    }
                  />
                ) : computing ? (
                  <EmptyState title="No opportunity yet" words={`${describeComputing(computing)}.`} />
                ) : (
                  <EmptyState
                    title="No opportunity fits this filter"
                    words={
                      'No instrument of the market day is between a resistance and a support as the rule requires. ' +
                      'Try the other direction, more instruments, or QEC off.'
                    }
                    actions={
                      <Button variant="default" onClick={openFilter}>
                        Filter
                      </Button>
                    }
                  />
                )
              }
              failure={failureOf(opportunities, 'The opportunities could not be loaded')}
              selectedId={shown ? rowId(shown) : undefined}
              skeletonRows={20}
            />
            {page && page.total > 0 ? (
              <Pager
                label="Opportunities"
                start={start}
                count={place.count}
                total={page.total}
                sizes={pageSizes}
                onMove={setPlace}
              />
            ) : null}
          </>
        )}
      </Panel>
      {isFiltering ? (
        <FilterModal
          fields={place}
          years={yearsBefore(market?.marketDay)}
          types={types}
          onClose={closeModals}
          onDirection={(next) => setPlace({ direction: next, ...cleared })}
          onFilter={(fields) => {
            setPlace({ ...fields, asked: 'true', start: 0 })
            closeModals()
          }}
        />
      ) : null}
      {shown && page && graphed !== undefined ? (
        <OpportunityModal
          row={shown}
          direction={direction}
          capital={capital}
          risk={risk}
          live={live.get(rowId(shown))}
          index={graphed.index}
          total={page.total}
          onStep={step}
          onClose={closeModals}
        />
      ) : null}
    </>
  )
}

function NothingAsked({
  isComplete,
  onFilter,
  onAsk,
}: {
  readonly isComplete: boolean
  readonly onFilter: () => void
  readonly onAsk: () => void
}) {
  return (
    <EmptyState
      title={isComplete ? 'The table was cleared' : 'Which positions fit your capital?'}
      words={
        isComplete
          ? 'A filter was reset. Search again with the filters above, or change them first.'
          : 'The seeker lists instruments that are between a published resistance and support, sized to your ' +
            'capital and risk. The rule finds sane candidates; it promises no edge. Enter capital and risk to ' +
            'start.'
      }
      actions={
        isComplete ? (
          <>
            <Button onClick={onAsk}>Search again</Button>
            <Button variant="default" onClick={onFilter}>
              Filter
            </Button>
          </>
        ) : (
          <Button leftSection={<IconFilter size={16} stroke={1.6} />} onClick={onFilter}>
            Filter
          </Button>
        )
      }
    />
  )
}
