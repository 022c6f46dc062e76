// Changes quantity and price of an open order: first the fields, then a review of the change in words, the only step
// that sends it. The brokerage replaces the old order with a new one. An order that the list cannot cancel yet is
// cancelled from here.
import { ApiError, type Order, type OrderPreview } from '@clubfolio/contract'
import { findOrderType, isOverOrder, orderTypeRules } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { contentText } from '../../kernel/content-text.ts'
import type { AskedOrderChange } from '../../kernel/order-change.ts'
import { Modal } from '../../ui/modal.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { whyNoOrder } from '../account/why-no-order.ts'
import {
  type PreviewedChange,
  type Replacement,
  useChangePreview,
  useLiveOrder,
  useReplaceOrder,
  useReplacementPreview,
  useWithdrawOrder,
} from './api.ts'
import {
  beginChange,
  changeFaults,
  changeRows,
  followFill,
  describeOrderNews,
  previewedOrder,
  replacementOf,
  trailUnitOf,
  typeQuantity,
  wrongFieldsOf,
  type ChangeForm,
  type ChangeRow,
} from './change-form.ts'
import { ConfirmationList } from './confirmation-list.tsx'
import { effectRows } from './confirmation-rows.ts'
import { Note, obstacles, OrderEffect, remarks } from './order-effect.tsx'
import { OrderQuestions, useOrderAnswers, describeWaiting } from './order-questions.tsx'
import classes from './order-ticket.module.css'
import { TicketMoney } from './ticket-money.tsx'
import { useLate } from './use-late.ts'

const typingMs = 350

/** The change as of pressing Review change; each review fetches its preview once. */
interface Review {
  readonly id: string
  readonly form: ChangeForm
  readonly change: Replacement
}

const reviewOf = (order: Order, form: ChangeForm): Review => ({
  id: crypto.randomUUID(),
  form,
  change: replacementOf(order, form),
})

export interface ChangeOrderModalProps {
  readonly order: Order
  /**
   * The change with which the dialog begins: one that was not carried out fills the fields, a price that was moved on a
   * chart opens the review.
   */
  readonly asked?: AskedOrderChange
  readonly onClose: () => void
}

