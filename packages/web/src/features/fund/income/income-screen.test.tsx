// The Income screen: figures of the period and where Performance has them, months with estimates marked, a table by
// instrument, a calendar by month, and a member's own part.
import type { Income, IncomeLine } from '@clubfolio/contract'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { cents, sampleParticipation, sampleReadableFund } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { IncomeScreen } from './income-screen.tsx'

const find = 'GET /v1/api/fund/find-income/{accountId}/{from}/{to}'
const none = cents(0)
const noKinds = {
  DIVIDEND: none,
  INTEREST: none,
  LENDING: none,
  TAX: none,
  FEE: none,
  CAPITAL: none,
  OTHER: none,
}
const line = (code: string, dividends: number, more: Partial<IncomeLine> = {}): IncomeLine => ({
  code,
  name: code,
  detail: `${code} Inc.`,
  received: cents(dividends),
  kinds: { ...noKinds, DIVIDEND: cents(dividends) },
  yieldOnCost: 1.25,
  yieldOnValue: 1.1,
  expected: null,
  noEstimate: 'NOT_HELD',
  leftOut: [],
  ...more,
})
const dividend = { kind: 'DIVIDEND', code: 'ACME', description: 'Dividend of 0.25 a share' } as const
const found: Income = {
  currency: 'USD',
  startDay: '2025-03-04',
  endDay: '2026-03-03',
  firstDay: '2025-03-04',
  lastDay: '2026-03-03',
  payments: [
    { ...dividend, day: '2025-11-12', amount: cents(25) },
    { ...dividend, day: '2026-02-11', amount: cents(25) },
    { day: '2026-02-27', kind: 'INTEREST', code: null, description: 'Credit interest', amount: cents(3) },
    { day: '2026-03-02', kind: 'DIVIDEND', code: 'BOLT', description: 'Dividend owed', amount: cents(-8) },
  ],
  lines: [
    line('ACME', 50, { expected: cents(60), noEstimate: null, leftOut: ['2025-12-19'] }),
    line('BOLT', -8, { yieldOnCost: null, yieldOnValue: -0.4, noEstimate: 'FEW_PAYMENTS' }),
    line('Cash', 0, {
      code: null,
      detail: null,
      received: cents(3),
      kinds: { ...noKinds, INTEREST: cents(3) },
      yieldOnCost: null,
      yieldOnValue: null,
      noEstimate: 'NO_INSTRUMENT',
    }),
  ],
  expected: [
    { day: '2026-11-12', kind: 'DIVIDEND', code: 'ACME', amount: cents(30), restsOn: '2025-11-12' },
    { day: '2027-02-11', kind: 'DIVIDEND', code: 'ACME', amount: cents(30), restsOn: '2026-02-11' },
  ],
  total: {
    received: cents(45),
    kinds: { ...noKinds, DIVIDEND: cents(42), INTEREST: cents(3) },
    inIncome: cents(45),
    inFees: none,
    inPrice: none,
    expected: cents(60),
  },
}
let answer = found
let asked: string[] = []

beforeEach(() => {
  asked = []
  answer = found
  signIn()
  answers({
    'GET /v1/api/fund/find-funds': [sampleReadableFund()],
    'GET /v1/api/fund/find-my-participations': [],
    [find]: ({ params }: { params: { from: string; to: string } }) => {
      asked.push(`${params.from} ${params.to}`)
      return answer
    },
  })
})

const table = (name: string) => screen.findByRole('table', { name })
const cellsOf = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent)

test('what was received since the start, by kind, what is expected, and where Performance has it', async () => {
  await render(<IncomeScreen />)
  expect(await screen.findByLabelText('Income of the period')).toHaveTextContent(
    'Received+$45.00Dividends$42.00Interest$3.00Next 12 months$60.00 est.',
  )
  expect(asked).toEqual(['START last'])
  expect(screen.getByText('2025-03-04 to 2026-03-03')).toBeVisible()
  expect(screen.getByText('Performance has all of it under Income for the same days.')).toBeVisible()
})

test('a row for each year has its months, and marks estimates', async () => {
  await render(<IncomeScreen />)
  const rows = within(await table('Income by month'))
    .getAllByRole('row')
    .slice(1)
  const blank = (count: number) => Array.from({ length: count }, () => '')
  expect(rows.map(cellsOf)).toEqual([
    ['2027', '', '$30.00 est.', ...blank(10), '', '$30.00 est.'],
    ['2026', '', '$28.00', '-$8.00', ...blank(7), '$30.00 est.', '', '$20.00', '$30.00 est.'],
    ['2025', ...blank(10), '$25.00', '', '$25.00', ''],
  ])
})

