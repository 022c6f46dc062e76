// How a user sizes their orders, remembered from ticket to ticket: what they type, and the risk that they take.
import type { SizeMode } from '@clubfolio/domain'
import { isText, usePreference } from '../../kernel/preference.ts'
import type { OrderTicketRequest } from '../../kernel/order-ticket.ts'
import { isSizeMode } from './size-form.ts'
import type { TicketForm } from './ticket-form.ts'

export interface SizeChoice {
  /** Returns the form in the remembered mode, unless the request has a size. */
  readonly start: (form: TicketForm, request: OrderTicketRequest) => TicketForm
  /** `form` is the ticket before the change. */
  readonly remember: (change: Partial<TicketForm>, form: TicketForm) => void
}

export function useSizeChoice(): SizeChoice {
  const [mode, setMode] = usePreference<SizeMode>('ticketSizeMode', 'SHARES', isSizeMode)
  const [risk, setRisk] = usePreference('ticketRisk', '', isText)
  return {
    start: (form, { quantity, sizeMode }) =>
      quantity === undefined && sizeMode === undefined && !form.isPair
        ? { ...form, sizeMode: mode, amount: mode === 'RISK' ? risk : '' }
        : form,
    remember: ({ sizeMode, amount }, form) => {
      if (sizeMode !== undefined) setMode(sizeMode)
      // A ticket that came with a size may have another mode than the remembered one.
      if (amount !== undefined && form.sizeMode === 'RISK') setRisk(amount)
    },
  }
}