export function ChangeOrderModal({ order, asked, onClose }: ChangeOrderModalProps) {
  const formId = useId()
  const live = useLiveOrder(order)
  const { choices, failure } = useChosenAccount()
  const ofNumber = choices?.filter(({ number }) => number === order.accountNumber)
  const account = ofNumber?.find(({ isActive }) => isActive) ?? ofNumber?.[0]
  const whyOff = whyNoOrder(account)
  const [typed, setTyped] = useState<ChangeForm>(() => beginChange(order, asked))
  const [reviewed, setReviewed] = useState<Review | undefined>(() => {
    const isAnswer = asked !== undefined && 'moved' in asked
    return isAnswer && Object.keys(changeFaults(typed, order)).length === 0 && changeRows(order, typed).length > 0
      ? reviewOf(order, typed)
      : undefined
  })
  const form = followFill(typed, live)
  const news = describeOrderNews(order, live)
  const isOver = isOverOrder(live.status)
  const type = findOrderType(order.orderType)
  // A fill closes the review: only the remainder can be confirmed.
  const isReviewing =
    reviewed !== undefined && !isOver && whyOff === undefined && reviewed.form.filledQuantity === live.filledQuantity
  const replace = useReplaceOrder()
  const withdraw = useWithdrawOrder()
  const reviewId = isReviewing ? reviewed.id : undefined
  const preview = useReplacementPreview(isReviewing ? reviewed : undefined)
  const isLate = useLate(reviewId)
  const answers = useOrderAnswers(reviewId)
  const questions = preview.data?.questions ?? []
  const shown =
    reviewed && preview.data ? previewedOrder(live, { change: reviewed.change, preview: preview.data }) : undefined
  const against = shown ? obstacles(shown) : []
  const hasAnswer = shown !== undefined
  const waiting = describeWaiting({
    hasAnswer,
    isLate,
    isBlocked: against.length > 0,
    openCount: questions.filter(({ id }) => !answers.answered.has(id)).length,
  })
  const formFaults = changeFaults(form, live)
  const isComplete = Object.keys(formFaults).length === 0
  const rows = isReviewing ? changeRows(live, reviewed.form) : isComplete ? changeRows(live, form) : []
  // The server refuses even the preview of an account that takes no orders, so the account has to be known first.
  const isAskable = (choices !== undefined || failure !== null) && whyOff === undefined
  const typedChange = isOver || !isComplete || !isAskable ? undefined : replacementOf(live, form)
  const effect = useEffectOfChange(isReviewing ? undefined : typedChange)
  // An order that is left as it is may be past its stop already: only a change is refused.
  const judged = rows.length > 0 ? effect.current : undefined
  const faults: Readonly<Record<string, string>> = { ...(judged ? wrongFieldsOf(judged) : {}), ...formFaults }
  const obstacle = judged && [...judged.faults, ...judged.breaches, ...judged.rejects][0]
  const reason = isOver
    ? 'Nothing is left to change'
    : (whyOff ??
      (Object.keys(faults).length > 0
        ? 'A field needs attention'
        : rows.length === 0
          ? 'Nothing is changed'
          : obstacle))
  const change = (more: Partial<ChangeForm>) => setTyped({ ...form, ...more })
  const done = ({ message }: { readonly message: string }) => {
    showToast({ tone: 'success', title: 'Success', message })
    onClose()
  }
  const send = () => {
    if (!reviewed) return
    replace.mutate(
      { order: reviewed.change, answered: questions.map(({ id }) => id) },
      {
        onSuccess: done,
        // The interceptor shows why; no input is lost. When the questions have changed, the same change is shown again
        // with its new questions.
        onError: (error) =>
          setReviewed((before) =>
            error instanceof ApiError && error.body.refusal === 'orderQuestioned' && before
              ? { ...before, id: crypto.randomUUID() }
              : undefined,
          ),
      },
    )
  }
  const foot = isReviewing ? (
    <div className={classes['modalFoot']}>
      <span role="status">{waiting}</span>
      <Button variant="default" disabled={replace.isPending} onClick={() => setReviewed(undefined)}>
        Back
      </Button>
      <Button loading={replace.isPending} disabled={waiting !== undefined} data-autofocus onClick={send}>
        Replace order
      </Button>
    </div>
  ) : (
    <div className={classes['modalFoot']}>
      <span role="status">{reason}</span>
      {order.isCancellable || isOver ? null : (
        <Button
          variant="default"
          color="red"
          loading={withdraw.isPending}
          disabled={whyOff !== undefined}
          onClick={() =>
            withdraw.mutate({ accountNumber: order.accountNumber, orderId: order.orderId }, { onSuccess: done })
          }
        >
          Withdraw order
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} disabled={reason !== undefined}>
        Review change
      </Button>
    </div>
  )
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Change order"
      subject={`${order.orderId} · ${order.code ?? ''}`}
      icon={IconPencil}
      size="medium"
      foot={foot}
    >
      <TicketMoney account={account} />
      {news === undefined ? null : (
        <p role="alert" className={classes['warning']}>
          {news}
        </p>
      )}
      {isReviewing ? (
        <>
          <p className={classes['question']}>{`Do you want to replace order ${order.orderId}?`}</p>
          <dl className={classes['confirm']} aria-label="Change">
            {[...rows, ...effectOfMove(asked, reviewed.form)].map(({ name, before, after }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{`${before} → ${after}`}</dd>
              </div>
            ))}
          </dl>
          {shown === undefined ? null : <ConfirmationList label="Effect" rows={effectRows(shown)} />}
          <ul className={classes['notes']} aria-label="Warnings">
            {against.map((text) => (
              <Note key={text} text={text} isReject />
            ))}
            {(shown ? remarks(shown) : []).map(({ text }) => (
              <Note key={text} text={text} />
            ))}
            {hasAnswer || !isLate ? null : (
              <Note
                text={
                  `No preview is available${preview.error ? `: ${preview.error.message}` : '.'} What speaks ` +
                  'against the change is not known.'
                }
              />
            )}
          </ul>
          {against.length > 0 ? null : (
            <OrderQuestions questions={questions} isSending={replace.isPending} {...answers} />
          )}
          <p className={classes['hint']}>
            The brokerage puts a new order with a new number in its place. If the brokerage refuses the new one, the old
            one stays as it is.
          </p>
        </>
      ) : (
        <div className={classes['change']}>
          <form
            id={formId}
            noValidate
            className={classes['changed']}
            onSubmit={(event) => {
              event.preventDefault()
              if (reason === undefined) setReviewed(reviewOf(live, form))
            }}
          >
            <NumericInput
              label="Qty"
              data-autofocus
              value={form.quantity}
              error={faults.quantity}
              onChange={(quantity) => setTyped(typeQuantity(form, live, quantity))}
            />
            {form.price === null ? null : (
              <NumericInput
                label={type !== undefined && orderTypeRules[type].waitsFor === 'limit' ? 'Limit Price' : 'Stop Price'}
                prefix="$"
                value={form.price}
                error={faults.price}
                onChange={(price) => change({ price })}
              />
            )}
            {form.trail === null ? null : (
              <NumericInput
                label="Trail"
                {...(trailUnitOf(live) === 'PERCENT' ? { suffix: '%' } : { prefix: '$' })}
                value={form.trail}
                error={faults.trail}
                onChange={(trail) => change({ trail })}
              />
            )}
            {form.limitPrice === null ? null : (
              <NumericInput
                label="Limit Price"
                prefix="$"
                value={form.limitPrice}
                error={faults.limitPrice}
                onChange={(limitPrice) => change({ limitPrice })}
              />
            )}
            {form.childPrice === null ? null : (
              <NumericInput
                label="Stop Loss"
                prefix="$"
                value={form.childPrice}
                error={faults.childPrice}
                onChange={(childPrice) => change({ childPrice })}
              />
            )}
            {form.targetPrice === null ? null : (
              <NumericInput
                label="Target"
                prefix="$"
                value={form.targetPrice}
                error={faults.targetPrice}
                onChange={(targetPrice) => change({ targetPrice })}
              />
            )}
          </form>
          {isOver || whyOff !== undefined ? null : effect.latest === undefined && effect.failure !== undefined ? (
            <p className={classes['hint']}>{`No preview is available: ${effect.failure}`}</p>
          ) : (
            <OrderEffect
              replacedId={order.orderId}
              shown={effect.latest && previewedOrder(live, effect.latest)}
              failure={undefined}
              isBusy={effect.isBusy}
            />
          )}
        </div>
      )}
    </Modal>
  )
}

