// The transactions on a timeline, day by day; long ones are virtualised like the table.
import { sentenceCase } from '@clubfolio/domain'
import type { Transaction } from '@clubfolio/contract'
import { IconArrowDown, IconArrowUp, IconCoin, IconCoins, IconReceipt, IconTransfer } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { CutText } from '../../ui/cut-text.tsx'
import { formatTime } from '../../ui/format/date.ts'
import { Money } from '../../ui/figure/money.tsx'
import { useScrollable } from '../../ui/use-scrollable.ts'
import { timelineItems, type TimelineItem } from './timeline-items.ts'
import { netText, shownDescriptionCharacters, transactionTime } from './transaction-columns.tsx'
import classes from './transaction.module.css'

const VirtualWindow = lazy(() =>
  import('../../ui/table/virtual-window.tsx').then((module) => ({ default: module.VirtualWindow })),
)
const virtualAbove = 500

/** In chronological or reverse chronological order. */
export function TransactionTimeline({ transactions }: { readonly transactions: readonly Transaction[] }) {
  const scrollRef = useRef<HTMLDivElement>(null)
  const isScrollable = useScrollable(scrollRef)
  const items = useMemo(() => timelineItems(transactions), [transactions])
  return (
    <div
      ref={scrollRef}
      className={classes['timeline']}
      tabIndex={isScrollable ? 0 : undefined}
      role="group"
      aria-label="Timeline of transactions"
    >
      <table>
        <tbody>
          {items.length <= virtualAbove ? (
            items.map(drawItem)
          ) : (
            <Suspense fallback={null}>
              <VirtualWindow count={items.length} scrollRef={scrollRef} isTwoLine>
                {({ start, end, beforePx, afterPx }) => (
                  <>
                    <Spacer heightPx={beforePx} />
                    {items.slice(start, end).map(drawItem)}
                    <Spacer heightPx={afterPx} />
                  </>
                )}
              </VirtualWindow>
            </Suspense>
          )}
        </tbody>
      </table>
    </div>
  )
}

const headerId = (day: string): string => `day-${day}`

function drawItem(item: TimelineItem) {
  if (item.kind === 'entry') return <Entry key={item.transaction.transactionId} transaction={item.transaction} />
  return (
    <tr key={item.day} className={classes['day']}>
      <th id={headerId(item.day)} colSpan={3} scope="rowgroup">
        {item.day}
        <small>
          {dayjs(item.day).format('dddd')} · {item.count} {item.count === 1 ? 'transaction' : 'transactions'}
        </small>
      </th>
      <td headers={headerId(item.day)} className={classes['amount']}>
        {item.count > 1 ? <Money value={item.netCents} isSigned /> : null}
      </td>
    </tr>
  )
}

function Entry({ transaction }: { readonly transaction: Transaction }) {
  const { type, description, orderId } = transaction
  const heading = headerId(transaction.tradeDate)
  return (
    <tr className={classes['entry']}>
      <td headers={heading} className={classes['clock']}>
        {formatTime(transactionTime(transaction))}
      </td>
      <td headers={heading} className={classes['mark']}>
        {markOf(transaction)}
      </td>
      <td headers={heading} className={classes['words']}>
        <CutText text={description} characters={shownDescriptionCharacters} />
        <small>
          {sentenceCase(type)}
          {orderId === null ? '' : ` · order ${orderId}`}
        </small>
      </td>
      <td headers={heading} className={classes['amount']}>
        <Money value={netText(transaction)} isSigned />
      </td>
    </tr>
  )
}

const markProps = { size: 20, stroke: 1.6, 'aria-hidden': true } as const

function markOf({ type, netAmount }: Transaction) {
  if (type === 'TRADE') return netAmount < 0 ? <IconArrowDown {...markProps} /> : <IconArrowUp {...markProps} />
  if (type === 'DIVIDEND_OR_INTEREST') return <IconCoin {...markProps} />
  if (type === 'RECEIVE_AND_DELIVER') return <IconTransfer {...markProps} />
  return netAmount === 0 ? <IconReceipt {...markProps} /> : <IconCoins {...markProps} />
}

function Spacer({ heightPx }: { readonly heightPx: number }) {
  if (heightPx <= 0) return null
  return (
    <tr aria-hidden className={classes['spacer']}>
      <td colSpan={4} style={{ height: heightPx }} />
    </tr>
  )
}
