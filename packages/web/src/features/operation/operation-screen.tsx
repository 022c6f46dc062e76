// Operations: the open positions of an account at live prices, their totals, and whether working stops protect them.
// Source: docs/rules/trading.md, "Operations".
import type { Operation } from '@clubfolio/contract'
import { IconShieldCheckFilled, IconShieldHalfFilled, IconShieldOff } from '@tabler/icons-react'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { openPositionAction } from '../../kernel/position-action.ts'
import { useLastPrices } from '../../kernel/quote.ts'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { CurrencyProvider } from '../../ui/figure/currency.tsx'
import { Change } from '../../ui/figure/change.tsx'
import { Figure, FigureRow } from '../../ui/figure/figure.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { formatDateTime, formatTime } from '../../ui/format/date.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { Toggle } from '../../ui/toggle.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { accountFileName } from '../account/account-label.ts'
import { NoTradingAccount } from '../account/no-trading-account.tsx'
import { ActionBars } from '../position-action/action-bars.tsx'
import { choiceOfKey } from '../position-action/action-choices.ts'
import { FlattenButton } from '../position-action/flatten-button.tsx'
import { PositionMenu } from '../position-action/position-menu.tsx'
import { whyNoOrder } from '../account/why-no-order.ts'
import { RiskSummary } from '../risk/risk-summary.tsx'
import { operationPollMs, useOperations, useProtection } from '../open-operation/api.ts'
import { atPrice, summarise, type OperationSummary } from '../open-operation/live-operation.ts'
import { operationColumns, plDayGap, rowIdOf, toneOf, totalsNote } from './operation-columns.tsx'
import { ProtectionWarning } from './protection-warning.tsx'
import { FilledPartBars } from '../open-operation/filled-part-bar.tsx'
import { RejectedStopBars } from '../open-operation/rejected-stop-bar.tsx'
import { RepairModal, type RepairScope } from './repair-modal.tsx'
import classes from './operation.module.css'

const none: readonly string[] = []
/** Accounts sync every minute; older figures than this are marked as stale. */
const staleMs = 5 * 60_000

export function OperationScreen() {
  useDocumentTitle('Operations')
  const [isRefreshing, setRefreshing] = useState(true)
  const [repairing, setRepairing] = useState<RepairScope>()
  const chosen = useChosenAccount()
  const number = chosen.account?.number
  const operations = useOperations(number, isRefreshing)
  const protection = useProtection(number, isRefreshing)
  const rows = useLiveOperations(operations.data, isRefreshing)
  const summary = useMemo(() => rows && summarise(rows), [rows])
  const isPhone = usePhone()
  const count = rows?.length ?? 0
  const whyOff = whyNoOrder(chosen.account)
  const columns = useMemo(
    () => operationColumns({ summary, count, isPhone, onRepair: whyOff === undefined ? setRepairing : undefined }),
    [summary, count, isPhone, whyOff],
  )
  const view = useTableView({
    columns,
    rows,
    rowId: rowIdOf,
    defaultSort: { columnId: 'plOpen', isDescending: true },
    ...useChosenColumns('operation'),
  })
  /** A letter acts on the position whose row has the focus. */
  const actByKey = (event: KeyboardEvent) => {
    const choice = choiceOfKey(event)
    const index = event.target instanceof Element && event.target.closest('tr')?.getAttribute('aria-rowindex')
    // The first row is that of the headers.
    const row = index ? view.rows?.[Number(index) - 2] : undefined
    if (!choice || !row || number === undefined || whyOff !== undefined) return
    event.preventDefault()
    event.stopPropagation()
    openPositionAction({ accountNumber: number, code: row.code, choice })
  }
  const readAt = protection.data?.readAt ?? undefined
  const staleAt = readAt !== undefined && operations.dataUpdatedAt - readAt > staleMs ? readAt : undefined
  const failed = failureOf(operations, 'The operations could not be loaded')
  const failure = failed && {
    ...failed,
    onRetry: () => void Promise.all([operations.refetch(), protection.refetch()]),
  }
  return (
    <CurrencyProvider currency={chosen.account?.currency}>
      <PageHead
        title="Operations"
        fact={
          <span className={classes['refresh']}>
            <Toggle label="Auto refresh" isOn={isRefreshing} onChange={setRefreshing} />
            Auto refresh
            {operations.dataUpdatedAt > 0 ? (
              <ReadAt readMs={operations.dataUpdatedAt} isRefreshing={isRefreshing} />
            ) : null}
          </span>
        }
        figures={chosen.account ? <RiskSummary account={chosen.account} isRow /> : undefined}
        actions={
          <>
            <FlattenButton account={chosen.account ?? undefined} whyOff={whyOff} />
            <ColumnChooser view={view} />
            <CsvButton view={view} fileName={`operations-${chosen.account ? accountFileName(chosen.account) : ''}`} />
          </>
        }
      />
      <div className={classes['stack']}>
        {summary && rows && rows.length > 0 ? (
          <Figures summary={summary} count={count} realValue={protection.data?.realValue} />
        ) : null}
        {staleAt === undefined ? null : (
          <WarningBar>
            The brokerage was last read at {formatDateTime(staleAt)}; positions and stops may have changed since.
          </WarningBar>
        )}
        {number === undefined ? null : (
          <>
            <ActionBars accountNumber={number} />
            <RejectedStopBars accountNumber={number} stops={protection.data?.rejectedStops ?? []} />
            <FilledPartBars parts={protection.data?.filledParts ?? []} />
          </>
        )}
        {summary && rows ? (
          <ProtectionWarning
            operations={rows}
            orphans={protection.data?.orphanedStops ?? []}
            summary={summary}
            whyOff={whyOff}
            onShow={() => setRepairing('all')}
          />
        ) : null}
        <Panel isRefreshing={operations.isFetching}>
          {!chosen.account && (chosen.failure || chosen.choices) ? (
            <NoTradingAccount
              chosen={chosen}
              purpose="Operations are the open positions of an account, with their profit and their protection."
            />
          ) : (
            <div role="presentation" onKeyDown={actByKey}>
              <DataTable
                view={view}
                label="Operations"
                areActionsShown
                renderActions={(row) =>
                  number === undefined ? null : <PositionMenu accountNumber={number} code={row.code} whyOff={whyOff} />
                }
                hasTotals
                failure={failure}
                rowTone={toneOf}
                empty={
                  <EmptyState
                    title="No open positions"
                    words={
                      'Positions appear here when an order is filled, within a minute: what they cost, what they are ' +
                      'worth now, and whether a stop protects them.'
                    }
                  />
                }
              />
            </div>
          )}
        </Panel>
        {rows && rows.length > 0 ? <p className={classes['foot']}>{totalsNote}</p> : null}
      </div>
      {repairing && rows && number !== undefined ? (
        <RepairModal
          accountNumber={number}
          operations={rows}
          orphans={protection.data?.orphanedStops ?? []}
          scope={repairing}
          onClose={() => setRepairing(undefined)}
        />
      ) : null}
    </CurrencyProvider>
  )
}

