// One trade: its chart with entries and exits, or as it was at the entry, its figures, what its owner writes about it,
// its fills and its orders.
// Source: docs/rules/trading.md, "Journal".
import type { TradeDetail } from '@clubfolio/contract'
import { sentenceCase } from '@clubfolio/domain'
import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconNotebook } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Change } from '../../ui/figure/change.tsx'
import { Figure, FigureRow } from '../../ui/figure/figure.tsx'
import { useFormatAmount } from '../../ui/figure/currency.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { absent } from '../../ui/format/money.ts'
import { formatDateTime } from '../../ui/format/date.ts'
import { formatCount } from '../../ui/format/number.ts'
import { Modal } from '../../ui/modal.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { countColumn, instantColumn, moneyColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useTrade, type TradeKey } from './api.ts'
import {
  describeCodes,
  describeHolding,
  excursionWords,
  formatR,
  formatTradePrice,
  missingRWords,
  sideWords,
} from './journal-words.ts'
import classes from './journal.module.css'
import { RValue } from './r-value.tsx'
import { firstTiming, hasMinutes, tradeChartSpan, tradeMarks, type TradeTiming } from './trade-chart.ts'
import { TradeNoteForm, type TradeNoteFormProps } from './trade-note-form.tsx'

const InstrumentChart = lazy(() =>
  import('../chart/instrument-chart.tsx').then((module) => ({ default: module.InstrumentChart })),
)

export interface TradeModalProps extends Pick<TradeNoteFormProps, 'setups' | 'tags'> {
  readonly trade: TradeKey
  readonly today: string
  readonly onClose: () => void
  /** Absent at the ends of the list. */
  readonly onPrevious?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
}

export function TradeModal({ trade, today, setups, tags, onClose, onPrevious, onNext }: TradeModalProps) {
  const asked = useTrade(trade)
  const detail = asked.data
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="graph"
      icon={IconNotebook}
      isFlush
      title={detail ? describeCodes(detail.trade) : 'Trade'}
      subject={detail ? subjectOf(detail) : ''}
      foot={
        <>
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={14} stroke={1.6} />}
            disabled={onPrevious === undefined}
            onClick={onPrevious}
          >
            Previous
          </Button>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={14} stroke={1.6} />}
            disabled={onNext === undefined}
            onClick={onNext}
          >
            Next
          </Button>
        </>
      }
    >
      {detail ? (
        <TradeParts
          key={`${trade.accountId} ${trade.tradeId}`}
          detail={detail}
          today={today}
          setups={setups}
          tags={tags}
        />
      ) : asked.isError ? (
        <FailedQuery query={asked} title="The trade could not be loaded" />
      ) : (
        <div className={classes['loading']} role="status" aria-label="The trade is loading">
          <Skeleton height="100%" radius={2} animate={false} />
        </div>
      )}
    </Modal>
  )
}

function subjectOf({ trade }: TradeDetail): string {
  const side = trade.codes.length > 1 ? 'Spread' : sideWords[trade.side]
  const opened = trade.openedDay ?? 'before the first transaction'
  return `${side} ${formatCount(trade.quantity)}, ${opened} to ${trade.closedDay ?? 'today'}`
}

interface TradePartsProps extends Pick<TradeModalProps, 'today' | 'setups' | 'tags'> {
  readonly detail: TradeDetail
}

function TradeParts({ detail, today, setups, tags }: TradePartsProps) {
  const { trade, note } = detail
  return (
    <div className={classes['parts']}>
      <TradeChart detail={detail} today={today} />
      <TradeFiguresRow detail={detail} />
      <div className={classes['noteArea']}>
        <TradeNoteForm
          key={JSON.stringify([trade.setup, trade.tags, note])}
          detail={detail}
          setups={setups}
          tags={tags}
        />
      </div>
      <section aria-label="Fills">
        <h3 className={classes['subhead']}>Fills</h3>
        <FillTable fills={detail.fills} />
      </section>
      <section aria-label="Orders">
        <h3 className={classes['subhead']}>Orders</h3>
        <OrderTable orders={detail.orders} />
      </section>
    </div>
  )
}