/** Returns the effect that the chart gave with a moved price, while the review is about that price. */
function effectOfMove(asked: AskedOrderChange | undefined, form: ChangeForm): ChangeRow[] {
  if (asked === undefined || !('moved' in asked) || asked.effect === undefined) return []
  return form[asked.moved] === asked.newPrice ? [asked.effect] : []
}

interface EffectOfChange {
  /** The preview of exactly this change; undefined while it is being asked for. */
  readonly current: OrderPreview | undefined
  /** The same, or the one of the change before. */
  readonly latest: PreviewedChange | undefined
  /** Why there is none. */
  readonly failure: string | undefined
  readonly isBusy: boolean
}

/** Previews a change while it is typed; undefined for one that is not complete. */
function useEffectOfChange(change: Replacement | undefined): EffectOfChange {
  // A change is another object on each rendering; its text is not.
  const text = contentText(change ?? null)
  const [settled] = useDebouncedValue(text, typingMs)
  const { data, error, isPlaceholderData, isFetching } = useChangePreview(settled === text ? change : undefined)
  const isCurrent = data !== undefined && !isPlaceholderData && contentText(data.change) === text
  return {
    current: isCurrent ? data.preview : undefined,
    latest: data,
    failure: error?.message,
    isBusy: isFetching,
  }
}