test('each instrument with its kinds, yields and estimate, or why there is none', async () => {
  await render(<IncomeScreen />)
  const shown = await table('Income by instrument')
  const row = (name: RegExp) => within(shown).getByRole('row', { name })
  expect(row(/ACME/)).toHaveTextContent('+$50.00$50.00--1.25%1.10%$60.00 est.')
  expect(within(row(/ACME/)).getByTitle('Without the payments of 2025-12-19')).toBeVisible()
  expect(row(/BOLT/)).toHaveTextContent('-$8.00-$8.00-----0.40%Fewer than 2 payments')
  expect(row(/^Cash/)).toHaveTextContent('+$3.00--$3.00----Not estimated')
  expect(row(/^Total/)).toHaveTextContent('+$45.00$42.00$3.00$60.00 est.')
})

test('the calendar begins with the next estimate and keeps its month in the address', async () => {
  const { user, address } = await render(<IncomeScreen />)
  const november = await table('Calendar of Nov 2026')
  expect(
    within(november)
      .getByText(/as on 2025-11-12/)
      .closest('td'),
  ).toHaveTextContent('12ACME $30.00 est.Dividends, as on 2025-11-12')
  await user.click(screen.getByRole('button', { name: 'Month after' }))
  expect(await table('Calendar of Dec 2026')).toBeVisible()
  expect(screen.getByText('Nothing was received in Dec 2026, and nothing is expected.')).toBeVisible()
  expect(address()).toContain('month=2026-12')
})

test('every payment and estimate is a row for the file', async () => {
  await render(<IncomeScreen />)
  const rows = within(await table('Payments'))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map(cellsOf).slice(0, 3)).toEqual([
    ['2027-02-11', 'ACME', 'Dividends', '$30.00', 'Estimate, as on 2026-02-11', '--'],
    ['2026-11-12', 'ACME', 'Dividends', '$30.00', 'Estimate, as on 2025-11-12', '--'],
    ['2026-03-02', 'BOLT', 'Dividends', '-$8.00', 'Received', 'Dividend owed'],
  ])
})

test('another period and custom dates are asked of the server', async () => {
  const { user, address } = await render(<IncomeScreen />)
  await user.click(await screen.findByRole('button', { name: 'Period: Since the start' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Year' }))
  await expect.poll(() => asked.at(-1)).toBe('YEAR last')
  expect(address()).toContain('period=YEAR')
  await user.click(screen.getByRole('button', { name: 'Period: Year' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Custom dates' }))
  expect(await screen.findByLabelText('First day')).toHaveValue('2025-03-04')
  await expect.poll(() => asked.at(-1)).toBe('2025-03-04 2026-03-03')
})

test('fees and words that nobody knows are where Performance has them', async () => {
  answer = { ...found, total: { ...found.total, inIncome: cents(47), inFees: cents(-3), inPrice: cents(1) } }
  await render(<IncomeScreen />)
  expect(
    await screen.findByText(
      'Of this, Performance has $47.00 under Income, -$3.00 under Fees, $1.00 under Price for the same days.',
    ),
  ).toBeVisible()
})

test('a period without income says what will appear', async () => {
  answer = {
    ...found,
    payments: [],
    lines: [],
    expected: [],
    total: { received: none, kinds: noKinds, inIncome: none, inFees: none, inPrice: none, expected: null },
  }
  await render(<IncomeScreen />)
  expect(await screen.findByText('No income in this period')).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
})

test('income that could not be loaded offers to try again', async () => {
  answers({ [find]: refused('busy') })
  const { user } = await render(<IncomeScreen />)
  await screen.findByText('Income could not be loaded')
  answers({ [find]: found })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await table('Income by month')).toBeVisible()
})

test('a member sees their own part, and asks for nothing of the whole fund', async () => {
  const own: string[] = []
  answers({
    'GET /v1/api/fund/find-funds': [],
    'GET /v1/api/fund/find-my-participations': [sampleParticipation()],
    'GET /v1/api/fund/find-my-income/{accountId}/{memberId}/{from}/{to}': ({ params }) => {
      own.push(params.memberId)
      return found
    },
  })
  await render(<IncomeScreen />)
  expect(await table('Income by instrument')).toBeVisible()
  expect(screen.getByRole('link', { name: 'PDF, Excel, mail' })).toHaveAttribute(
    'href',
    '/static-report?report=my-income',
  )
  expect(own).toEqual([sampleParticipation().memberId])
  expect(asked).toEqual([])
})