function TradeChart({ detail, today }: { readonly detail: TradeDetail; readonly today: string }) {
  const [isAtEntry, setAtEntry] = useState(false)
  const [timing, setTiming] = useState<TradeTiming>(() => firstTiming(detail))
  const { chartCode, trade } = detail
  const span = useMemo(() => tradeChartSpan(detail, timing, { isAtEntry, today }), [detail, timing, isAtEntry, today])
  const marks = useMemo(() => tradeMarks(detail, timing, isAtEntry), [detail, timing, isAtEntry])
  if (chartCode === null)
    return (
      <EmptyState
        title="No chart of this trade"
        words="Charts show the prices of another market now than that of its account."
      />
    )
  return (
    <>
      <div className={classes['chartHead']}>
        <SegmentedControl
          aria-label="Time of the chart"
          size="xs"
          data={[
            { value: 'whole', label: 'Whole trade' },
            { value: 'entry', label: 'As at entry' },
          ]}
          value={isAtEntry ? 'entry' : 'whole'}
          onChange={(value) => setAtEntry(value === 'entry')}
        />
        {hasMinutes(detail) ? (
          <SegmentedControl
            aria-label="Bars"
            size="xs"
            data={[
              { value: '_D', label: 'Days' },
              { value: '_5M', label: '5 minutes' },
            ]}
            value={timing}
            onChange={(value) => setTiming(value === '_5M' ? '_5M' : '_D')}
          />
        ) : null}
        <span className={classes['dimmed']}>
          {isAtEntry
            ? timing === '_D'
              ? 'Bars that were over before the day of the entry'
              : 'Bars that began before the entry'
            : chartCode === trade.codes[0]
              ? 'Arrows mark entries and exits'
              : `Prices of ${chartCode}`}
        </span>
      </div>
      <div className={classes['chart']}>
        <Suspense fallback={null}>
          <InstrumentChart
            // A chart keeps the view it was opened with.
            key={`${timing} ${isAtEntry}`}
            symbol={chartCode}
            timing={timing}
            span={span}
            untilMs={span.untilMs}
            title={chartCode}
            trades={marks}
          />
        </Suspense>
      </div>
    </>
  )
}

function TradeFiguresRow({ detail: { trade, stop, excursion } }: { readonly detail: TradeDetail }) {
  const format = useFormatAmount()
  return (
    <>
      <FigureRow label="Figures of the trade">
        <Figure label={trade.closedDay === null ? 'Result so far' : 'Result'} isHeadline>
          <Change money={trade.result} />
        </Figure>
        <Figure label="Result %">
          <Change percent={trade.resultPercent} />
        </Figure>
        <Figure label="R">
          <RValue r={trade.r} />
        </Figure>
        <Figure label="Held">{describeHolding(trade)}</Figure>
        <Figure label="Entry / exit">
          {`${formatTradePrice(trade.entryPrice)} / ${formatTradePrice(trade.exitPrice)}`}
        </Figure>
        <Figure label="First stop">{stop === null ? absent : formatTradePrice(stop.price)}</Figure>
        <Figure label={trade.codes.length > 1 ? 'Greatest loss' : 'Risk at it'}>
          {trade.risk === null ? absent : <Money value={trade.risk} />}
        </Figure>
        <Figure label="Best while open">
          <Extreme extreme={excursion?.best} />
        </Figure>
        <Figure label="Worst while open">
          <Extreme extreme={excursion?.worst} />
        </Figure>
      </FigureRow>
      <p className={classes['foot']}>
        {[
          `Fees ${format(trade.fees)}.`,
          ...(trade.missingR === null ? [] : [missingRWords[trade.missingR]]),
          excursion === null
            ? 'Best and worst are not known: no bars exist for its time.'
            : `Best and worst are before fees, ${excursionWords[excursion.source]}.`,
        ].join(' ')}
      </p>
    </>
  )
}

