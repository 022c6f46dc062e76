import type { DistributionPreview, FundBooks } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, type Answers, refused, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, cents, memberId, sampleBooks } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { DistributionView } from './distribution-view.tsx'

const ask = 'POST /v1/api/fund/preview-distribution'
const book = 'POST /v1/api/fund/record-distribution'
const benId = '77cf2a0e-8f9b-4b6c-9a55-cb1d53c0de02'
const line = { percent: 45, value: cents(450), part: cents(45), isLeftIn: false, isMember: true }
const preview = (fields: Partial<DistributionPreview> = {}): DistributionPreview => ({
  lines: [
    { ...line, memberId, name: 'Ada Lund' },
    { ...line, memberId: benId, name: 'Ben Okafor' },
    {
      memberId: accountId,
      name: 'Unallocated',
      percent: 10,
      value: cents(100),
      part: cents(10),
      isLeftIn: true,
      isMember: false,
    },
  ],
  paidOut: cents(90),
  isPending: false,
  ...fields,
})
const past: FundBooks['distributions'][number] = {
  id: '5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de21',
  day: '2026-01-30',
  amount: cents(50),
  paidOut: cents(22.5),
  count: 1,
  leftIn: [benId],
  description: 'Profit of 2024',
}

beforeEach(() => signIn())

async function renderView(books: Partial<FundBooks> = {}, answer: Answers = {}) {
  answers({ [ask]: preview(), [book]: { id: past.id, message: '2 retributions recorded.' }, ...answer })
  const page = await render(<DistributionView books={sampleBooks(books)} marketDay="2026-03-04" />)
  await page.user.type(screen.getByRole('textbox', { name: /^Description/ }), 'Profit of 2025')
  await page.user.type(screen.getByRole('textbox', { name: /^Amount for all holders/ }), '100')
  return page
}

const cells = () =>
  within(screen.getByRole('region', { name: 'Parts of the distribution' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
        .slice(0, 4),
    )

test("every holder's part is shown, and one yes books the parts that were shown", async () => {
  const { user } = await renderView()
  const button = await screen.findByRole('button', { name: 'Book $90.00' })
  expect(cells()).toEqual([
    ['Ada Lund', '45.00', '$450.00', '$45.00'],
    ['Ben Okafor', '45.00', '$450.00', '$45.00'],
    ['Unallocated', '10.00', '$100.00', '$10.00'],
    ['Paid out', '', '', '$90.00'],
  ])
  expect(screen.getByRole('checkbox', { name: 'Unallocated leaves it in' })).toBeDisabled()
  await user.dblClick(button)
  await waitFor(() =>
    expect(sentTo(book)).toEqual([
      {
        accountId,
        date: '2026-03-04',
        amount: cents(100),
        leftInIds: [],
        description: 'Profit of 2025',
        parts: [
          { memberId, amount: cents(45) },
          { memberId: benId, amount: cents(45) },
        ],
      },
    ]),
  )
})

test('a member who leaves it in is asked about again with that mark', async () => {
  const { user } = await renderView()
  await user.click(await screen.findByRole('checkbox', { name: 'Ben Okafor leaves it in' }))
  await waitFor(() => expect(sentTo(ask).at(-1)).toMatchObject({ amount: cents(100), leftInIds: [benId] }))
})

test('those who left it in last time are marked, and a past distribution is reversed as one', async () => {
  const { user } = await renderView({ distributions: [past] })
  await waitFor(() => expect(sentTo(ask).at(-1)).toMatchObject({ leftInIds: [benId] }))
  expect(screen.getByText('Profit of 2024 · $50.00 for all holders')).toBeInTheDocument()
  expect(screen.getByText('$22.50 to 1')).toBeInTheDocument()
  answers({ 'POST /v1/api/fund/reverse-record': { message: 'Reversed.' } })
  await user.click(screen.getByRole('button', { name: 'Reverse this distribution' }))
  expect(await screen.findByRole('button', { name: 'Reverse' })).toHaveAccessibleDescription('Say why')
  await user.type(screen.getByRole('textbox', { name: /^Why/ }), 'typed twice')
  await user.click(screen.getByRole('button', { name: 'Reverse' }))
  await waitFor(() =>
    expect(sentTo('POST /v1/api/fund/reverse-record')).toEqual([{ accountId, id: past.id, reason: 'typed twice' }]),
  )
})

test('an amount above what somebody has says whose, and books nothing', async () => {
  await renderView(
    {},
    {
      [ask]: refused('distributionTooLarge', {
        holder: 'Ada Lund',
        maximum: '$450.00',
        day: '2026-03-04',
        part: '$500.00',
      }),
    },
  )
  expect(await screen.findByText(/^Ada Lund has \$450.00 on 2026-03-04, less than their part/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Book' })).toHaveAttribute('aria-disabled', 'true')
})

test('one that waits for its close says that it can be refused as a whole', async () => {
  await renderView({}, { [ask]: preview({ isPending: true }) })
  expect(await screen.findByText(/If one part cannot be paid then, all of it is refused/)).toBeInTheDocument()
})
