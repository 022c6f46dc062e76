// The columns of the Orders table, as specified; an entry and its protecting stop read as one plan.
// Source: docs/rules/trading.md, "Orders"; docs/rules/interface.md, "Tables".
import { sentenceCase } from '@clubfolio/domain'
import type { Order } from '@clubfolio/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { openGraph } from '../../kernel/graph-modal.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { OrderStatusMark } from '../../ui/status-mark.tsx'
import {
  Absent,
  countColumn,
  Instant,
  instantColumn,
  moneyColumn,
  textColumn,
  type Column,
} from '../../ui/table/column.tsx'
import classes from './order-list.module.css'
import { hasSeveralLegs, legLines, describePlan, describeShape } from '../order-text/leg-words.ts'
import { describeFillPrice, describeFillTime, describeFilledPart, describeTrail } from '../order-text/fill-words.ts'
import { decimalsOf, formatPrice } from '../order-text/format-price.ts'

export interface OrderActions {
  /** The order that is currently being cancelled. */
  readonly cancellingId: string | undefined
  /** Why the account takes neither changes nor cancellations; undefined where it does. */
  readonly whyOff: string | undefined
  readonly onCancel: (order: Order) => void
  readonly onChange: (order: Order) => void
  readonly onSettle: (order: Order) => void
}

const durationWords: Readonly<Record<string, string>> = {
  GOOD_TILL_CANCEL: 'GTC',
  DAY: 'Day',
  FILL_OR_KILL: 'FOK',
  IMMEDIATE_OR_CANCEL: 'IOC',
}

export function orderColumns(actions: OrderActions): Column<Order>[] {
  return [
    textColumn({
      id: 'orderId',
      header: 'ID',
      value: ({ orderId }) => orderId,
      isFixed: true,
      render: (order) => <OrderId order={order} />,
    }),
    textColumn({
      id: 'code',
      header: 'Code',
      value: ({ code }) => code,
      isFixed: true,
      render: (order) => <CodeCell order={order} />,
    }),
    textColumn({
      id: 'duration',
      header: 'Duration',
      value: ({ duration }) => duration,
      render: ({ duration }) =>
        duration === null ? (
          <Absent />
        ) : (
          <span title={duration}>{durationWords[duration] ?? sentenceCase(duration)}</span>
        ),
    }),
    textColumn({
      id: 'type',
      header: 'Type',
      value: ({ orderType }) => orderType,
      render: (order) => <TypeCell order={order} />,
    }),
    textColumn({
      id: 'status',
      header: 'Status',
      value: ({ status }) => sentenceCase(status),
      render: (order) => <StatusCell order={order} />,
    }),
    priceColumn,
    filledAtColumn,
    {
      ...countColumn<Order>({
        id: 'quantity',
        header: 'Qty',
        value: ({ quantity }) => (quantity === null ? null : Number(quantity)),
      }),
      render: (order) => <Quantity order={order} />,
    },
    textColumn({
      id: 'instruction',
      header: 'Instruction',
      value: (order) => (hasSeveralLegs(order) ? describeShape(order) : order.instruction),
      render: (order) => <Side order={order} />,
    }),
    instantColumn({ id: 'entered', header: 'Entered', value: ({ enteredTime }) => enteredTime, isStackable: true }),
    instantColumn({ id: 'closed', header: 'Closed', value: ({ closeTime }) => closeTime, isStackable: true }),
    {
      ...countColumn<Order>({
        id: 'filledQuantity',
        header: 'Filled Qty',
        value: ({ filledQuantity }) => Number(filledQuantity),
      }),
      isHiddenByDefault: true,
    },
    {
      ...textColumn<Order>({ id: 'filledTime', header: 'Last Fill', value: describeFillTime, isHiddenByDefault: true }),
      sortValue: ({ filledTime }) => filledTime,
    },
    textColumn({ id: 'account', header: 'Account', value: ({ accountNumber }) => accountNumber }),
    {
      id: 'operation',
      header: 'Operation',
      align: 'right',
      isFixed: true,
      isAction: true,
      render: (order) => <Operation order={order} actions={actions} />,
    },
  ]
}

/** The price of each order with its own decimals: up to four below one dollar. */
const priceColumn: Column<Order> = {
  ...moneyColumn<Order>({ id: 'price', header: 'Price', value: ({ price }) => price, format: { decimals: 4 } }),
  render: ({ price, stopPrice }) => (
    <>
      <span title={price ?? undefined}>{formatPrice(price)}</span>
      {stopPrice === null || stopPrice === price ? null : (
        <small className={classes['child']}>{`stop ${formatPrice(stopPrice)}`}</small>
      )}
    </>
  ),
  text: ({ price }) => (price === null ? '' : Number(price).toFixed(decimalsOf(price))),
}

