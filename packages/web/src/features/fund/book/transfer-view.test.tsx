import type { FundChangePreview } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, cents, memberId, sampleBooks, sampleMember } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { TransferView } from './transfer-view.tsx'

const ask = 'POST /v1/api/fund/preview-transfer'
const benId = '77cf2a0e-8f9b-4b6c-9a55-cb1d53c0de02'
const preview: FundChangePreview = {
  isPending: false,
  waits: false,
  fundValueBefore: cents(104_310.55),
  fundValueAfter: cents(104_310.55),
  unitValueBefore: '10.0000',
  unitValueAfter: '10.0000',
  holders: [],
  leaving: {
    management: cents(1.36),
    performance: cents(0),
    earlier: cents(0),
    units: '10.13600000',
    paidOut: cents(100),
    netValue: cents(4_975.87),
    isEstimate: false,
  },
}

beforeEach(() => {
  signIn()
  answers({
    'GET /v1/api/fund/find-members/{accountId}': [
      sampleMember(),
      sampleMember({ id: benId, firstName: 'Ben', lastName: 'Okafor' }),
    ],
    [ask]: preview,
  })
})

async function fill(from: string) {
  const { user } = await render(<TransferView books={sampleBooks()} marketDay="2026-03-04" />)
  for (const [label, name] of [
    [/^From/, from],
    [/^To/, 'Okafor, Ben'],
  ] as const) {
    await user.click(screen.getByRole('combobox', { name: label }))
    await user.click(await screen.findByRole('option', { name }))
  }
  await user.type(screen.getByRole('textbox', { name: /^Amount/ }), '100')
  await user.type(screen.getByRole('textbox', { name: /^Description/ }), 'A gift')
  return user
}

test('what a member gives away says the fee that goes with it before it is recorded', async () => {
  await fill('Lund, Ada')
  expect(
    await screen.findByText(
      'Fees of $1.36 go with it: $1.36 management. Units worth $100.00 are transferred; 10.1360 units go in all.',
    ),
  ).toBeVisible()
  expect(sentTo(ask).at(-1)).toMatchObject({ accountId, fromMemberId: memberId, toMemberId: benId, amount: cents(100) })
})

test('more than the net value is said before it is recorded', async () => {
  answers({ [ask]: refused('aboveNetValue', { maximum: '$75.87', day: '2026-03-04' }) })
  await fill('Lund, Ada')
  expect(await screen.findByText(/^At most \$75\.87 can be taken out on 2026-03-04: the net value/)).toBeVisible()
})

test('what Unallocated gives pays no fee, so nothing is asked', async () => {
  await fill('Unallocated')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Record transfer' })).not.toHaveAttribute('aria-disabled'),
  )
  expect(sentTo(ask)).toEqual([])
})
