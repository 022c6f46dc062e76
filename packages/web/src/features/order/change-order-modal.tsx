// Changes quantity and price of an open order: first the fields, then what changes in words, which alone sends. The brokerage puts a
// new order in the place of the old one. An order that is not cancellable in the list yet is withdrawn from here.
import { ApiError, type Order } from '@clubfolio/contract'
import { isOverOrder } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useSubmitKey } from '../../kernel/submit-key.ts'
import { Modal } from '../../ui/modal.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useLiveOrder, useReplaceOrder, useWithdrawOrder } from './api.ts'
import { changeFaults, changeRows, followFill, newsWords, replacementOf, startChange, typeQuantity, type ChangeForm } from './change-form.ts'
import classes from './order-ticket.module.css'

/** Refusals after which the brokerage certainly has no new order of this wish. */
const endings: ReadonlySet<string> = new Set(['orderRefused', 'orderRejected'])

export function ChangeOrderModal({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const formId = useId()
  const live = useLiveOrder(order)
  const [typed, setTyped] = useState<ChangeForm>(() => startChange(order))
  const [reviewed, setReviewed] = useState<ChangeForm>()
  const form = followFill(typed, live)
  const news = newsWords(order, live)
  const isOver = isOverOrder(live.status)
  // A fill takes the review back: what is confirmed is what is left.
  const isReviewing = reviewed !== undefined && !isOver && reviewed.filledQuantity === live.filledQuantity
  const submitKey = useSubmitKey()
  const replace = useReplaceOrder()
  const withdraw = useWithdrawOrder()
  const faults = changeFaults(form, live)
  const rows = changeRows(live, form)
  const reason = isOver ? 'Nothing is left to change' : Object.keys(faults).length > 0 ? 'A field needs attention' : rows.length === 0 ? 'Nothing is changed' : undefined
  const change = (more: Partial<ChangeForm>) => setTyped({ ...form, ...more })
  const done = ({ message }: { readonly message: string }) => {
    submitKey.renew()
    showToast({ tone: 'success', title: 'Success', message })
    onClose()
  }
  const send = () => {
    if (!reviewed) return
    const body = replacementOf(live, reviewed)
    replace.mutate(
      { order: body, key: submitKey.keyFor(body) },
      {
        onSuccess: done,
        // The interceptor says why; nothing typed is lost.
        onError: (error) => {
          if (error instanceof ApiError && endings.has(error.body.refusal ?? '')) submitKey.renew()
          setReviewed(undefined)
        },
      },
    )
  }
  const foot = isReviewing ? (
    <div className={classes['modalFoot']}>
      <span />
      <Button variant="default" disabled={replace.isPending} onClick={() => setReviewed(undefined)}>
        Back
      </Button>
      <Button loading={replace.isPending} data-autofocus onClick={send}>
        Replace order
      </Button>
    </div>
  ) : (
    <div className={classes['modalFoot']}>
      <span role="status">{reason}</span>
      {order.isCancellable || isOver ? null : (
        <Button variant="default" color="red" loading={withdraw.isPending} onClick={() => withdraw.mutate({ accountNumber: order.accountNumber, orderId: order.orderId }, { onSuccess: done })}>
          Withdraw order
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} disabled={reason !== undefined} title={reason}>
        Review change
      </Button>
    </div>
  )
  return (
    <Modal isOpen onClose={onClose} title="Change order" subject={`${order.orderId} · ${order.code ?? ''}`} icon={IconPencil} foot={foot}>
      {news === undefined ? null : <p role="alert" className={classes['warning']}>{news}</p>}
      {isReviewing ? (
        <>
          <p className={classes['question']}>{`Do you want to replace order ${order.orderId}?`}</p>
          <dl className={classes['confirm']} aria-label="Change">
            {rows.map(({ name, before, after }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{`${before} → ${after}`}</dd>
              </div>
            ))}
          </dl>
          <p className={classes['hint']}>The brokerage puts a new order with a new number in its place. If the new one is refused, the old one goes on.</p>
        </>
      ) : (
        <form
          id={formId}
          noValidate
          className={classes['triple']}
          onSubmit={(event) => {
            event.preventDefault()
            if (reason === undefined) setReviewed(form)
          }}
        >
          <NumericInput label="Qty" data-autofocus value={form.quantity} error={faults.quantity} onChange={(quantity) => setTyped(typeQuantity(form, live, quantity))} />
          <NumericInput label={order.orderType === 'LIMIT' ? 'Limit Price' : 'Stop Price'} prefix="$" value={form.price} error={faults.price} onChange={(price) => change({ price })} />
          {form.limitPrice === null ? null : <NumericInput label="Limit Price" prefix="$" value={form.limitPrice} error={faults.limitPrice} onChange={(limitPrice) => change({ limitPrice })} />}
          {form.childPrice === null ? null : <NumericInput label="Stop Loss" prefix="$" value={form.childPrice} error={faults.childPrice} onChange={(childPrice) => change({ childPrice })} />}
        </form>
      )}
    </Modal>
  )
}
