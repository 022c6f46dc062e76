import type { FundRequest } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answers, type Answers, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import {
  accountId,
  bankAccountId,
  cents,
  memberId,
  sampleBooks,
  sampleFeePolicy,
  sampleFees,
  sampleMember,
} from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { RequestView, type ApprovedRequest } from './request-view.tsx'

const decline = 'POST /v1/api/fund/decline-request'
const request = (fields: Partial<FundRequest> = {}): FundRequest => ({
  id: '5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de41',
  memberId,
  name: 'Ada Lund',
  kind: 'TAKE_OUT',
  amount: cents(100),
  bankAccount: { id: bankAccountId, alias: 'Savings', number: '•••• 6789' },
  comment: 'For the roof',
  state: 'OPEN',
  madeAt: Date.parse('2026-03-03T15:00:00Z'),
  decidedAt: null,
  reason: null,
  entry: null,
  ...fields,
})
const row = {
  memberId,
  accountId,
  memberFullName: 'Ada Lund',
  amount: cents(500),
  participationPercent: 100,
  profitLostAmount: cents(0),
  value: cents(512.34),
  units: '50',
  realProfit: cents(0),
  floatingProfit: cents(0),
  isMember: true,
}

beforeEach(() => signIn())

async function renderView(requests: FundRequest[], answer: Answers = {}) {
  answers({
    'GET /v1/api/fund/find-requests/{accountId}': requests,
    'GET /v1/api/member/findAllMembers': [sampleMember()],
    'GET /v1/api/member/search-participation-by-account/{accountId}': [row],
    [decline]: { message: 'The request was declined.' },
    ...answer,
  })
  const onApprove = vi.fn<(approved: ApprovedRequest) => void>()
  const page = await render(<RequestView books={sampleBooks()} onApprove={onApprove} />)
  await screen.findByText('Open', { selector: 'h3' })
  return { ...page, onApprove }
}

test('an open request says what is asked for, and approving hands it to the form with what the member has', async () => {
  const { user, onApprove } = await renderView([request()])
  const open = within(screen.getByRole('region', { name: 'Open requests' }))
  expect(open.getByText('Ada Lund · Take out $100.00 · to Savings •••• 6789 · For the roof')).toBeInTheDocument()
  const approve = open.getByRole('button', { name: 'Approve the request of Ada Lund' })
  await waitFor(() => expect(approve).toBeEnabled())
  await user.click(approve)
  expect(onApprove).toHaveBeenCalledWith({ request: request(), member: sampleMember(), value: cents(512.34) })
})

test('everything is what the member has less accrued fees', async () => {
  const { user, onApprove } = await renderView([request({ kind: 'TAKE_OUT_ALL', amount: null })], {
    'GET /v1/api/fund/find-fees/{accountId}': sampleFees({
      policies: [sampleFeePolicy()],
      netValues: [
        {
          memberId,
          name: 'Ada Lund',
          value: cents(512.34),
          management: cents(2.34),
          performance: cents(0),
          net: cents(510),
        },
      ],
    }),
  })
  const approve = screen.getByRole('button', { name: 'Approve the request of Ada Lund' })
  await waitFor(() => expect(approve).toBeEnabled())
  await user.click(approve)
  expect(onApprove.mock.calls[0]?.[0].value).toBe(cents(510))
})

test('declining needs a reason', async () => {
  const { user } = await renderView([request()])
  await user.click(screen.getByRole('button', { name: 'Decline the request of Ada Lund' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Decline the request/ }))
  expect(dialog.getByRole('button', { name: 'Decline' })).toBeDisabled()
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'The money is invested.')
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  await waitFor(() =>
    expect(sentTo(decline)).toEqual([{ accountId, id: request().id, reason: 'The money is invested.' }]),
  )
})

test('a decided request says what became of it', async () => {
  await renderView([
    request({ state: 'APPROVED', entry: { day: '2026-03-04', amount: cents(100), isPaid: true } }),
    request({ id: memberId, state: 'DECLINED', reason: 'Too early', kind: 'TAKE_OUT_ALL', amount: null, comment: '' }),
  ])
  const decided = within(screen.getByRole('region', { name: 'Decided requests' }))
  expect(decided.getByText(/\$100\.00 booked on 2026-03-04, money moved$/)).toBeInTheDocument()
  expect(decided.getByText('Ada Lund · Take out everything · to Savings •••• 6789 · declined: Too early')).toBeVisible()
  expect(screen.getByText(/^No request is open/)).toBeInTheDocument()
})

test('the first request of a member for whom nothing is recorded yet can be approved', async () => {
  const { user, onApprove } = await renderView([request({ kind: 'PAY_IN', bankAccount: null })], {
    'GET /v1/api/member/search-participation-by-account/{accountId}': [],
  })
  const approve = screen.getByRole('button', { name: 'Approve the request of Ada Lund' })
  await waitFor(() => expect(approve).toBeEnabled())
  await user.click(approve)
  expect(onApprove).toHaveBeenCalledWith(expect.objectContaining({ value: 0n }))
})
