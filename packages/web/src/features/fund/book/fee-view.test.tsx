import type { Approval, FundFees } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answers, type Answers, refused, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import {
  accountId,
  cents,
  memberId,
  sampleCharge,
  sampleFeePolicy,
  sampleFees,
  sampleMember,
  sampleOverview,
} from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { FeeView } from './fee-view.tsx'
import { FundRightsProvider, waitWords } from './fund-rights.tsx'

const find = 'GET /v1/api/fund/find-fees/{accountId}'
const preview = 'POST /v1/api/fund/preview-charge'
const days = 'GET /v1/api/fund/derive-fee/{accountId}/{endDay}/{memberId}'
const charge = 'POST /v1/api/fund/charge-fees'
const reverse = 'POST /v1/api/fund/reverse-charge'
const save = 'POST /v1/api/fund/save-fee-policy'
const endDay = '2026-02-27'
const chargeId = '019a9f3e-8c00-7000-8000-0000000000c1'
const made: FundFees['charges'][number] = {
  id: chargeId,
  endDay,
  total: cents(209.86),
  isWaived: false,
  isPart: false,
  isReversed: false,
}
const due = sampleFees({
  policies: [sampleFeePolicy()],
  open: [endDay],
  netValues: [
    {
      memberId,
      name: 'Ada Lund',
      value: cents(100_000),
      management: cents(169.86),
      performance: cents(40),
      net: cents(99_790.14),
    },
  ],
})
const waitingFor = (kind: Approval['kind'], title: string): Approval => ({
  id: '019a9f3e-8c00-7000-8000-000000000010',
  kind,
  title,
  details: [],
  preview: null,
  author: 'Theo Treasurer',
  requestedAt: Date.parse('2026-03-04T15:00:00Z'),
  expiresAt: Date.parse('2026-03-18T15:00:00Z'),
  state: 'WAITING',
  isOwn: false,
  isByItself: false,
  canDecide: true,
  decidedBy: null,
  decidedAt: null,
  reason: null,
})

beforeEach(() => signIn())

interface Shown {
  readonly fees?: FundFees
  readonly place?: 'OWNER' | 'TREASURER' | 'APPROVER' | 'AUDITOR'
  readonly secondPersonFrom?: ReturnType<typeof cents>
  readonly waiting?: readonly Approval[]
  readonly more?: Answers
}

async function show({ fees = sampleFees(), place = 'OWNER', secondPersonFrom, waiting = [], more = {} }: Shown = {}) {
  answers({
    [find]: fees,
    [preview]: sampleCharge(),
    [days]: {
      days: [
        {
          from: '2026-01-28',
          to: '2026-02-26',
          count: 30,
          units: '10000.00000000',
          unitValue: '10.0000000000',
          rate: '2',
          fee: '164.38356164',
        },
        {
          from: '2026-02-27',
          to: '2026-02-27',
          count: 1,
          units: '9000.00000000',
          unitValue: '12.0000000000',
          rate: '2',
          fee: '5.91780822',
        },
      ],
      paid: cents(0.44),
      sum: '169.86136986',
    },
    [charge]: { id: chargeId, message: 'Fees charged.' },
    [reverse]: { message: 'Charge reversed.' },
    [save]: { id: sampleFeePolicy().id, message: 'The fee begins tomorrow.' },
    'GET /v1/api/fund/find-members/{accountId}': [
      sampleMember(),
      sampleMember({ id: '77cf2a0e-8f9b-4b6c-9a55-cb1d53c0de02', firstName: 'Ben', lastName: 'Okafor' }),
    ],
    ...more,
  })
  const onShowWaiting = vi.fn<() => void>()
  const page = await render(
    <FundRightsProvider overview={sampleOverview({ place, secondPersonFrom: secondPersonFrom ?? null })}>
      <FeeView accountId={accountId} marketDay="2026-03-04" waiting={waiting} onShowWaiting={onShowWaiting} />
    </FundRightsProvider>,
  )
  return { ...page, onShowWaiting }
}

const part = (name: string) => within(screen.getByRole('region', { name }))
const question = () => screen.findByRole('dialog', { name: /^Do you want/ })
const confirmWith = async (user: Awaited<ReturnType<typeof show>>['user'], name: string) =>
  user.click(within(await question()).getByRole('button', { name }))

