import type { ExpectedPayment, FundDues } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, type Answers, refused, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, cents, memberId, sampleBooks, sampleMember } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { DuesView } from './dues-view.tsx'

const find = 'GET /v1/api/fund/find-dues/{accountId}'
const record = 'POST /v1/api/fund/record-due-plan'
const planId = '5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de31'
const payment = (fields: Partial<ExpectedPayment> = {}): ExpectedPayment => ({
  planId,
  memberId,
  name: 'Ada Lund',
  day: '2026-03-01',
  amount: cents(50),
  description: 'Monthly dues',
  state: 'late',
  lateDays: 3,
  reminder: null,
  ...fields,
})
const dues: FundDues = {
  plans: [
    {
      id: planId,
      memberId: null,
      name: null,
      amount: cents(50),
      rhythm: 'MONTHLY',
      firstDay: '2026-02-01',
      lastDay: null,
      reminds: true,
      description: 'Monthly dues',
    },
  ],
  payments: [
    payment({ day: '2026-02-01', state: 'paid', lateDays: 0 }),
    payment({ reminder: 'notified' }),
    payment({ day: '2026-03-03', lateDays: 1, reminder: 'failed' }),
    payment({ day: '2026-04-01', state: 'open', lateDays: 0 }),
  ],
}

beforeEach(() => signIn())

async function renderView(answer: Answers = {}) {
  answers({
    [find]: dues,
    [record]: { id: planId, message: 'The payments are expected.' },
    'GET /v1/api/member/findAllMembers': [sampleMember()],
    ...answer,
  })
  const page = await render(<DuesView books={sampleBooks()} marketDay="2026-03-04" />)
  await screen.findByText('Open and late')
  return page
}

test('what is open and late comes first, with days and reminders; what is paid is below', async () => {
  await renderView()
  const lines = within(screen.getByRole('group', { name: 'Open and late payments' }))
  expect(lines.getByText('3 days late')).toBeInTheDocument()
  expect(lines.getByText('1 day late')).toBeInTheDocument()
  expect(lines.getByText('Open')).toBeInTheDocument()
  expect(lines.getByText('Ada Lund · Monthly dues · reminded')).toBeInTheDocument()
  expect(lines.getByText(/not reminded: no address that works/)).toBeInTheDocument()
  expect(within(screen.getByRole('group', { name: 'Paid payments' })).getByText('Paid')).toBeInTheDocument()
})

test('a plan is expected of every active member, or of one', async () => {
  const { user } = await renderView()
  const button = screen.getByRole('button', { name: 'Expect dues' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('combobox', { name: 'Expected of' }))
  await user.click(screen.getByRole('option', { name: 'Lund, Ada' }))
  await user.type(screen.getByRole('textbox', { name: /^Amount/ }), '50')
  await user.click(screen.getByRole('combobox', { name: 'How often' }))
  await user.click(screen.getByRole('option', { name: 'Half-yearly' }))
  await user.type(screen.getByRole('textbox', { name: /^Description/ }), 'Dues of Ada')
  await user.click(screen.getByRole('switch', { name: 'Remind members' }))
  await user.click(button)
  await waitFor(() =>
    expect(sentTo(record)).toEqual([
      {
        accountId,
        memberId,
        amount: cents(50),
        rhythm: 'HALF_YEARLY',
        firstDay: '2026-03-04',
        lastDay: null,
        reminds: false,
        description: 'Dues of Ada',
      },
    ]),
  )
})

test('a plan ends today after a question', async () => {
  const { user } = await renderView({ 'POST /v1/api/fund/end-due-plan': { message: 'Ended' } })
  await user.click(screen.getByRole('button', { name: 'End Monthly dues' }))
  await user.click(await screen.findByRole('button', { name: 'End' }))
  await waitFor(() =>
    expect(sentTo('POST /v1/api/fund/end-due-plan')).toEqual([{ accountId, id: planId, lastDay: '2026-03-04' }]),
  )
})

test('dues that cannot be loaded say so', async () => {
  answers({ [find]: refused('notFound'), 'GET /v1/api/member/findAllMembers': [] })
  await render(<DuesView books={sampleBooks()} marketDay="2026-03-04" />)
  expect(await screen.findByText('The dues could not be loaded')).toBeInTheDocument()
})
