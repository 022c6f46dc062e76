// Opens the order ticket as any screen does, for the tests of its fields and of its confirmation.
import { act, screen } from '@testing-library/react'
import { OrderTicketPart } from '../features/order/order-ticket-part.tsx'
import { openOrderTicket, type OrderTicketRequest } from '../kernel/order-ticket.ts'
import { answers, type Answers } from './answers.ts'
import { render } from './render.tsx'
import { sampleAccount, sampleMarket, samplePreview } from './samples.ts'
import { signIn } from './sign-in.ts'

/** With one margin account; nothing speaks against the order unless `answer` says so. */
export async function renderTicket(request: OrderTicketRequest = {}, answer: Answers = {}) {
  signIn()
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount()],
    'GET /v1/api/stock/searchByKeyword/{keyword}': [],
    'POST /v1/api/order/preview-order': samplePreview(),
    'POST /v1/api/quote/find': [],
    'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': [],
    'GET /v1/api/market/find-state': sampleMarket(),
    ...answer,
  })
  const { user } = await render(<OrderTicketPart />)
  act(() => openOrderTicket(request))
  await screen.findByRole('combobox', { name: 'Account' })
  const choose = async (field: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: field }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  return { user, choose }
}

// The list of a select has the label of its field too.
const inputs = { selector: 'input' } as const

/** A field of the ticket by its label, and the same where it may be absent. */
export const ticketField = (label: string) => screen.getByLabelText(label, inputs)
export const missingField = (label: string) => screen.queryByLabelText(label, inputs)
export const reviewButton = () => screen.getByRole('button', { name: 'Review order' })
