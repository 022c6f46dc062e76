// The Journal: the trades of an account, or of all that are added up, as round trips, with their statistics and a
// calendar.
// Source: docs/rules/trading.md, "Journal".
import type { Account, TradeGrouping, TradeRow } from '@clubfolio/contract'
import { SegmentedControl, Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { useMarketState } from '../../kernel/market-state.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { CurrencyProvider } from '../../ui/figure/currency.tsx'
import { formatDay } from '../../ui/format/date.ts'
import { formatCount } from '../../ui/format/number.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { accountFileName, accountName } from '../account/account-label.ts'
import { NoTradingAccount } from '../account/no-trading-account.tsx'
import { useMoneyScope } from '../account/use-money-scope.tsx'
import { useLoadTrades, useTrades, useTradeStatistics } from './api.ts'
import { CalendarView } from './calendar-view.tsx'
import { JournalFigures } from './journal-figures.tsx'
import { JournalFilters } from './journal-filters.tsx'
import { filterOf, hasFilter, JournalPlace, journalViews } from './journal-place.ts'
import { isHoldingTime } from './journal-words.ts'
import classes from './journal.module.css'
import { StatisticsView } from './statistics-view.tsx'
import { isTradeOrder, tradeColumns } from './trade-columns.tsx'
import { TradeModal } from './trade-modal.tsx'
import { TradeStack } from './trade-stack.tsx'

const purpose = 'The journal shows the trades of an account, each from its first fill until the position is closed.'
const viewLabels = { trades: 'Trades', statistics: 'Statistics', calendar: 'Calendar' } as const
const rowId = (row: TradeRow) => `${row.accountId} ${row.tradeId}`
const none: readonly string[] = []
/** Orders of the list on a phone, where no headers are. */
const phoneOrders = [
  { value: 'closed DESC', label: 'Newest first' },
  { value: 'result ASC', label: 'Worst first' },
  { value: 'result DESC', label: 'Best first' },
  { value: 'r ASC', label: 'Least R first' },
  { value: 'r DESC', label: 'Most R first' },
  { value: 'worst ASC', label: 'Deepest loss while open first' },
  { value: 'best DESC', label: 'Highest profit while open first' },
]

export function JournalScreen() {
  useDocumentTitle('Journal')
  const [place, setPlace] = useUrlState(JournalPlace)
  const chosen = useChosenAccount()
  const { account, choices } = chosen
  const { scope, control } = useMoneyScope(choices)
  const isAll = place.accounts === 'all' && (choices?.length ?? 0) > 1
  const accounts = useMemo(
    () => (isAll ? (choices ?? []).filter(scope.includes) : account ? [account] : []),
    [isAll, choices, scope, account],
  )
  const { data: market } = useMarketState()
  const [openedMs] = useState(() => Date.now())
  const today = formatDay(market?.marketTime ?? openedMs)
  const filter = useMemo(
    () =>
      accounts.length === 0
        ? undefined
        : filterOf(
            place,
            accounts.map(({ id }) => id),
            today,
          ),
    [accounts, place, today],
  )
  const statistics = useTradeStatistics(filter)
  const openTrade = (row: TradeRow | undefined) => setPlace({ trade: row?.tradeId ?? '', of: row?.accountId ?? '' })
  const showGroup = (grouping: TradeGrouping, key: string) =>
    setPlace({ view: 'trades', start: 0, ...groupFilter(grouping, key) })
  const stats = statistics.data
  const key = openedTrade(place, stats?.worst ?? null, account?.id)
  return (
    <CurrencyProvider currency={isAll ? scope.currency : account?.currency}>
      <PageHead
        title="Journal"
        fact={stats ? `${formatCount(stats.total.count)} closed, ${formatCount(stats.openCount)} open` : undefined}
        actions={
          (choices?.length ?? 0) > 1 ? (
            <>
              <SegmentedControl
                aria-label="Accounts"
                size="xs"
                data={[
                  { value: 'one', label: 'This account' },
                  { value: 'all', label: 'All accounts' },
                ]}
                value={isAll ? 'all' : 'one'}
                onChange={(value) => setPlace({ accounts: value === 'all' ? 'all' : 'one', start: 0 })}
              />
              {isAll ? control : null}
            </>
          ) : undefined
        }
      />
      {!account && (chosen.failure || choices) ? (
        <Panel>
          <NoTradingAccount chosen={chosen} purpose={purpose} />
        </Panel>
      ) : (
        <div className={classes['screen']}>
          <JournalFilters
            place={place}
            setups={stats?.setups ?? none}
            tags={stats?.tags ?? none}
            onChange={(change) => setPlace(change, { replace: true })}
          />
          <div className={classes['keyFigures']}>
            {stats ? <JournalFigures statistics={stats} onOpen={openTrade} /> : null}
          </div>
          <SegmentedControl
            aria-label="Show"
            className={classes['views']}
            data={journalViews.map((value) => ({ value, label: viewLabels[value] }))}
            value={place.view}
            onChange={(value) => setPlace({ view: journalViews.find((view) => view === value) ?? 'trades' })}
          />
          {statistics.isError && !stats && place.view !== 'trades' ? (
            <Panel>
              <FailedQuery query={statistics} title="The statistics could not be loaded" />
            </Panel>
          ) : null}
          {place.view === 'trades' ? (
            <TradesPanel {...{ place, setPlace, filter, accounts, isAll, today, openTrade }} />
          ) : null}
          {place.view === 'statistics' && stats ? <StatisticsView statistics={stats} onShow={showGroup} /> : null}
          {place.view === 'calendar' && stats ? (
            <CalendarView
              days={stats.days}
              today={today}
              onShowDay={(day) => setPlace({ view: 'trades', period: 'own', from: day, to: day, start: 0 })}
            />
          ) : null}
          {key ? (
            <OpenTrade
              {...{ place, filter, today, openTrade }}
              trade={key}
              setups={stats?.setups ?? none}
              tags={stats?.tags ?? none}
            />
          ) : null}
        </div>
      )}
    </CurrencyProvider>
  )
}

/** `worst` is the trade that lost the most of those in view. */
function openedTrade({ trade, of }: JournalPlace, worst: TradeRow | null, accountId: string | undefined) {
  if (trade === 'worst') return worst ? { tradeId: worst.tradeId, accountId: worst.accountId } : undefined
  return trade === '' ? undefined : { tradeId: trade, accountId: of || (accountId ?? '') }
}

type SetPlace = (change: Partial<JournalPlace>, options?: { readonly replace?: boolean }) => void

function groupFilter(grouping: TradeGrouping, key: string): Partial<JournalPlace> {
  switch (grouping) {
    case 'weekday':
      return { weekday: Number(key) }
    case 'side':
      return { side: key === 'SHORT' ? 'SHORT' : 'LONG' }
    case 'holdingTime':
      return { holding: isHoldingTime(key) ? key : '' }
    default:
      return { [grouping]: key }
  }
}

const pageOf = ({ start, count, sort, direction }: JournalPlace) => ({ start, count, orderBy: sort, direction })

interface TradesPanelProps {
  readonly place: JournalPlace
  readonly setPlace: SetPlace
  readonly filter: ReturnType<typeof filterOf> | undefined
  readonly accounts: readonly Account[]
  readonly isAll: boolean
  readonly today: string
  readonly openTrade: (row: TradeRow | undefined) => void
}

function TradesPanel({ place, setPlace, filter, accounts, isAll, openTrade }: TradesPanelProps) {
  const isPhone = usePhone()
  const page = useTrades(filter, pageOf(place))
  const loadRows = useLoadTrades(filter, pageOf(place))
  const rows = page.data?.result
  const total = page.data?.total
  const columns = useMemo(() => {
    const names = new Map(accounts.map((one) => [one.id, accountName(one)]))
    return tradeColumns({
      onOpen: openTrade,
      accountOf: isAll ? ({ accountId }) => names.get(accountId) ?? '' : undefined,
    })
    // oxlint-disable-next-line react/exhaustive-deps -- the address changes the function, and nothing that it does
  }, [accounts, isAll])
  const sort = useMemo(
    () => ({ columnId: place.sort, isDescending: place.direction === 'DESC' }),
    [place.sort, place.direction],
  )
  const setSort = (orderBy: string, direction: JournalPlace['direction']) => {
    if (isTradeOrder(orderBy)) setPlace({ sort: orderBy, direction, start: 0 }, { replace: true })
  }
  const view = useTableView({
    columns,
    rows,
    rowId,
    sort,
    onSort: ({ columnId, isDescending }) => setSort(columnId, isDescending ? 'DESC' : 'ASC'),
    isSortedByServer: true,
    ...useChosenColumns('journal'),
  })
  const failure = failureOf(page, 'The trades could not be loaded')
  const [single] = accounts
  const empty = (
    <EmptyState
      title={hasFilter(place) || place.period !== 'all' ? 'No trade matches' : 'No trades yet'}
      words={
        hasFilter(place) || place.period !== 'all'
          ? 'Choose another period, or reset the filters.'
          : 'A trade appears here when an order is filled, and has a result once the position is closed.'
      }
    />
  )
  return (
    <Panel
      title="Trades"
      isRefreshing={page.isFetching}
      controls={
        <>
          {isPhone ? (
            <Select
              aria-label="Order"
              size="xs"
              data={phoneOrders}
              value={`${place.sort} ${place.direction}`}
              allowDeselect={false}
              onChange={(value) => {
                const [orderBy = 'closed', direction] = (value ?? '').split(' ')
                setSort(orderBy, direction === 'ASC' ? 'ASC' : 'DESC')
              }}
            />
          ) : (
            <ColumnChooser view={view} />
          )}
          <CsvButton
            view={view}
            fileName={`journal-${isAll || !single ? 'all' : accountFileName(single)}`}
            isQuiet
            loadRows={loadRows}
          />
        </>
      }
    >
      {isPhone && rows && rows.length > 0 && !failure ? (
        <TradeStack rows={rows} orderBy={place.sort} onOpen={openTrade} />
      ) : (
        <DataTable
          view={view}
          label="Trades"
          onSelect={openTrade}
          selectedId={place.trade === '' ? undefined : `${place.of} ${place.trade}`}
          failure={failure}
          skeletonRows={12}
          empty={empty}
        />
      )}
      {total ? (
        <Pager
          label="Trades"
          start={place.start}
          count={place.count}
          total={total}
          onMove={({ start, count }, options) => setPlace({ start, count }, options)}
        />
      ) : null}
    </Panel>
  )
}

interface OpenTradeProps extends Pick<TradesPanelProps, 'place' | 'filter' | 'today' | 'openTrade'> {
  readonly trade: { readonly tradeId: string; readonly accountId: string }
  readonly setups: readonly string[]
  readonly tags: readonly string[]
}

/** The trade in the address, with its neighbours in the list. */
function OpenTrade({ place, filter, today, openTrade, trade, setups, tags }: OpenTradeProps) {
  const rows = useTrades(filter, pageOf(place)).data?.result ?? []
  const index = rows.findIndex(({ tradeId, accountId }) => tradeId === trade.tradeId && accountId === trade.accountId)
  const stepTo = (to: number) => (index < 0 || rows[to] === undefined ? undefined : () => openTrade(rows[to]))
  return (
    <TradeModal
      trade={trade}
      today={today}
      setups={setups}
      tags={tags}
      onClose={() => openTrade(undefined)}
      onPrevious={stepTo(index - 1)}
      onNext={stepTo(index + 1)}
    />
  )
}
