// The confirmation before an order goes out: code, quantity, price, stop loss and inversion. Source: specification 2, section 9.
import type { OrderPreview, OrderToPreview } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { formatMoney } from '../../ui/format/money.ts'
import { formatCount } from '../../ui/format/number.ts'
import classes from './order-ticket.module.css'
import { formatPrice } from './format-price.ts'
import { putWords } from './ticket-form.ts'

export interface OrderConfirmationProps {
  readonly order: OrderToPreview
  readonly preview: OrderPreview | undefined
  readonly isSending: boolean
  readonly onYes: () => void
  readonly onNo: () => void
}

export function OrderConfirmation({ order, preview, isSending, onYes, onNo }: OrderConfirmationProps) {
  const rows: readonly (readonly [string, string])[] = [
    ['Code', order.ticket],
    ['Qty', formatCount(Number(order.quantity))],
    ['Price', order.price === null ? 'Market' : formatPrice(preview?.price ?? order.price)],
    ...(order.orderType === 'STOP_LIMIT' ? [['Limit', formatPrice(preview?.limitPrice ?? order.limitPrice ?? null)] as const] : []),
    ['Stop Loss', order.childPrice === undefined ? '--' : formatPrice(preview?.stopPrice ?? order.childPrice)],
    ['Inversion', preview?.inversion === undefined || preview.inversion === null ? '--' : formatMoney(preview.inversion)],
    ['Account', order.accountNumber],
  ]
  const notes = [...(preview?.rejects.map((text) => `The brokerage would reject it: ${text}`) ?? []), ...(preview?.warnings.map(({ text }) => text) ?? [])]
  return (
    <div>
      <p className={classes['question']}>{`Do you want to ${putWords(order.directionality).replace('Put ', 'put this ')}?`}</p>
      <dl className={classes['confirm']} aria-label="Order">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {notes.length === 0 ? null : (
        <ul className={classes['notes']}>
          {notes.map((text) => <li key={text} className={classes['warning']}>{text}</li>)}
        </ul>
      )}
      <div className={classes['foot']}>
        <span />
        <Button variant="default" onClick={onNo} disabled={isSending}>
          Back
        </Button>
        <Button onClick={onYes} loading={isSending} data-autofocus>
          {putWords(order.directionality)}
        </Button>
      </div>
    </div>
  )
}