/** Returns the rows at current prices; while refresh is off they do not change. */
function useLiveOperations(
  operations: readonly Operation[] | undefined,
  isLive: boolean,
): readonly Operation[] | undefined {
  const codes = useMemo(
    () => (isLive ? (operations ?? []).filter((operation) => operation.isLive).map(({ code }) => code) : none),
    [operations, isLive],
  )
  const lasts = useLastPrices(codes)
  return useMemo(
    () => operations?.map((operation) => atPrice(operation, lasts.get(operation.code))),
    [operations, lasts],
  )
}

function ReadAt({ readMs, isRefreshing }: { readonly readMs: number; readonly isRefreshing: boolean }) {
  const seconds = useCountdown(readMs + operationPollMs, noWork)
  return (
    <span>
      {formatTime(readMs)}
      {isRefreshing ? `, next in ${seconds} s` : ''}
    </span>
  )
}

const noWork = () => undefined

function Figures({
  summary,
  count,
  realValue,
}: {
  readonly summary: OperationSummary
  /** Number of positions. */
  readonly count: number
  readonly realValue: bigint | undefined
}) {
  const risk =
    summary.riskQty === null || realValue === undefined || realValue <= 0n
      ? null
      : Number((summary.riskQty * 10_000n) / realValue) / 100
  return (
    <FigureRow label="All operations" isBoxed>
      <Figure label="P/L open" isHeadline>
        <Change money={summary.plOpen} />
      </Figure>
      <Figure label="P/L day">
        <Change money={summary.plDay} /> <span className={classes['dimmed']}>{plDayGap(summary, count)}</span>
      </Figure>
      <Figure label="Float capital">
        <Money value={summary.floatCap} />
      </Figure>
      <Figure label="Investment">
        <Money value={summary.investment} />
      </Figure>
      <Figure label="Real value of account">
        <Money value={realValue} />
      </Figure>
      <Figure label="Total risk at stops">
        <Money value={summary.riskQty} />{' '}
        {risk === null ? null : <span className={classes['dimmed']}>{formatPercent(risk)} of real value</span>}
      </Figure>
      <Figure label="Protection">
        <Shields summary={summary} />
      </Figure>
    </FigureRow>
  )
}

function Shields({ summary }: { readonly summary: OperationSummary }) {
  const counts = [
    { id: 'full', Mark: IconShieldCheckFilled, count: summary.full, words: 'protected' },
    {
      id: 'partly',
      Mark: IconShieldHalfFilled,
      count: summary.partly + summary.tooLarge,
      words: 'with stops for too little or too much',
    },
    { id: 'none', Mark: IconShieldOff, count: summary.none, words: 'without a stop' },
  ]
  return (
    <span className={classes['shields']}>
      {counts.map(({ id, Mark, count, words }) => (
        <span key={id} className={classes['count']} title={`${count} ${words}`}>
          <Mark size={14} stroke={1.8} data-shield={id} role="img" aria-label={words} aria-hidden={false} />
          {count}
        </span>
      ))}
    </span>
  )
}
