// Cancels all open orders of an account: lists them first, marking those that protect positions, then shows the outcome
// of each.
import type { CancelOutcome, Order } from '@clubfolio/contract'
import { sentenceCase } from '@clubfolio/domain'
import { Button, Checkbox } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useState } from 'react'
import { Modal } from '../../ui/modal.tsx'
import { useCancelAllOrders, useOpenOrders } from './api.ts'
import {
  describeCancelAll,
  cancellableAlone,
  cancelProgress,
  isProgressOver,
  isProtectingStop,
  type CancelProgress,
} from './cancel-all.ts'
import classes from './cancel-all.module.css'
import { describeTrail } from '../order-text/fill-words.ts'
import { formatPrice } from '../order-text/format-price.ts'
import { describePlacedOrder } from '../order-text/leg-words.ts'

export function CancelAllModal({
  accountNumber,
  subject,
  onClose,
}: {
  readonly accountNumber: string
  /** The account by name. */
  readonly subject: string
  readonly onClose: () => void
}) {
  const open = useOpenOrders(accountNumber)
  const cancelAll = useCancelAllOrders()
  const [isKeepingStops, setKeepingStops] = useState(false)
  /** The confirmed orders; nothing else is cancelled. */
  const [confirmed, setConfirmed] = useState<readonly Order[]>()
  const [outcomes, setOutcomes] = useState<readonly CancelOutcome[]>()
  const listed = cancellableAlone(open.data ?? [])
  const stops = listed.filter(isProtectingStop).length
  const chosen = isKeepingStops ? listed.filter((order) => !isProtectingStop(order)) : listed
  const shown = confirmed ?? listed
  const statuses = new Map(open.data?.map(({ orderId, status }) => [orderId, status]))
  const progress = confirmed?.map(({ orderId }) => cancelProgress(orderId, statuses.get(orderId), outcomes))
  const done = progress?.filter(isProgressOver).length ?? 0
  const start = () => {
    setConfirmed(chosen)
    cancelAll.mutate(
      { accountNumber, orderIds: chosen.map(({ orderId }) => orderId) },
      {
        onSuccess: ({ orders }) => setOutcomes(orders),
        // The interceptor shows why; the orders that are still open are presented again.
        onError: () => setConfirmed(undefined),
      },
    )
  }
  const foot = confirmed ? (
    <div className={classes['foot']}>
      <span role="status">{`${done} of ${confirmed.length} done`}</span>
      <Button onClick={onClose}>{outcomes ? 'Done' : 'Continue in the background'}</Button>
    </div>
  ) : (
    <div className={classes['foot']}>
      <span />
      <Button variant="default" data-autofocus onClick={onClose}>
        Keep them
      </Button>
      <Button
        color="loss"
        disabled={chosen.length === 0}
        onClick={start}
      >{`Cancel ${chosen.length} ${chosen.length === 1 ? 'order' : 'orders'}`}</Button>
    </div>
  )
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Cancel all orders"
      subject={subject}
      icon={IconBan}
      size="medium"
      foot={foot}
    >
      {confirmed ? (
        <progress className={classes['bar']} aria-label="Done so far" max={confirmed.length} value={done} />
      ) : (
        <p className={classes['words']}>
          {open.data === undefined
            ? 'Reading the open orders…'
            : listed.length === 0
              ? 'There is no open order to cancel.'
              : describeCancelAll(listed, isKeepingStops)}
        </p>
      )}
      {confirmed || stops === 0 ? null : (
        <Checkbox
          label={stops === 1 ? 'Keep the stop working' : `Keep the ${stops} stops working`}
          checked={isKeepingStops}
          onChange={(event) => setKeepingStops(event.currentTarget.checked)}
        />
      )}
      <ul className={classes['list']} aria-label="Orders to cancel">
        {shown.map((order, index) => (
          <Line
            key={order.orderId}
            order={order}
            isKept={!confirmed && isKeepingStops && isProtectingStop(order)}
            progress={progress?.[index]}
          />
        ))}
      </ul>
    </Modal>
  )
}

function Line({
  order,
  isKept,
  progress,
}: {
  readonly order: Order
  readonly isKept: boolean
  readonly progress: CancelProgress | undefined
}) {
  const at = order.trail
    ? `, ${describeTrail(order.trail)}`
    : order.price === null
      ? ''
      : ` at ${formatPrice(order.stopPrice ?? order.price)}`
  return (
    <li data-kept={isKept || undefined} data-step={progress?.step}>
      <span>
        <strong>{describePlacedOrder(order)}</strong> {sentenceCase(order.orderType ?? order.strategy)}
        {at}
        {order.children.length > 0 ? ', with its stop loss' : ''}
      </span>
      <span>
        {progress?.words ?? (isKept ? 'Keeps working' : isProtectingStop(order) ? 'Protects a position' : '')}
      </span>
    </li>
  )
}
