import type { FundBooks, MatchSide } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, type Answers, refused, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, cents, memberId, sampleBooks, sampleMember } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { ExplainPanel } from './explain-panel.tsx'

const explain = 'POST /v1/api/fund/explain-movement'
const deposit: MatchSide = {
  id: '5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de11',
  kind: 'movement',
  isProvisional: false,
  day: '2026-03-02',
  amount: cents(500),
  words: 'WIRE LUND · Cash receipt',
}
const withdrawal: MatchSide = { ...deposit, id: '5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de12', amount: cents(-80) }
const other = sampleMember({ id: '77cf2a0e-8f9b-4b6c-9a55-cb1d53c0de02', firstName: 'Ben', lastName: 'Okafor' })
const fit = { memberId, name: 'Ada Lund', because: 'named in its text', due: null, requestId: null }

beforeEach(() => signIn())

async function renderPanel(movements: MatchSide[], answer: Answers = {}) {
  const books: FundBooks = { ...sampleBooks(), unmatchedMovements: movements }
  answers({
    'GET /v1/api/member/findAllMembers': [sampleMember(), other],
    'GET /v1/api/fund/find-explanations/{accountId}': [{ movementId: deposit.id, members: [fit] }],
    [explain]: { id: memberId, message: 'Contribution recorded and matched.' },
    ...answer,
  })
  return render(<ExplainPanel books={books} />)
}

test('delivered securities wait for the close that values them', async () => {
  await renderPanel([{ ...deposit, isProvisional: true }])
  expect(screen.getByText('Can be explained after the close')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Explain/ })).toBeNull()
})

describe('a deposit', () => {
  test('becomes an entry in two clicks', async () => {
    const { user } = await renderPanel([deposit])
    await user.click(screen.getByRole('button', { name: 'Explain +$500.00 of 2026-03-02' }))
    await user.click(await screen.findByRole('button', { name: 'Contribution of Ada Lund' }))
    expect(await screen.findByText('Contribution recorded and matched.')).toBeInTheDocument()
    expect(sentTo(explain)).toEqual([
      {
        accountId,
        movementId: deposit.id,
        as: 'contribution',
        memberId,
        due: null,
        requestId: null,
        description: null,
      },
    ])
    expect(screen.queryByRole('group', { name: /^What was/ })).not.toBeInTheDocument()
  })

  test('that pays what is due names the payment', async () => {
    const due = { planId: '5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de31', day: '2026-03-01' }
    const { user } = await renderPanel([deposit], {
      'GET /v1/api/fund/find-explanations/{accountId}': [
        { movementId: deposit.id, members: [{ ...fit, because: 'due on 2026-03-01', due }] },
      ],
    })
    await user.click(screen.getByRole('button', { name: /^Explain/ }))
    await user.click(await screen.findByRole('button', { name: 'Contribution of Ada Lund' }))
    await waitFor(() => expect(sentTo(explain)).toMatchObject([{ as: 'contribution', memberId, due }]))
  })

  test('says why a member comes first, and offers the others and Unallocated but no expense', async () => {
    const { user } = await renderPanel([deposit])
    await user.click(screen.getByRole('button', { name: /^Explain/ }))
    expect(await screen.findByText('named in its text')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Expense' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('combobox', { name: 'Contribution of another member' }))
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Okafor, Ben'])
    await user.click(screen.getByRole('option', { name: 'Okafor, Ben' }))
    await user.type(screen.getByRole('textbox', { name: 'Description' }), ' For March ')
    await user.click(screen.getByRole('button', { name: 'Record contribution' }))
    await waitFor(() =>
      expect(sentTo(explain)).toMatchObject([{ as: 'contribution', memberId: other.id, description: 'For March' }]),
    )
  })

  test('that cannot be booked says why and stays open', async () => {
    const { user } = await renderPanel([deposit], { [explain]: refused('memberInactive', { name: 'Ada Lund' }) })
    await user.click(screen.getByRole('button', { name: /^Explain/ }))
    await user.click(await screen.findByRole('button', { name: 'Contribution of Ada Lund' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Ada Lund is inactive and cannot pay in.')
    expect(screen.getByRole('group', { name: /^What was/ })).toBeInTheDocument()
  })
})

describe('a withdrawal', () => {
  test.each([
    ['Expense', 'expense'],
    ['Unallocated', 'unallocated'],
  ])('becomes %s without a member', async (button, as) => {
    const { user } = await renderPanel([withdrawal])
    await user.click(screen.getByRole('button', { name: 'Explain -$80.00 of 2026-03-02' }))
    await user.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(sentTo(explain)).toMatchObject([{ as, memberId: null }]))
  })
})

test('nothing is shown where every movement is explained', async () => {
  await renderPanel([])
  expect(screen.queryByText('What was it?')).not.toBeInTheDocument()
})
