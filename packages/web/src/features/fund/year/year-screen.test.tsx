import type { FundYear, HolderYear, MyFundYear, YearPack } from '@clubfolio/contract'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, cents, memberId, sampleParticipation, sampleReadableFund } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { YearScreen } from './year-screen.tsx'

const none = cents(0)
const lines = {
  shortTerm: cents(100),
  longTerm: none,
  undated: none,
  dividends: cents(10),
  interest: none,
  brokerFees: cents(-4),
  expenses: none,
  feesPaid: none,
  feesReceived: none,
  costMethod: none,
}
const holder: HolderYear = {
  memberId,
  name: 'Ada Lund',
  lines,
  total: cents(106),
  real: cents(96),
  basis: {
    before: none,
    lossBefore: none,
    paidIn: cents(500),
    gifts: none,
    takenOut: cents(50),
    after: cents(556),
    lossAfter: none,
  },
}
const span = {
  accountId,
  year: 2026,
  from: '2026-01-01',
  to: '2026-12-31',
  isClosed: true,
  years: [2026, 2025],
  currency: 'USD',
}
const year: FundYear = {
  ...span,
  lines,
  real: cents(106),
  holders: [holder],
  balance: {
    figuresOf: 'close of 2026-12-31',
    cash: cents(200),
    positionsAtCost: cents(300),
    openProfit: cents(50),
    positionsAtMarket: cents(350),
    cashOutside: none,
    assets: cents(550),
    accruedManagement: cents(3),
    accruedPerformance: none,
    netCapital: cents(547),
    capital: [],
  },
  income: {
    before: none,
    paidIn: cents(500),
    takenOut: cents(106),
    broughtForward: none,
    real: cents(106),
    unrealised: cents(50),
    after: cents(550),
  },
}
const mine: MyFundYear = { ...span, isClosed: false, holder }

const pack: YearPack = {
  id: '0b0f2a0e-0000-4b6c-9a55-cb1d53c0de09',
  year: 2026,
  state: 'DONE',
  reason: null,
  done: 15,
  total: 15,
  fileName: 'Year 2026.zip',
  bytes: 2_500_000,
  sha256: 'a'.repeat(64),
  requestedAt: 0,
  endedAt: 1,
}
let packs: YearPack[] = []
let asked: string[] = []

beforeEach(() => {
  asked = []
  packs = []
  signIn()
  answers({
    'GET /v1/api/fund/find-funds': [sampleReadableFund()],
    'GET /v1/api/fund/find-my-participations': [],
    'GET /v1/api/fund/find-packs/{accountId}': () => packs,
    'GET /v1/api/fund/find-year/{accountId}/{year}': ({ params }) => {
      asked.push(params.year)
      return { ...year, ...(params.year === 'last' ? {} : { year: Number(params.year) }) }
    },
  })
})

