// The confirmation before an order is sent. It shows one order and the brokerage's preview of exactly this order, and
// Put sends that order. Put is disabled until the preview arrives; without one it is enabled after a while, with a
// note. Obstacles keep Put disabled, and every question has to be confirmed.
// Source: docs/rules/trading.md, "Order entry".
import type { Account } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { holdMs, isShortcutHeld } from '../../kernel/held-shortcut.ts'
import { useStore } from '../../kernel/store.ts'
import held from '../../ui/held.module.css'
import { isSendKey } from './send-key.ts'
import { type AnsweredOrder, useConfirmedPreview } from './api.ts'
import { ConfirmationList } from './confirmation-list.tsx'
import { confirmationRows } from './confirmation-rows.ts'
import { Note, obstacles, remarks } from './order-effect.tsx'
import { OrderQuestions, useOrderAnswers, describeWaiting } from './order-questions.tsx'
import { orderKind } from './order-side.ts'
import classes from './order-ticket.module.css'
import { orderLines } from './order-lines.ts'
import { OrderLines } from './order-line-list.tsx'
import type { TicketOrder } from './ticket-form.ts'
import { useKeptPreset } from './use-order-preset.ts'
import { useLate } from './use-late.ts'

/** The order as of pressing Review; each review fetches its preview once. */
export interface Review {
  readonly id: string
  readonly order: TicketOrder
}

export interface OrderConfirmationProps {
  readonly review: Review
  readonly account: Account | undefined
  readonly isSending: boolean
  readonly onYes: (sent: AnsweredOrder) => void
  readonly onNo: () => void
}

export function OrderConfirmation({ review: { id, order }, account, isSending, onYes, onNo }: OrderConfirmationProps) {
  const placeRef = useRef<HTMLDivElement>(null)
  const putRef = useRef<HTMLButtonElement>(null)
  const { data: shown, error } = useConfirmedPreview(id, order)
  const isLate = useLate(id)
  const answers = useOrderAnswers(id)
  useEffect(() => putRef.current?.focus(), [])

  const questions = shown?.preview.questions ?? []
  const against = shown ? obstacles(shown) : []
  const open = questions.filter((question) => !answers.answered.has(question.id))
  const hasAnswer = shown !== undefined
  const canPut = hasAnswer ? against.length === 0 && open.length === 0 : isLate
  const kind = orderKind(order.directionality, shown?.preview.brokerInstruction ?? undefined)
  const lines = orderLines(order, shown?.preview)
  const put = () => {
    if (!canPut || isSending) return
    // The button is disabled while it sends; the keyboard focus stays in the ticket.
    placeRef.current?.focus()
    onYes({ order, answered: questions.map((question) => question.id) })
  }
  // Where the preset says so, the key that opened the review confirms it when it is held on, counted from when the
  // orders can be read.
  const isKeyDown = useStore(isShortcutHeld)
  const { preset } = useKeptPreset(order.accountNumber)
  const isHeld = isKeyDown && preset?.holdSends === true && hasAnswer && canPut && !isSending
  const putHeld = useEffectEvent(put)
  useEffect(() => {
    if (!isHeld) return undefined
    const timer = setTimeout(putHeld, holdMs)
    return () => clearTimeout(timer)
  }, [isHeld])
  return (
    <div
      ref={placeRef}
      tabIndex={-1}
      className={classes['review']}
      onKeyDown={(event) => {
        if (!isSendKey(event)) return
        event.preventDefault()
        put()
      }}
    >
      <p className={classes['question']}>{`Do you want to put this ${kind} order?`}</p>
      {/* One order is named by the rows below. */}
      {lines.length > 1 ? <OrderLines label="Orders to be sent" lines={lines} /> : null}
      <ConfirmationList label="Order" rows={confirmationRows(order, shown?.preview, account)} isBusy={!hasAnswer} />
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
              `No preview is available${error ? `: ${error.message}` : '.'} The cost, the loss at the stop and any ` +
              'reason to refuse the order are not known.'
            }
          />
        )}
      </ul>
      {against.length > 0 ? null : <OrderQuestions questions={questions} isSending={isSending} {...answers} />}
      <div className={classes['foot']}>
        <span role="status">
          {isHeld
            ? 'Hold the key to send'
            : describeWaiting({ hasAnswer, isLate, isBlocked: against.length > 0, openCount: open.length })}
        </span>
        <Button variant="default" onClick={onNo} disabled={isSending}>
          Back
        </Button>
        {/* aria-disabled keeps the focus: Enter does nothing until the preview arrives. */}
        <Button
          ref={putRef}
          className={held['hold'] ?? ''}
          data-held={isHeld || undefined}
          onClick={put}
          loading={isSending}
          aria-disabled={!canPut}
          data-disabled={!canPut || undefined}
        >
          {`Put ${kind} order`}
        </Button>
      </div>
    </div>
  )
}
