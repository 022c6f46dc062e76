// The confirmation before an order goes out. It shows one order and what the brokerage said of exactly this order, and Put sends that
// order. Until the answer is there Put is off; without an answer it comes on after a while and says so. What speaks against the order
// keeps Put off, and every question has to be answered. Source: specification 2, sections 4 "Order flow" and 9 "Order confirmation".
import type { Account, OrderToPreview } from '@clubfolio/contract'
import { Button, Checkbox } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type AnsweredOrder, useConfirmedPreview } from './api.ts'
import { accountWords, confirmationRows } from './confirmation-rows.ts'
import { Note, obstacles } from './order-effect.tsx'
import { orderKind } from './order-side.ts'
import classes from './order-ticket.module.css'

/** An order as it stood when Review was pressed; each review asks about it once. */
export interface Review {
  readonly id: string
  readonly order: OrderToPreview
}

export interface OrderConfirmationProps {
  readonly review: Review
  readonly account: Account | undefined
  readonly isSending: boolean
  readonly onYes: (sent: AnsweredOrder) => void
  readonly onNo: () => void
}

/** From then on an order may go out without a preview. */
const lateMs = 3_000

export function OrderConfirmation({ review: { id, order }, account, isSending, onYes, onNo }: OrderConfirmationProps) {
  const placeRef = useRef<HTMLDivElement>(null)
  const putRef = useRef<HTMLButtonElement>(null)
  const { data: shown, error } = useConfirmedPreview(id, order)
  const isLate = useLate()
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => putRef.current?.focus(), [])

  const questions = shown?.preview.questions ?? []
  const against = shown ? obstacles(shown) : []
  const open = questions.filter((question) => !answered.has(question.id))
  const hasAnswer = shown !== undefined
  const canPut = hasAnswer ? against.length === 0 && open.length === 0 : isLate
  const kind = orderKind(order.directionality, shown?.preview.brokerInstruction)
  const put = () => {
    if (!canPut || isSending) return
    // The button is off while it sends; the keys stay with the ticket.
    placeRef.current?.focus()
    onYes({ order, answered: questions.map((question) => question.id) })
  }
  return (
    <div ref={placeRef} tabIndex={-1} className={classes['review']}>
      <p className={classes['question']}>{`Do you want to put this ${kind} order?`}</p>
      <dl className={classes['confirm']} aria-label="Order" aria-busy={!hasAnswer}>
        {confirmationRows(order, shown?.preview, account).map(({ name, value, note, isLoss }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-loss={isLoss || undefined}>
              {value}
              {note === undefined ? null : <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <ul className={classes['notes']} aria-label="Warnings">
        {against.map((text) => <Note key={text} text={text} isReject />)}
        {(shown?.preview.warnings ?? []).map(({ text }) => <Note key={text} text={text} />)}
        {hasAnswer || !isLate ? null : <Note text={`No preview is available${error ? `: ${error.message}` : '.'} Cost, loss and what speaks against the order are not known.`} />}
      </ul>
      {questions.length === 0 || against.length > 0 ? null : (
        <fieldset className={classes['questions']}>
          <legend>Before it goes out</legend>
          {questions.map((question) => (
            <Checkbox
              key={question.id}
              size="xs"
              label={question.text}
              description="Yes, that is what I mean"
              checked={answered.has(question.id)}
              disabled={isSending}
              onChange={(event) => {
                const isYes = event.currentTarget.checked
                setAnswered((before) => new Set(isYes ? [...before, question.id] : [...before].filter((one) => one !== question.id)))
              }}
            />
          ))}
        </fieldset>
      )}
      <div className={classes['foot']}>
        <span role="status">{waitingWords({ hasAnswer, isLate, isBlocked: against.length > 0, openCount: open.length }) ?? accountWords(order.accountNumber, account)}</span>
        <Button variant="default" onClick={onNo} disabled={isSending}>
          Back
        </Button>
        {/* Off without losing the focus: Enter does nothing until the answer is there. */}
        <Button ref={putRef} onClick={put} loading={isSending} aria-disabled={!canPut} data-disabled={!canPut || undefined}>
          {`Put ${kind} order`}
        </Button>
      </div>
    </div>
  )
}

/** Why Put is off; undefined when it is on. */
function waitingWords({ hasAnswer, isLate, isBlocked, openCount }: { readonly hasAnswer: boolean; readonly isLate: boolean; readonly isBlocked: boolean; readonly openCount: number }): string | undefined {
  if (!hasAnswer) return isLate ? undefined : 'Asking the brokerage…'
  if (isBlocked) return 'This order is not sent.'
  return openCount === 0 ? undefined : openCount === 1 ? '1 question is open' : `${openCount} questions are open`
}

function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
