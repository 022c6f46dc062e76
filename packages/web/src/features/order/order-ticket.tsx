// A ticket from its fields to the sent order. One wish keeps its key through retries and double clicks, so it is one order.
import { ApiError, type Account } from '@clubfolio/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useSubmitKey } from '../../kernel/submit-key.ts'
import type { OrderTicketRequest } from '../../kernel/order-ticket.ts'
import { showToast } from '../../ui/toast.tsx'
import { usePreview, usePutOrder } from './api.ts'
import { OrderConfirmation } from './order-confirmation.tsx'
import { orderOf, startForm, ticketFaults, type TicketForm } from './ticket-form.ts'
import { TicketFields } from './ticket-fields.tsx'

const typingMs = 350
/** Refusals after which the brokerage certainly has no open order of this wish. */
const endings: ReadonlySet<string> = new Set(['orderRefused', 'orderRejected'])

export interface OrderTicketProps {
  readonly request: OrderTicketRequest
  readonly accounts: readonly Account[]
  readonly defaultNumber: string
  readonly onClose: () => void
}

export function OrderTicket({ request, accounts, defaultNumber, onClose }: OrderTicketProps) {
  const [form, setForm] = useState<TicketForm>(() => startForm(request, accounts.some(({ number }) => number === defaultNumber) ? defaultNumber : (accounts[0]?.number ?? '')))
  const [isReviewing, setReviewing] = useState(false)
  const submitKey = useSubmitKey()
  const put = usePutOrder()
  const faults = ticketFaults(form)
  const order = Object.keys(faults).length === 0 ? orderOf(form) : undefined
  const [settled] = useDebouncedValue(order, typingMs)
  const preview = usePreview(settled)
  const isCurrent = order !== undefined && settled !== undefined && JSON.stringify(order) === JSON.stringify(settled)

  if (isReviewing && order) {
    return (
      <OrderConfirmation
        order={order}
        preview={preview.data}
        isSending={put.isPending}
        onNo={() => setReviewing(false)}
        onYes={() =>
          put.mutate(
            { order, key: submitKey.keyFor(order) },
            {
              onSuccess: ({ message }) => {
                submitKey.renew()
                showToast({ tone: 'success', title: 'Success', message })
                onClose()
              },
              // The interceptor says why; nothing typed is lost.
              onError: (error) => {
                // That wish is over: the same order once more is another one. While its fate is open it stays the same wish.
                if (error instanceof ApiError && endings.has(error.body.refusal ?? '')) submitKey.renew()
                setReviewing(false)
              },
            },
          )
        }
      />
    )
  }
  return (
    <TicketFields
      form={form}
      faults={faults}
      accounts={accounts}
      onChange={(change) => setForm((before) => ({ ...before, ...change }))}
      preview={order === undefined ? undefined : preview.data}
      previewFailure={order === undefined || !preview.isError ? undefined : preview.error.message}
      isPreviewing={order !== undefined && (preview.isFetching || !isCurrent)}
      onCancel={onClose}
      onReview={() => setReviewing(true)}
    />
  )
}
