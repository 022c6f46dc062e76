import type { MyRequests } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, type Answers, refused, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, bankAccountId, cents, memberId, sampleParticipation } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { MyRequestsPanel } from './my-requests.tsx'

const make = 'POST /v1/api/fund/make-request'
const withdraw = 'POST /v1/api/fund/withdraw-request'
const place = sampleParticipation({
  currency: 'USD',
  amount: cents(500),
  value: cents(512.34),
  participationPercent: 50,
  profitLostAmount: cents(12.34),
  realProfit: cents(12.34),
  floatingProfit: cents(0),
  units: '50',
  unitValue: '10.2468000000',
  accrued: null,
})
const bank = { id: bankAccountId, alias: 'Savings', number: '•••• 6789' }
const request: MyRequests['requests'][number] = {
  id: '5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de41',
  memberId,
  name: 'Ada Lund',
  kind: 'TAKE_OUT',
  amount: cents(100),
  bankAccount: bank,
  comment: '',
  state: 'OPEN',
  madeAt: Date.parse('2026-03-03T15:00:00Z'),
  decidedAt: null,
  reason: null,
  entry: null,
}
const mine = (fields: Partial<MyRequests> = {}): MyRequests => ({
  requests: [],
  dues: [],
  bankAccounts: [bank],
  most: cents(512.34),
  ...fields,
})

beforeEach(() => signIn([]))

async function renderPanel(own: MyRequests, answer: Answers = {}) {
  answers({
    'GET /v1/api/fund/find-my-requests/{accountId}/{memberId}': own,
    [make]: { id: request.id, message: 'Your request was sent.' },
    [withdraw]: { message: 'Your request was withdrawn.' },
    ...answer,
  })
  const page = await render(<MyRequestsPanel place={place} />)
  await screen.findByRole('region', { name: 'My requests' })
  return page
}

const openForm = async ({ user }: Awaited<ReturnType<typeof renderPanel>>) => {
  await user.click(screen.getByRole('button', { name: 'Pay in or take out' }))
  return within(await screen.findByRole('dialog', { name: /^Pay in or take out/ }))
}

test('a member asks to take out an amount to one of their bank accounts, with a comment', async () => {
  const page = await renderPanel(mine())
  const { user } = page
  const dialog = await openForm(page)
  await user.click(dialog.getByRole('radio', { name: 'Take out' }))
  expect(dialog.getByText('You have $512.34 there.')).toBeInTheDocument()
  await user.type(dialog.getByRole('textbox', { name: /^Amount/ }), '100')
  await user.click(dialog.getByRole('combobox', { name: 'To which bank account' }))
  await user.click(screen.getByRole('option', { name: 'Savings •••• 6789' }))
  await user.type(dialog.getByRole('textbox', { name: 'Comment' }), 'For the roof')
  await user.click(dialog.getByRole('button', { name: 'Send request' }))
  await waitFor(() =>
    expect(sentTo(make)).toEqual([
      { accountId, memberId, kind: 'TAKE_OUT', amount: cents(100), foundId: bankAccountId, comment: 'For the roof' },
    ]),
  )
})

test('everything has no amount and says what it is worth; paying in names no bank account', async () => {
  const page = await renderPanel(mine())
  const { user } = page
  const dialog = await openForm(page)
  expect(dialog.queryByRole('combobox', { name: 'To which bank account' })).not.toBeInTheDocument()
  await user.click(dialog.getByRole('radio', { name: 'Take out everything' }))
  expect(dialog.queryByRole('textbox', { name: /^Amount/ })).not.toBeInTheDocument()
  expect(dialog.getByText(/^Today it is worth \$512\.34\./)).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Send request' }))
  await waitFor(() => expect(sentTo(make)).toMatchObject([{ kind: 'TAKE_OUT_ALL', amount: null, foundId: null }]))
})

test('an amount above what they have is refused at its field', async () => {
  const page = await renderPanel(mine(), { [make]: refused('requestTooLarge', { maximum: '$512.34' }) })
  const { user } = page
  const dialog = await openForm(page)
  await user.click(dialog.getByRole('radio', { name: 'Take out' }))
  await user.type(dialog.getByRole('textbox', { name: /^Amount/ }), '600')
  await user.click(dialog.getByRole('button', { name: 'Send request' }))
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: /^Amount/ })).toHaveAccessibleDescription(
      /You have \$512\.34 there\. Ask for at most that/,
    ),
  )
})

test('an open request can be withdrawn, a decided one says what became of it, and dues are shown', async () => {
  const { user } = await renderPanel(
    mine({
      requests: [
        request,
        { ...request, id: memberId, state: 'DECLINED', reason: 'Too early' },
        {
          ...request,
          id: accountId,
          state: 'APPROVED',
          entry: { day: '2026-03-04', amount: cents(100), isPaid: false },
        },
      ],
      dues: [
        {
          planId: request.id,
          memberId,
          name: 'Ada Lund',
          day: '2026-03-01',
          amount: cents(50),
          description: 'Monthly dues',
          state: 'late',
          lateDays: 3,
        },
      ],
    }),
  )
  expect(within(screen.getByRole('region', { name: 'What is due' })).getByText('3 days late')).toBeInTheDocument()
  expect(screen.getByText(/declined: Too early$/)).toBeInTheDocument()
  expect(screen.getByText(/\$100\.00 booked on 2026-03-04$/)).toBeInTheDocument()
  const buttons = screen.getAllByRole('button', { name: 'Withdraw' })
  expect(buttons).toHaveLength(1)
  await user.click(buttons[0]!)
  await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(sentTo(withdraw)).toEqual([{ id: request.id }]))
})
