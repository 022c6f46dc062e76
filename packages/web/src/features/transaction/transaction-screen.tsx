// Transactions of an account: pages of a chosen size or all of them, as a list or a timeline, for print and as CSV.
// Source: docs/rules/trading.md, "Transactions".
import { transactionOrders, type Transaction } from '@clubfolio/contract'
import { Button, SegmentedControl } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { z } from 'zod'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { CurrencyProvider } from '../../ui/figure/currency.tsx'
import { formatDateTime } from '../../ui/format/date.ts'
import { formatMoney } from '../../ui/format/money.ts'
import { formatCount } from '../../ui/format/number.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { pagerWindow } from '../../ui/pager-window.ts'
import { Panel } from '../../ui/panel.tsx'
import { PrintSheet } from '../../ui/print-sheet.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { NoTradingAccount } from '../account/no-trading-account.tsx'
import { accountFileName, accountName } from '../account/account-label.ts'
import { useAllTransactions, useLoadAllTransactions, useTransactionPage } from './api.ts'
import { transactionColumns } from './transaction-columns.tsx'
import { TransactionTimeline } from './transaction-timeline.tsx'

const sizes = [10, 30, 50, 100] as const
/** Maximum number of printed rows: more than anyone reads on paper, and still quick for a browser to lay out. */
const mostPrinted = 2_000

const Place = z.object({
  mode: z.enum(['list', 'timeline']).catch('list'),
  size: z.enum(['10', '30', '50', '100', 'All']).catch('30'),
  start: z.coerce.number().int().min(0).catch(0),
  sort: z.enum(transactionOrders).catch('transactionDate'),
  direction: z.enum(['ASC', 'DESC']).catch('DESC'),
})

const rowId = (row: Transaction) => row.transactionId
const purpose = 'This list shows what the brokerage booked: trades, dividends, money in and out.'