test('an owner who has never charged a fee reads what each fee is, and sets one', async () => {
  const { user } = await show()
  expect(await screen.findByText(/^This fund charges no fee\. Set one below/)).toBeVisible()
  expect(part('Management fee').getByText(/2% of \$100,000\.00 for 31 days is \$169\.86/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Set a management fee' }))
  const form = within(await screen.findByRole('dialog', { name: 'Management fee' }))
  expect(form.getByRole('button', { name: 'Set the fee' })).toBeDisabled()
  await user.type(form.getByRole('textbox', { name: /^Rate a year/ }), '2')
  expect(form.getByText('Example: 2% of $100,000.00 for 92 days is $504.11.')).toBeVisible()
  await user.click(form.getByRole('combobox', { name: /^Charged/ }))
  await user.click(await screen.findByRole('option', { name: 'Every month' }))
  expect(form.getByText('Example: 2% of $100,000.00 for 31 days is $169.86.')).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Set the fee' }))
  await waitFor(() =>
    expect(sentTo(save)).toEqual([
      {
        accountId,
        kind: 'management',
        rate: '2',
        hurdle: null,
        receiverId: accountId,
        period: 'month',
        ownRates: [],
        chargesByItself: false,
      },
    ]),
  )
})

test('a performance fee shows what its hurdle lets go free, and takes own rates and exemptions', async () => {
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Set a performance fee' }))
  const form = within(await screen.findByRole('dialog', { name: 'Performance fee' }))
  await user.type(form.getByRole('textbox', { name: /^Rate of the gain/ }), '20')
  expect(form.getByText(/The gain is \$200\.00; 20% of it is \$40\.00\./)).toBeVisible()
  await user.type(form.getByRole('textbox', { name: /^Hurdle a year/ }), '5')
  expect(form.getByText(/a unit pays above \$10\.50\. The gain is \$150\.00; 20% of it is \$30\.00\./)).toBeVisible()
  for (const row of [1, 2]) {
    await user.click(form.getByRole('button', { name: 'Add a member' }))
    await user.click(form.getByRole('combobox', { name: `Member of row ${row}` }))
    await user.click(await screen.findByRole('option', { name: row === 1 ? 'Lund, Ada' : 'Okafor, Ben' }))
  }
  await user.type(form.getByRole('textbox', { name: 'Own rate of Lund, Ada' }), '10.5')
  expect(form.getByRole('button', { name: 'Set the fee' })).toBeDisabled()
  await user.click(form.getByRole('checkbox', { name: 'Okafor, Ben is exempt' }))
  await user.click(form.getByRole('switch', { name: /^Charge by itself/ }))
  await user.click(form.getByRole('button', { name: 'Set the fee' }))
  await waitFor(() =>
    expect(sentTo(save)).toMatchObject([
      {
        kind: 'performance',
        rate: '20',
        hurdle: '5',
        period: 'quarter',
        chargesByItself: true,
        ownRates: [
          { memberId, rate: '10.5' },
          { memberId: '77cf2a0e-8f9b-4b6c-9a55-cb1d53c0de02', rate: '0' },
        ],
      },
    ]),
  )
})

test('a rate above the limit, and one that the server refuses, are named at the field', async () => {
  const { user } = await show({ more: { [save]: refused('feeRateTooHigh', { maximum: '10' }) } })
  await user.click(await screen.findByRole('button', { name: 'Set a management fee' }))
  const form = within(await screen.findByRole('dialog', { name: 'Management fee' }))
  const rate = form.getByRole('textbox', { name: /^Rate a year/ })
  await user.type(rate, '10.0001')
  await user.tab()
  expect(rate).toHaveAccessibleDescription(/^At most 10%\. /)
  await user.clear(rate)
  await user.tab()
  expect(rate).toHaveAccessibleDescription(/^Enter the rate\. /)
  await user.type(rate, '3')
  await user.click(form.getByRole('button', { name: 'Set the fee' }))
  await waitFor(() => expect(rate).toHaveAccessibleDescription(/^The highest rate is 10%\. Enter a lower one\. /))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('the terms in force name rate, period, receiver and own rates, and the earlier ones stay readable', async () => {
  const { user } = await show({
    fees: sampleFees({
      policies: [
        sampleFeePolicy({ rate: '3', firstDay: '2026-03-05', ownRates: [{ memberId, name: 'Ada Lund', rate: '0' }] }),
        sampleFeePolicy({ id: '019a9f3e-8c00-7000-8000-0000000000f2' }),
      ],
    }),
  })
  expect(await screen.findByText('From 2026-03-05')).toBeVisible()
  const management = part('Management fee')
  for (const words of ['3% a year', 'every month, after a yes', 'Unallocated', 'exempt'])
    expect(management.getByText(words)).toBeVisible()
  await user.click(management.getByRole('button', { name: 'Earlier terms of the management fee' }))
  expect(management.getByText('2026-01-06 to 2026-03-04: 2% a year, every month, to Unallocated')).toBeVisible()
})

test('a fee is stopped after a question, and what it accrued becomes due', async () => {
  const { user } = await show({ fees: sampleFees({ policies: [sampleFeePolicy()] }) })
  await user.click(await screen.findByRole('button', { name: 'Stop the management fee' }))
  expect(await screen.findByText(/becomes due as a last charge/)).toBeVisible()
  await confirmWith(user, 'Stop')
  await waitFor(() => expect(sentTo(save)).toMatchObject([{ kind: 'management', rate: '0', ownRates: [] }]))
})

test('what units that have left still owe is within the days of a management fee, and beside the lots of the other', async () => {
  const owing = sampleCharge()
  const lines = owing.lines.map((line) => ({ ...line, owed: '0.00430000' }))
  const { user } = await show({ fees: due, more: { [preview]: { ...owing, lines } } })
  const table = within(await screen.findByRole('table', { name: 'Fees per holder' }))
  await user.click(table.getByRole('button', { name: 'Management fee of Ada Lund' }))
  await table.findByRole('table', { name: 'Days of Ada Lund' })
  expect(table.queryByText(/^Owed by units/)).not.toBeInTheDocument()
  await user.click(table.getByRole('button', { name: 'Performance fee of Ada Lund' }))
  expect(table.getByText(/^Owed by units/).nextSibling).toHaveTextContent('$0.00430000')
})

test('a due charge shows its calculation down to the lots, and is charged as shown', async () => {
  const { user } = await show({ fees: due })
  const table = within(await screen.findByRole('table', { name: 'Fees per holder' }))
  expect(screen.getByText(/\$169\.86 management fee and \$40\.00 performance fee/)).toBeVisible()
  const management = table.getByRole('button', { name: 'Management fee of Ada Lund' })
  expect(management).toHaveAttribute('aria-expanded', 'false')
  await user.click(management)
  expect(table.getByText(/units held × unit value of the last close × 2% \/ 365/)).toBeVisible()
  const spans = within(await table.findByRole('table', { name: 'Days of Ada Lund' })).getAllByRole('row')
  expect(spans.map((row) => row.textContent)).toEqual([
    'DaysCountUnitsUnit valueRateFee',
    '2026-01-28 to 2026-02-263010,000.0000$10.00002%$164.3836',
    '2026-02-2719,000.0000$12.00002%$5.9178',
    'Paid on leaving-$0.44',
  ])
  expect(table.queryByText('Corrected since the charge')).not.toBeInTheDocument()
  expect(table.getByText('Carried over from the last charge').nextSibling).toHaveTextContent('$0.00214000')
  expect(table.getByText('Exact fee with them').nextSibling).toHaveTextContent('$169.86350986')
  await user.click(table.getByRole('button', { name: 'Performance fee of Ada Lund' }))
  const lots = within(table.getByRole('table', { name: 'Lots of Ada Lund' })).getAllByRole('row')
  expect(lots.map((row) => row.textContent)).toEqual([
    'Lot sinceUnitsMarkGain',
    '2026-01-05100.0000$10.0000$200.0000',
    '2026-02-02100.0000$14.0000$0.0000',
  ])
  await user.click(screen.getByRole('button', { name: 'Charge $209.86' }))
  await confirmWith(user, 'Charge')
  await waitFor(() => expect(sentTo(charge)).toEqual([{ accountId, endDay, isWaived: false, total: cents(209.86) }]))
})

test.each([
  { now: '190.41136986', row: '-$20.5500', words: /the fee would be \$20\.55 more now/ },
  { now: '160.00000000', row: '$9.8614', words: /the fee would be \$9\.86 less now/ },
])('days that a correction of the past has changed say by how much: $row', async ({ now, row, words }) => {
  const { user } = await show({ fees: due, more: { [days]: { days: [], paid: cents(0), sum: now } } })
  const table = within(await screen.findByRole('table', { name: 'Fees per holder' }))
  await user.click(table.getByRole('button', { name: 'Management fee of Ada Lund' }))
  const ofAda = within(await table.findByRole('table', { name: 'Days of Ada Lund' }))
  expect(ofAda.getByText('Corrected since the charge').closest('tr')).toHaveTextContent(row)
  expect(table.getByText(words)).toBeVisible()
})

test('a charge that has changed meanwhile says so in place', async () => {
  const { user } = await show({ fees: due, more: { [charge]: refused('chargeChanged', { total: '$147.95' }) } })
  await user.click(await screen.findByRole('button', { name: 'Charge $209.86' }))
  await confirmWith(user, 'Charge')
  expect(await screen.findByRole('alert')).toHaveTextContent('The charge is $147.95 now. Check it and confirm again.')
})

test('a period is waived with a reason only', async () => {
  const { user } = await show({ fees: due })
  await user.click(await screen.findByRole('button', { name: 'Waive' }))
  const form = within(await screen.findByRole('dialog', { name: /^Waive the fees/ }))
  expect(form.getByRole('button', { name: 'Waive' })).toBeDisabled()
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'A gift of the first month')
  await user.click(form.getByRole('button', { name: 'Waive' }))
  await waitFor(() =>
    expect(sentTo(charge)).toEqual([
      { accountId, endDay, isWaived: true, total: cents(0), reason: 'A gift of the first month' },
    ]),
  )
})

test('a close that cannot be dealt at is said in place of the calculation', async () => {
  await show({ fees: due, more: { [preview]: refused('chargeWaits', { day: endDay }) } })
  expect(await screen.findByText(/^The close of 2026-02-27 cannot be dealt at/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Charge \$/ })).not.toBeInTheDocument()
})

test('with a second person the form and the question say that it waits, and what waits is not asked for twice', async () => {
  const title = 'Fees of $209.86 for the period that ended on 2026-02-27'
  const { user, onShowWaiting } = await show({
    fees: due,
    secondPersonFrom: cents(500),
    waiting: [waitingFor('FEE_CHARGE', title)],
  })
  expect(await screen.findByText(/^Waits for a second person: Fees of \$209\.86 for the period/)).toBeVisible()
  const button = await screen.findByRole('button', { name: 'Charge $209.86' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription('What was asked for waits for a second person')
  expect(screen.queryByText(waitWords)).not.toBeInTheDocument()
  await user.click(button)
  expect(sentTo(charge)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Show what waits' }))
  expect(onShowWaiting).toHaveBeenCalledTimes(1)
})

test('asking for a charge in a fund of two says that it waits', async () => {
  const { user } = await show({
    fees: due,
    secondPersonFrom: cents(500),
    more: { [charge]: { id: chargeId, message: 'It waits for approval.', waitingId: chargeId } },
  })
  expect(await screen.findByText(waitWords)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Charge $209.86' }))
  expect(await question()).toHaveTextContent(waitWords)
  await confirmWith(user, 'Charge')
  expect(await screen.findByText('Waiting for approval')).toBeVisible()
})

test.each(['TREASURER', 'APPROVER', 'AUDITOR'] as const)('a %s sees everything and changes nothing', async (place) => {
  const { user } = await show({ fees: { ...due, charges: [made] }, place })
  expect(await screen.findByText('Only the owner of the fund sets, charges and waives fees.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Management fee of Ada Lund' }))
  expect(screen.getByText('Exact fee with them')).toBeVisible()
  for (const name of [/^Charge \$/, 'Waive', /^Change the/, /^Stop the/, /^Set a/, /^Reverse/])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
})

test('only the last charge is reversed, after a question, and reversed ones stay struck through', async () => {
  const earlier = { ...made, id: '019a9f3e-8c00-7000-8000-0000000000c2', endDay: '2026-01-30' }
  const undone = { ...made, id: '019a9f3e-8c00-7000-8000-0000000000c3', isReversed: true, total: cents(1) }
  const { user } = await show({ fees: sampleFees({ policies: [sampleFeePolicy()], charges: [undone, made, earlier] }) })
  const charges = within(await screen.findByRole('region', { name: 'Charges' }))
  expect(charges.getByText('$1.00').tagName).toBe('DEL')
  expect(charges.getAllByRole('button', { name: /^Reverse/ })).toHaveLength(1)
  await user.click(charges.getByRole('button', { name: 'Reverse the charge of 2026-02-27' }))
  await user.type(await screen.findByRole('textbox', { name: /^Why/ }), 'wrong rate')
  await confirmWith(user, 'Reverse')
  await waitFor(() => expect(sentTo(reverse)).toEqual([{ accountId, endDay, reason: 'wrong rate' }]))
})

test('a waived period says why, with the calculation it was made from', async () => {
  const { user } = await show({
    fees: sampleFees({ policies: [sampleFeePolicy()], charges: [{ ...made, isWaived: true, total: cents(0) }] }),
    more: {
      'GET /v1/api/fund/find-charge/{accountId}/{chargeId}': sampleCharge({
        isWaived: true,
        reason: 'A gift of the first month',
        total: cents(0),
      }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'No fee, 2026-02-27: calculation' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Calculation of the charge/ }))
  expect(await dialog.findByText('Waived: A gift of the first month')).toBeVisible()
  expect(dialog.getByRole('table', { name: 'Fees per holder' })).toBeVisible()
})

test('a slow answer shows that it loads', async () => {
  let answer: (fees: FundFees) => void = () => undefined
  await show({ more: { [find]: () => new Promise<FundFees>((resolve) => (answer = resolve)) } })
  expect(await screen.findByRole('status', { name: 'Loading the fees' })).toBeInTheDocument()
  answer(sampleFees())
  expect(await screen.findByText(/^This fund charges no fee/)).toBeVisible()
})

test('fees that cannot be loaded say why and offer Retry', async () => {
  const { user } = await show({ more: { [find]: refused('notFound') } })
  expect(await screen.findByText('The fees could not be loaded')).toBeVisible()
  answers({ [find]: sampleFees() })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/^This fund charges no fee/)).toBeVisible()
})
