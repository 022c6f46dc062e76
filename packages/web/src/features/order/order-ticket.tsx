// A ticket, from its fields to the sent order.
import { ApiError, type Account, type OrderToPreview } from '@clubfolio/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { contentText } from '../../kernel/content-text.ts'
import { openOrderTicket, type OrderTicketRequest } from '../../kernel/order-ticket.ts'
import { showToast } from '../../ui/toast.tsx'
import { whyNoOrder } from '../account/why-no-order.ts'
import { type AnsweredOrder, useOrderPreview, usePutOrder } from './api.ts'
import { OrderConfirmation, type Review } from './order-confirmation.tsx'
import { inNamedAccount, missingStop, orderOf, startForm, ticketFaults, type TicketForm } from './ticket-form.ts'
import { SourceNotice } from './source-notice.tsx'
import { TicketFields } from './ticket-fields.tsx'
import { TicketMoney } from './ticket-money.tsx'
import { TicketStopped } from './ticket-stopped.tsx'

const typingMs = 350

/** Every review of any ticket has a unique id, so that none reads the preview of another. */
const reviewOf = (order: OrderToPreview): Review => ({ id: crypto.randomUUID(), order })

export interface OrderTicketProps {
  readonly request: OrderTicketRequest
  readonly accounts: readonly Account[]
  /** The account in view; empty without one. */
  readonly numberInView: string
  readonly onClose: () => void
}

export function OrderTicket({ request, accounts, numberInView, onClose }: OrderTicketProps) {
  const [typed, setForm] = useState<TicketForm>(() => startForm(request, numberInView))
  const form = inNamedAccount(
    typed,
    accounts.map(({ number }) => number),
  )
  const [review, setReview] = useState<Review>()
  const [taken, setTaken] = useState(request)
  const put = usePutOrder()
  const faults = ticketFaults(form)
  const account = accounts.find(({ number }) => number === form.accountNumber)
  // The server refuses even the preview of an account that takes no orders.
  const isPuttable = Object.keys(faults).length === 0 && whyNoOrder(account) === undefined
  const order = isPuttable ? orderOf(form) : undefined
  // An order is another object on each rendering, which would start the wait again and again; its text is not.
  const text = contentText(order ?? null)
  const [settled] = useDebouncedValue(text, typingMs)
  // A confirmation fetches its own preview; one fetched for the fields meanwhile would predate the sent order.
  const preview = useOrderPreview(review || settled !== text ? undefined : order)
  const shown = order === undefined ? undefined : preview.data
  const isCurrent =
    order !== undefined && shown !== undefined && !preview.isPlaceholderData && contentText(shown.order) === text

  const send = (sent: AnsweredOrder) =>
    put.mutate(sent, {
      onSuccess: ({ message, stopRejected }) => {
        if (stopRejected === null) {
          showToast({ tone: 'success', title: 'Success', message })
          return onClose()
        }
        showToast({ tone: 'error', title: 'Stop rejected', message })
        // The next ticket is for the missing stop.
        openOrderTicket(missingStop(sent.order))
      },
      // The interceptor shows why; no input is lost.
      onError: (error) => {
        const refusal = error instanceof ApiError ? (error.body.refusal ?? '') : ''
        // The questions have changed since the preview: the same order is shown again with its new questions.
        setReview((before) => (refusal === 'orderQuestioned' && before ? reviewOf(before.order) : undefined))
      },
    })

  // The figures must not change while the order is being sent.
  const notice = put.isPending ? null : (
    <SourceNotice
      taken={taken}
      onTake={(figures) => {
        setForm(({ accountNumber, duration }) => ({ ...startForm(figures, accountNumber), accountNumber, duration }))
        setTaken(figures)
        setReview(undefined)
      }}
    />
  )
  if (review) {
    return (
      <>
        {notice}
        <TicketMoney account={account} />
        <OrderConfirmation
          key={review.id}
          review={review}
          account={account}
          isSending={put.isPending}
          onNo={() => setReview(undefined)}
          onYes={send}
        />
      </>
    )
  }
  return (
    <>
      {notice}
      <TicketMoney account={account} />
      <TicketStopped account={account} />
      <TicketFields
        form={form}
        faults={faults}
        accounts={accounts}
        onChange={(change) => setForm((before) => ({ ...before, ...change }))}
        shown={shown}
        isCurrent={isCurrent}
        previewFailure={order === undefined || !preview.isError ? undefined : preview.error.message}
        isPreviewing={order !== undefined && (preview.isFetching || !isCurrent)}
        onCancel={onClose}
        onReview={() => {
          if (order) setReview(reviewOf(order))
        }}
      />
    </>
  )
}