export function TransactionScreen() {
  useDocumentTitle('Transactions')
  const [{ mode, size, start, sort, direction }, setPlace] = useUrlState(Place)
  const chosen = useChosenAccount()
  const { account } = chosen
  const isAll = size === 'All'
  const isTimeline = mode === 'timeline'
  // A timeline is ordered by time, however the list is sorted.
  const order = isTimeline ? ({ orderBy: 'transactionDate', direction: 'DESC' } as const) : { orderBy: sort, direction }
  const page = useTransactionPage(
    account?.number,
    isAll
      ? { start: 0, count: 30, orderBy: 'transactionDate', direction: 'DESC' }
      : { start, count: Number(size), ...order },
  )
  const total = page.data?.total
  const newest =
    total === undefined
      ? undefined
      : isAll || (start === 0 && sort === 'transactionDate' && direction === 'DESC')
        ? `${total} ${page.data?.result[0]?.transactionId ?? ''}`
        : String(total)
  const all = useAllTransactions(account?.number, newest, isAll)
  const asked = isAll ? all : page
  const rows = isAll ? all.data : page.data?.result
  const loadRows = useLoadAllTransactions(account?.number, newest)
  const [isPrinting, setPrinting] = useState(false)
  const endPrinting = useCallback(() => setPrinting(false), [])

  const isByTime = sort === 'transactionDate' && direction === 'DESC'
  const tableSort = useMemo(() => ({ columnId: sort, isDescending: direction === 'DESC' }), [sort, direction])
  const view = useTableView({
    columns: transactionColumns,
    rows,
    rowId,
    sort: tableSort,
    onSort: ({ columnId, isDescending }) =>
      setPlace(
        { sort: z.enum(transactionOrders).parse(columnId), direction: isDescending ? 'DESC' : 'ASC', start: 0 },
        { replace: true },
      ),
    // The whole list arrives by time; any other order is sorted here.
    isSortedByServer: !isAll || isByTime || isTimeline,
    ...useChosenColumns('transaction'),
  })

  const shown = rows?.length ?? 0
  const range =
    total === undefined
      ? ''
      : isAll
        ? `1–${total} of ${total}`
        : pagerWindow({ start, count: Number(size), total }).range
  const failed = failureOf(asked.isError ? asked : page, 'The transactions could not be loaded')
  const failure = failed && {
    ...failed,
    lastGoodMs: page.dataUpdatedAt,
    onRetry: () => void Promise.all([page.refetch(), isAll ? all.refetch() : undefined]),
  }
  return (
    <CurrencyProvider currency={account?.currency}>
      <PageHead
        title="Transactions"
        fact={total === undefined ? undefined : `${formatCount(total)} ${total === 1 ? 'transaction' : 'transactions'}`}
        actions={
          <DisabledReason reason={shown === 0 ? 'There are no rows to print' : undefined}>
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} stroke={1.6} />}
              onClick={() => setPrinting(true)}
            >
              Print
            </Button>
          </DisabledReason>
        }
      />
      <Panel
        title="Transactions"
        isRefreshing={asked.isFetching}
        controls={
          <>
            <SegmentedControl
              aria-label="Show as"
              size="xs"
              data={[
                { value: 'list', label: 'List' },
                { value: 'timeline', label: 'Timeline' },
              ]}
              value={mode}
              onChange={(value) => setPlace({ mode: value === 'timeline' ? 'timeline' : 'list', start: 0 })}
            />
            {isTimeline ? null : <ColumnChooser view={view} />}
            <CsvButton
              view={view}
              fileName={`transactions-${account ? accountFileName(account) : ''}`}
              isQuiet
              loadRows={isAll ? undefined : loadRows}
            />
          </>
        }
      >
        {!account && (chosen.failure || chosen.choices) ? (
          <NoTradingAccount chosen={chosen} purpose={purpose} />
        ) : isTimeline && rows && rows.length > 0 ? (
          <>
            {failure ? <FailedState {...failure} /> : null}
            <TransactionTimeline transactions={rows} />
          </>
        ) : (
          <DataTable
            view={view}
            label="Transactions"
            failure={failure}
            maxHeight="calc(100dvh - 190px)"
            skeletonRows={12}
            empty={
              <EmptyState
                title="No transactions yet"
                words={
                  'What the brokerage books in this account (trades, dividends, deposits, withdrawals) appears ' +
                  'here within a minute, beginning with the last year.'
                }
              />
            }
          />
        )}
        {total ? (
          <Pager
            label="Transactions"
            start={isAll ? 0 : start}
            count={isAll ? total : Number(size)}
            total={total}
            sizes={sizes}
            hasAll
            isAll={isAll}
            hasSizeButtons
            onMove={(to, options) => setPlace({ start: to.start, size: to.isAll ? 'All' : sizeOf(to.count) }, options)}
          />
        ) : null}
      </Panel>
      {isPrinting && rows && account ? (
        <PrintSheet
          title="Transactions"
          facts={[
            `Account ${accountName(account)}`,
            shown > mostPrinted
              ? `The first ${formatCount(mostPrinted)} of ${formatCount(shown)} rows; the CSV file holds all`
              : range,
            `As of ${formatDateTime(account.syncedAt ?? page.dataUpdatedAt)}`,
          ]}
          columns={view.visibleColumns}
          rows={(view.rows ?? []).slice(0, mostPrinted)}
          rowId={rowId}
          totals={totalsOf(
            view.visibleColumns.map(({ id }) => id),
            (view.rows ?? []).slice(0, mostPrinted),
          )}
          onDone={endPrinting}
        />
      ) : null}
    </CurrencyProvider>
  )
}

const sizeOf = (count: number) => z.enum(['10', '30', '50', '100']).catch('30').parse(String(count))

/** Returns the sum of the printed net amounts, under their column. */
function totalsOf(columnIds: readonly string[], rows: readonly Transaction[]): string[] {
  const cents = rows.reduce((sum, { netAmount }) => sum + BigInt(netAmount.toFixed(2).replace('.', '')), 0n)
  return columnIds.map((id, index) =>
    id === 'netAmount' ? formatMoney(cents, { isPlain: true }).replaceAll(',', '') : index === 0 ? 'Total' : '',
  )
}