function Extreme({ extreme }: { readonly extreme: NonNullable<TradeDetail['excursion']>['best'] | undefined }) {
  if (extreme === undefined) return absent
  return (
    <span title={`At ${formatTradePrice(extreme.price)}, ${formatDateTime(extreme.at, false)}`}>
      <Change money={extreme.amount} />
      {extreme.r === null ? null : <span className={classes['dimmed']}> {formatR(extreme.r)}</span>}
    </span>
  )
}

type Fill = TradeDetail['fills'][number]
type TradeOrderRow = TradeDetail['orders'][number]

const roleWords = { ENTRY: 'Entry', EXIT: 'Exit', SPLIT: 'Split' } as const
const fillAction = ({ role, quantity, price }: Fill): string =>
  role === 'SPLIT' ? 'Split' : price === null ? 'Delivered' : quantity > 0 ? 'Buy' : 'Sell'

const fillColumns: readonly Column<Fill>[] = [
  instantColumn({ id: 'at', header: 'Time', value: ({ at }) => at, isFixed: true }),
  textColumn({ id: 'code', header: 'Symbol', value: (fill) => describeCodes({ codes: [fill.code], underlying: '' }) }),
  textColumn({ id: 'action', header: 'Action', value: fillAction }),
  textColumn({ id: 'role', header: 'Role', value: ({ role }) => roleWords[role] }),
  countColumn({ id: 'quantity', header: 'Qty', value: ({ quantity }) => Math.abs(quantity) }),
  {
    id: 'price',
    header: 'Price',
    align: 'right',
    render: ({ price }) => formatTradePrice(price),
    sortValue: ({ price }) => price,
  },
  profitlessMoney('amount', 'Amount', ({ amount }) => amount),
  moneyColumn({ id: 'fees', header: 'Fees', value: ({ fees }) => fees }),
  textColumn({ id: 'order', header: 'Order', value: ({ orderId }) => orderId }),
]

/** Cash has a sign and no colour: a purchase is no loss. */
function profitlessMoney(id: string, header: string, value: (fill: Fill) => Fill['amount']): Column<Fill> {
  return moneyColumn({ id, header, value, format: { isSigned: true } })
}

const fillId = ({ id, role }: Fill): string => `${id} ${role}`

function FillTable({ fills }: Pick<TradeDetail, 'fills'>) {
  const view = useTableView({ columns: fillColumns, rows: fills, rowId: fillId })
  return <DataTable view={view} label="Fills" maxHeight={260} empty={<EmptyState title="No fills" words="" />} />
}

const orderPrice = ({ stopPrice, price }: TradeOrderRow): string =>
  [
    ...(stopPrice === null ? [] : [`stop ${formatTradePrice(stopPrice)}`]),
    ...(price === null ? [] : [`limit ${formatTradePrice(price)}`]),
  ].join(', ')

const orderColumns: readonly Column<TradeOrderRow>[] = [
  instantColumn({ id: 'entered', header: 'Entered', value: ({ enteredAt }) => enteredAt, isFixed: true }),
  textColumn({ id: 'instruction', header: 'Instruction', value: ({ instruction }) => sentenceCase(instruction) }),
  textColumn({ id: 'type', header: 'Type', value: ({ orderType }) => sentenceCase(orderType) }),
  countColumn({ id: 'quantity', header: 'Qty', value: ({ quantity }) => quantity }),
  textColumn({ id: 'price', header: 'Price', value: orderPrice }),
  textColumn({ id: 'status', header: 'Status', value: ({ status }) => sentenceCase(status) }),
  instantColumn({ id: 'closed', header: 'Closed', value: ({ closedAt }) => closedAt }),
  textColumn({ id: 'order', header: 'Order', value: ({ orderId }) => orderId }),
]

const orderId = ({ orderId: id }: TradeOrderRow): string => id

function OrderTable({ orders }: Pick<TradeDetail, 'orders'>) {
  const view = useTableView({ columns: orderColumns, rows: orders, rowId: orderId })
  return (
    <DataTable
      view={view}
      label="Orders"
      maxHeight={260}
      empty={
        <EmptyState
          title="No orders known"
          words="Orders are known from a year before the account was linked. Older trades have their fills only."
        />
      }
    />
  )
}
