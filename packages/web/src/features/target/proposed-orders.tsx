// The proposed orders, sales first: each with its reason, what a sale would realise, its ticket, and what became of it.
import type { Account, Order, OrderProposal, ProposedOrder } from '@clubfolio/contract'
import { formatCode } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { openOrderTicket } from '../../kernel/order-ticket.ts'
import { openPositionAction } from '../../kernel/position-action.ts'
import { useCan } from '../../kernel/session.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { useFormatAmount } from '../../ui/figure/currency.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { formatCount } from '../../ui/format/number.ts'
import { OrderStatusMark } from '../../ui/status-mark.tsx'
import { whyNoOrder } from '../account/why-no-order.ts'
import { useOrders } from '../order/api.ts'
import { trimDecimals } from './format-points.ts'
import { describeGain } from './gain-words.ts'
import { describeProgress, isToSend, sentOrderOf } from './order-progress.ts'
import classes from './proposal.module.css'

export interface ProposedOrdersProps {
  readonly proposal: OrderProposal
  readonly account: Account
}

export function ProposedOrders({ proposal: { orders, readAt, accountNumber }, account }: ProposedOrdersProps) {
  const { data } = useOrders(accountNumber, {
    enteredFrom: new Date(readAt).toISOString(),
    enteredTo: null,
    closedFrom: null,
    closedTo: null,
    orderType: null,
  })
  const sent = orders.map((order) => sentOrderOf(order, data ?? [], readAt))
  const areSalesFilled = orders.every(
    ({ directionality }, index) => directionality === 'BUY' || sent[index]?.status === 'FILLED',
  )
  return (
    <>
      <ol className={classes['orders']} aria-label="Proposed orders">
        {orders.map((order, index) => (
          <ProposedLine
            key={`${order.directionality} ${order.code}`}
            order={order}
            sent={sent[index]}
            account={account}
            areSalesFilled={areSalesFilled}
          />
        ))}
      </ol>
      {sent.some((one) => one !== undefined) ? (
        <p className={classes['note']} role="status">
          Orders were sent since this proposal. Propose again to see what is left to do.
        </p>
      ) : null}
    </>
  )
}

interface ProposedLineProps {
  readonly order: ProposedOrder
  readonly sent: Order | undefined
  readonly account: Account
  readonly areSalesFilled: boolean
}

function ProposedLine({ order, sent, account, areSalesFilled }: ProposedLineProps) {
  const can = useCan()
  const format = useFormatAmount()
  const { code, name, directionality, quantity, price, value, reason, gain, lots, closesPart, waitsForSales } = order
  const side = directionality === 'BUY' ? 'Buy' : 'Sell'
  const Mark = directionality === 'BUY' ? IconPlus : IconMinus
  const title = `${side} ${formatCount(trimDecimals(quantity))} ${formatCode(code)}`
  return (
    <li className={classes['order']} data-side={side}>
      <div className={classes['what']}>
        <strong>
          <Mark size={14} stroke={2} aria-hidden />
          {title}
        </strong>
        <span className={classes['second']}>{name}</span>
      </div>
      <div className={classes['worth']}>
        <Money value={value} />
        <span className={classes['second']}>at {trimDecimals(price)}</span>
      </div>
      <div className={classes['why']}>
        <span>{reason}</span>
        {gain === null ? null : <span className={classes['second']}>Realises {describeGain(gain, format)}</span>}
        {closesPart && isToSend(sent) ? (
          <span className={classes['second']}>
            Open orders claim its shares, so the ticket cannot sell them. Closing a part makes those orders smaller
            first.
          </span>
        ) : null}
        {waitsForSales ? (
          <span className={classes['second']}>
            {areSalesFilled
              ? 'The sales that pay for it are filled.'
              : 'Waits for the sales: send it after they are filled.'}
          </span>
        ) : null}
        {lots.length > 0 ? (
          <details className={classes['lots']}>
            <summary>
              {lots.length} {lots.length === 1 ? 'lot' : 'lots'}
            </summary>
            <ul aria-label={`Lots of ${formatCode(code)}`}>
              {lots.map((lot, index) => (
                // Two lots may agree in everything that is known of them.
                <li key={`${lot.openedDay ?? ''} ${String(index)}`}>
                  {formatCount(trimDecimals(lot.quantity))} of {lot.openedDay ?? 'an unknown day'}:{' '}
                  {lot.gain === null
                    ? 'cost not known'
                    : `${format(lot.gain, { isSigned: true })}${termWords(lot.term)}`}
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </div>
      <div className={classes['act']}>
        {sent ? (
          <span className={classes['progress']}>
            <span className={classes['second']}>Sent</span>
            <OrderStatusMark status={sent.status} />
            <span className={classes['second']}>{describeProgress(sent)}</span>
          </span>
        ) : null}
        {isToSend(sent) && can('VMA') ? (
          <DisabledReason reason={whyNoOrder(account)}>
            <Button
              variant="default"
              aria-label={`${closesPart ? 'Close part' : 'Open ticket'}: ${title}`}
              onClick={() => (closesPart ? openClose(order) : openTicket(order))}
            >
              {closesPart ? 'Close part' : 'Open ticket'}
            </Button>
          </DisabledReason>
        ) : null}
      </div>
    </li>
  )
}

const termWords = (term: 'SHORT_TERM' | 'LONG_TERM' | null): string =>
  term === null ? '' : term === 'SHORT_TERM' ? ', short term' : ', long term'

/** The position's own action, which shows the orders that it changes and sends, and is confirmed like the ticket. */
function openClose({ accountNumber, code, quantity }: ProposedOrder): void {
  openPositionAction({ accountNumber, code, choice: 'CLOSE', quantity: trimDecimals(quantity) })
}

/** The ordinary ticket: a limit at the market, which its user reviews and confirms. */
function openTicket({ accountNumber, code, directionality, quantity }: ProposedOrder): void {
  openOrderTicket({
    accountNumber,
    code,
    directionality,
    orderType: 'LIMIT',
    duration: 'DAY',
    quantity: trimDecimals(quantity),
  })
}
