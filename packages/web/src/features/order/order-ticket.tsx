// A ticket, from its fields to the sent order.
import { ApiError, type Account, type Operation } from '@clubfolio/contract'
import { formatCents } from '@clubfolio/domain'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { contentText } from '../../kernel/content-text.ts'
import { openOrderTicket, type OrderTicketRequest } from '../../kernel/order-ticket.ts'
import { showToast } from '../../ui/toast.tsx'
import { accountName } from '../account/account-label.ts'
import { whyNoOrder } from '../account/why-no-order.ts'
import { useOperations } from '../open-operation/api.ts'
import { type AnsweredOrder, useOrderPreview, usePutOrder, useTicketQuote } from './api.ts'
import { heldShares } from './held-shares.ts'
import { OrderConfirmation, type Review } from './order-confirmation.tsx'
import { presetOf } from './order-preset.ts'
import { PresetModal } from './preset-modal.tsx'
import { priceAtMarket } from './price-at-market.ts'
import { riskAtStops } from './risk-at-stops.ts'
import { sizedForm } from './size-form.ts'
import { SourceNotice } from './source-notice.tsx'
import {
  inNamedAccount,
  isCode,
  missingStop,
  orderOf,
  startForm,
  ticketFaults,
  type TicketForm,
  type TicketOrder,
} from './ticket-form.ts'
import { TicketFields } from './ticket-fields.tsx'

import { TicketMoney } from './ticket-money.tsx'
import { TicketStopped } from './ticket-stopped.tsx'
import { useTicketPreset } from './use-order-preset.ts'
import { useSizeChoice } from './use-size-choice.ts'

const typingMs = 350

/** Every review of any ticket has a unique id, so that none reads the preview of another. */
const reviewOf = (order: TicketOrder): Review => ({ id: crypto.randomUUID(), order })

export interface OrderTicketProps {
  readonly request: OrderTicketRequest
  readonly accounts: readonly Account[]
  /** The account in view; empty without one. */
  readonly numberInView: string
  readonly onClose: () => void
}

export function OrderTicket({ request, accounts, numberInView, onClose }: OrderTicketProps) {
  const sizes = useSizeChoice()
  const [typed, setForm] = useState<TicketForm>(() => sizes.start(startForm(request, numberInView), request))
  const named = inNamedAccount(
    typed,
    accounts.map(({ number }) => number),
  )
  const account = accounts.find(({ number }) => number === named.accountNumber)
  const [settledCode] = useDebouncedValue(named.code, typingMs)
  const quote = useTicketQuote(
    isCode(named.code) && settledCode === named.code ? named.code : undefined,
    named.accountNumber,
  )
  // A limit without a price starts at the market, once; typing replaces it, and another code asks again.
  const [priced, setPriced] = useState(request.price === undefined ? undefined : { code: request.code, price: '' })
  // Nothing appears in a field that somebody types into: "1" would become "50.101".
  const [isInPrice, setInPrice] = useState(false)
  const atMarket = isInPrice || priced?.code === named.code ? undefined : priceAtMarket(named, quote)
  if (atMarket !== undefined) {
    setPriced({ code: named.code, price: atMarket })
    setForm((before) => ({ ...before, price: atMarket }))
  }
  const operations = useOperations(account?.isActive ? account.number : undefined, true)
  const preset = useTicketPreset({
    request,
    form: named,
    quote,
    // A reading that failed says nothing: the preview knows what a closing order must not have.
    held: operations.isPending ? undefined : heldShares(operations.data, named.code),
  })
  const form = sizedForm(preset.form, {
    quote,
    accountValue: account === undefined ? null : formatCents(account.floatValue),
  })
  const [review, setReview] = useState<Review>()
  const [taken, setTaken] = useState(request)
  const [isPresetOpen, setPresetOpen] = useState(false)
  const put = usePutOrder()
  const faults = { ...ticketFaults(form), ...preset.faults }
  // The server refuses even the preview of an account that takes no orders.
  const isPuttable = Object.keys(faults).length === 0 && whyNoOrder(account) === undefined
  const order = isPuttable ? orderOf(form) : undefined
  // The ticket that was asked to begin with its review does so once the order is whole, unless the user types first.
  const [isHasty, setHasty] = useState(request.isReview === true)
  if (isHasty && order !== undefined) {
    setHasty(false)
    setReview(reviewOf(order))
  }
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
  const positions: readonly Operation[] | undefined = operations.data
  return (
    <>
      {notice}
      <TicketMoney account={account} />
      <TicketStopped account={account} />
      <TicketFields
        form={form}
        faults={faults}
        accounts={accounts}
        quote={quote}
        held={heldShares(positions, form.code)}
        isCodeGiven={request.code !== undefined}
        preset={preset.state}
        onEditPreset={() => setPresetOpen(true)}
        atStops={shown && positions ? riskAtStops(positions, shown.order, shown.preview) : undefined}
        onPriceFocus={setInPrice}
        onChange={(change) => {
          sizes.remember(change, form)
          setHasty(false)
          const taken = preset.takeOver(change)
          if (change.price !== undefined) setPriced({ code: form.code, price: '' })
          // The market's price of one code is none of another.
          const isOldPrice = change.code !== undefined && form.price !== '' && form.price === priced?.price
          setForm((before) => ({ ...before, ...taken, ...(isOldPrice ? { price: '' } : {}), ...change }))
        }}
        shown={shown}
        isCurrent={isCurrent}
        previewFailure={order === undefined || !preview.isError ? undefined : preview.error.message}
        isPreviewing={order !== undefined && (preview.isFetching || !isCurrent)}
        onCancel={onClose}
        onReview={() => {
          if (order) setReview(reviewOf(order))
        }}
      />
      {/* Outside the form, which its own submit would reach. */}
      {isPresetOpen && preset.state && account ? (
        <PresetModal
          subject={accountName(account)}
          initial={preset.state.preset ?? presetOf(form, quote)}
          isKept={preset.state.preset !== undefined}
          onKeep={preset.state.keep}
          onClose={() => setPresetOpen(false)}
        />
      ) : null}
    </>
  )
}