/** The average fill price, next to the order's price. */
const filledAtColumn: Column<Order> = {
  ...moneyColumn<Order>({
    id: 'filledAt',
    header: 'Filled At',
    value: ({ averageFillPrice }) => averageFillPrice,
    format: { decimals: 4 },
  }),
  render: (order) => {
    const price = describeFillPrice(order)
    if (price === undefined) return <Absent />
    // When the order closed with this fill, Closed already shows the time.
    const time = order.filledTime === order.closeTime ? undefined : describeFillTime(order)
    return (
      <div className={classes['filled']}>
        <span title={[order.averageFillPrice, describeFillTime(order)].filter(Boolean).join(' · ')}>{price}</span>
        {time === undefined ? null : (
          <small className={classes['moment']}>
            <Instant words={time} />
          </small>
        )}
      </div>
    )
  },
  text: ({ averageFillPrice }) => averageFillPrice ?? '',
}

function OrderId({ order }: { readonly order: Order }) {
  if (order.candidates.length > 0 || (order.status === 'UNKNOWN' && order.orderId.includes('-')))
    return (
      <span className={classes['under']} title={order.orderId}>
        not known yet
      </span>
    )
  if (order.parentOrderId === null) return <>{order.orderId}</>
  return (
    <span title={`Attached to order ${order.parentOrderId}`}>
      <span className={classes['under']} aria-hidden>
        ↳{' '}
      </span>
      {order.orderId}
    </span>
  )
}

/** The company, and below it the legs that trade together. */
function CodeCell({ order }: { readonly order: Order }) {
  if (order.legs.length === 0) return <Code code={order.code} />
  return (
    <div className={classes['legs']}>
      <Code code={order.code} />
      {legLines(order).map((line) => (
        <small key={line} className={classes['child']}>
          {line}
        </small>
      ))}
    </div>
  )
}

function TypeCell({ order }: { readonly order: Order }) {
  return (
    <>
      {sentenceCase(order.orderType ?? order.strategy)}
      {hasSeveralLegs(order) ? <small className={classes['child']}>{describeShape(order)}</small> : null}
      {order.trail === null ? null : <small className={classes['child']}>{describeTrail(order.trail)}</small>}
    </>
  )
}

function Code({ code }: { readonly code: string | null }) {
  if (code === null) return <Absent />
  return (
    <button
      type="button"
      className={classes['code']}
      title={`Graph of ${code}`}
      onClick={() => openGraph({ title: 'Graph', code, timing: 'MONTH' })}
    >
      {code}
    </button>
  )
}

/** The status, the filled part, the brokerage's reason, and the dependent orders. */
function StatusCell({ order }: { readonly order: Order }) {
  const part = describeFilledPart(order)
  return (
    <div className={classes['status']}>
      <span title={order.description ?? undefined}>
        <OrderStatusMark status={order.status} />
      </span>
      {part === undefined ? null : <small className={classes['child']}>{`${part} filled`}</small>}
      {order.description !== null && order.status !== 'FILLED' ? (
        <small className={classes['plan']}>{order.description}</small>
      ) : null}
      {order.children.map((child) => (
        <small key={child.orderId} className={classes['plan']}>
          {describePlan(child)}
        </small>
      ))}
      {order.cancelPrice !== null && order.isEditable ? (
        <small className={classes['plan']}>{`cancel price ${formatPrice(order.cancelPrice)}`}</small>
      ) : null}
    </div>
  )
}

const Quantity = ({ order: { quantity } }: { readonly order: Order }) =>
  quantity === null ? <Absent /> : <>{Number(quantity).toLocaleString('en-US')}</>

function Side({ order }: { readonly order: Order }) {
  const { instruction, brokerInstruction } = order
  if (hasSeveralLegs(order)) return <span title={legLines(order).join(', ')}>{`${order.legs.length} legs`}</span>
  if (instruction === null) return <Absent />
  return (
    <span className={classes['side']} data-side={instruction} title={brokerInstruction ?? undefined}>
      <span aria-hidden>{instruction === 'BUY' ? '+' : '−'}</span>
      {sentenceCase(instruction)}
    </span>
  )
}

function Operation({ order, actions }: { readonly order: Order; readonly actions: OrderActions }) {
  if (order.candidates.length > 0)
    return (
      <Button size="xs" variant="default" onClick={() => actions.onSettle(order)}>
        Settle
      </Button>
    )
  if (!order.isCancellable && !order.isEditable) return <Absent />
  const isBusy = actions.cancellingId === order.orderId
  return (
    <span className={classes['operation']}>
      {order.isEditable ? (
        <DisabledReason reason={actions.whyOff}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={`Change order ${order.orderId}`}
            title={actions.whyOff === undefined ? 'Change' : undefined}
            disabled={isBusy}
            onClick={() => actions.onChange(order)}
          >
            <IconPencil size={15} stroke={1.7} />
          </ActionIcon>
        </DisabledReason>
      ) : null}
      {order.isCancellable ? (
        <DisabledReason reason={actions.whyOff}>
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            aria-label={`Cancel order ${order.orderId}`}
            onClick={() => actions.onCancel(order)}
          >
            Cancel
          </Button>
        </DisabledReason>
      ) : (
        <Absent />
      )}
    </span>
  )
}