test('the allocation has a column for each line that somebody has, and its totals are the fund’s', async () => {
  await render(<YearScreen />)
  const table = await screen.findByRole('table', { name: 'Allocation' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Holder', 'Realised, short term', 'Dividends', 'Broker fees', 'Cost method', 'Sum', 'Real'])
  expect(within(table).getByRole('row', { name: /Ada Lund/ })).toHaveTextContent(
    '+$100.00+$10.00-$4.00$0.00+$106.00+$96.00',
  )
  expect(within(table).getByRole('row', { name: /Fund/ })).toHaveTextContent('+$106.00')
  expect(screen.getByRole('link', { name: 'Excel, mail' })).toHaveAttribute(
    'href',
    '/static-report?report=year-allocation',
  )
})

test('basis, balance sheet and income statement are beside it, with what the figures are for', async () => {
  await render(<YearScreen />)
  const basis = await screen.findByRole('table', { name: 'Basis' })
  expect(within(basis).getByRole('row', { name: /Ada Lund/ })).toHaveTextContent('$556.00')
  const balance = screen.getByRole('table', { name: 'Balance sheet' })
  expect(within(balance).getByRole('row', { name: /Assets, close of 2026-12-31/ })).toHaveTextContent('$550.00')
  expect(within(balance).getByRole('row', { name: /Accrued fees and capital/ })).toHaveTextContent('$550.00')
  const income = screen.getByRole('table', { name: 'Income statement' })
  expect(within(income).getByRole('row', { name: /^Result/ })).toHaveTextContent('+$156.00')
  expect(within(income).getByRole('row', { name: /Capital after/ })).toHaveTextContent('$550.00')
  expect(screen.getByText(/not tax advice/)).toBeVisible()
  expect(screen.getByText(/who joins buys open profit/)).toBeVisible()
  expect(screen.getByText(/The books of the year are closed/)).toBeVisible()
})

test('another year is asked of the server and kept in the address', async () => {
  const { user, address } = await render(<YearScreen />)
  await user.click(await screen.findByRole('combobox', { name: 'Year' }))
  await user.click(await screen.findByRole('option', { name: '2025' }))
  await expect.poll(() => asked.at(-1)).toBe('2025')
  expect(address()).toContain('year=2025')
})

test('a member sees their own lines and basis, and asks for nobody else’s', async () => {
  answers({
    'GET /v1/api/fund/find-funds': [],
    'GET /v1/api/fund/find-my-participations': [
      sampleParticipation({ accountNumber: '•••• 4821', asOf: '2026-12-31', openingDay: '2026-01-02' }),
    ],
    'GET /v1/api/fund/find-my-year/{accountId}/{memberId}/{year}': mine,
  })
  await render(<YearScreen />)
  const own = await screen.findByRole('table', { name: 'My allocation' })
  expect(within(own).getByRole('row', { name: /Sum of the lines/ })).toHaveTextContent('+$106.00')
  const basis = screen.getByRole('table', { name: 'My basis' })
  expect(within(basis).getByRole('row', { name: /^Basis \$556/ })).toBeVisible()
  expect(screen.queryByRole('table', { name: 'Balance sheet' })).toBeNull()
  expect(screen.getByRole('button', { name: 'My allocation as PDF' })).toBeVisible()
  expect(asked).toEqual([])
})

test('the part that the address names is shown, and the first fund is not asked for meanwhile', async () => {
  const otherId = '2f6f4a55-6c1c-4f0a-8b77-5b3f5d0b7e02'
  let release: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  answers({
    'GET /v1/api/fund/find-my-participations': async () => {
      await held
      return [sampleParticipation({ accountId: otherId, fund: 'Hill Club' })]
    },
    'GET /v1/api/fund/find-my-year/{accountId}/{memberId}/{year}': { ...mine, accountId: otherId },
  })
  await render(<YearScreen />, { at: `/fund-year?fund=${otherId}&member=${memberId}` })
  await screen.findByText('Year', { selector: 'h1' })
  release?.()
  expect(await screen.findByRole('table', { name: 'My allocation' })).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Fund' })).toHaveValue('My part of Hill Club')
  expect(asked).toEqual([])
})

test('a year without papers says which years have some', async () => {
  answers({
    'GET /v1/api/fund/find-year/{accountId}/{year}': refused('yearWithoutBooks', { first: 2025, last: 2026 }),
  })
  await render(<YearScreen />, { at: '/?year=2020' })
  expect(await screen.findByText('The fund has papers for 2025 to 2026. Choose one of these years.')).toBeVisible()
})

test('a pack is ordered, followed while it is made, cancelled, and downloaded once it is there', async () => {
  const ordered: unknown[] = []
  answers({
    'POST /v1/api/fund/order-pack': ({ body }) => {
      ordered.push(body)
      packs = [{ ...pack, state: 'RUNNING', done: 6, fileName: null, bytes: null, sha256: null, endedAt: null }]
      return { id: pack.id, message: 'The pack of 2026 is being made.' }
    },
    'POST /v1/api/fund/cancel-pack': ({ body }) => {
      ordered.push(body)
      packs = [pack]
      return { message: 'The pack was cancelled.' }
    },
  })
  const { user } = await render(<YearScreen />)
  await user.click(await screen.findByRole('button', { name: 'Make pack' }))
  expect(await screen.findByRole('progressbar', { name: 'Pack of 2026' })).toHaveAttribute('aria-valuenow', '40')
  await user.click(screen.getByRole('button', { name: 'Cancel pack' }))
  expect(await screen.findByRole('button', { name: 'Download pack' })).toBeVisible()
  expect(screen.getByText(/Year 2026\.zip · 2\.5 MB · SHA-256 a{64}/)).toBeVisible()
  expect(ordered).toEqual([
    { accountId, year: '2026' },
    { accountId, id: pack.id },
  ])
})

test('a pack that failed says why', async () => {
  packs = [{ ...pack, state: 'FAILED', reason: 'Something went wrong on our side.', fileName: null }]
  await render(<YearScreen />)
  expect(await screen.findByText('The pack could not be made: Something went wrong on our side.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Make pack' })).toBeVisible()
})
