import type { ReturnsAndRisk } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, memberId, sampleMarket, sampleParticipation, sampleReadableFund } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { ReturnsScreen } from './returns-screen.tsx'

const find = 'POST /v1/api/fund/find-returns'
const findMine = 'POST /v1/api/fund/find-my-returns'

const month = (period: string, percent: number | null, isPartial = false, benchmarkPercent: number | null = 1) => ({
  period,
  percent,
  benchmarkPercent,
  isPartial,
})
const returns: ReturnsAndRisk = {
  from: '2025-11-10',
  to: '2026-02-10',
  totalPercent: 12.5,
  yearlyPercent: null,
  months: [month('2025-11', 2.5, true), month('2025-12', -4.2), month('2026-01', 6.1), month('2026-02', null, true)],
  years: [month('2025', -1.8, true), month('2026', 14.6, true, null)],
  rolling: [
    { day: '2026-01-30', percent: 9 },
    { day: '2026-02-10', percent: 12.5 },
  ],
  drawdowns: [
    { from: '2025-11-20', lowest: '2025-12-18', recovered: '2026-01-12', percent: -8.25, days: 53 },
    { from: '2026-01-30', lowest: '2026-02-09', recovered: null, percent: -5.5, days: 11 },
  ],
  risk: {
    observations: 62,
    riskFreePercent: 0,
    volatilityPercent: 14.21,
    downsidePercent: 9.87,
    sharpe: 1.2,
    sortino: 1.75,
  },
  againstBenchmark: {
    observations: 61,
    beta: 0.8,
    correlation: 0.65,
    trackingErrorPercent: 11.4,
    information: -0.3,
  },
  wholeMonths: { count: 2, positivePercent: 50, best: month('2026-01', 6.1), worst: month('2025-12', -4.2) },
}

beforeEach(() => {
  signIn()
  answers({
    'GET /v1/api/market/find-state': sampleMarket(),
    'GET /v1/api/fund/find-funds': [sampleReadableFund({ accountNumber: '88412207', club: 'Club Nine' })],
    'GET /v1/api/fund/find-my-participations': [],
    'GET /v1/api/member/search-participation-by-account/{accountId}': [],
    [find]: returns,
    [findMine]: returns,
  })
})

const show = (at = '/returns') => render(<ReturnsScreen />, { at })
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('a row for each year has its months with sign and percent, and marks what is only a part', async () => {
  await show()
  const table = await screen.findByRole('table', { name: 'Returns by month and year' })
  const none = Array.from({ length: 10 }, () => '')
  expect(rowsOf(table)).toEqual([
    ['2026', '+6.10%', 'n/a*', ...none, '+14.60%*', 'n/a'],
    ['2025', ...none, '+2.50%*', '-4.20%', '-1.80%*', '+1.00%'],
  ])
  expect(screen.getByText('* Part of the period only.')).toBeVisible()
  expect(screen.getByText('2025-11-10 to 2026-02-10')).toBeVisible()
})

test('every figure of risk says what it is, and from how many returns', async () => {
  await show()
  const own = await screen.findByLabelText('Risk')
  expect(own).toHaveTextContent('Volatility14.21%Downside deviation9.87%Sharpe1.20Sortino1.75Risk-free rate0.00%')
  expect(screen.getByLabelText('Against SPY')).toHaveTextContent(
    'Beta to SPY0.80Correlation0.65Tracking error11.40%Information ratio-0.30',
  )
  expect(screen.getByLabelText('Return')).toHaveTextContent(
    'TWR+12.50%TWR a yearn/aPositive months50.00% of 2Best month+6.10% 2026-01Worst month-4.20% 2025-12',
  )
  expect(screen.getByText('From 62 daily returns; SPY has 61 of these days.')).toBeVisible()
})

test('drawdowns say when they were made good, and the twelve months are newest first', async () => {
  await show()
  expect(rowsOf(await screen.findByRole('table', { name: 'Drawdowns' }))).toEqual([
    ['2025-11-20', '2025-12-18', '2026-01-12', '-8.25%', '53'],
    ['2026-01-30', '2026-02-09', 'not yet', '-5.50%', '11'],
  ])
  expect(rowsOf(screen.getByRole('table', { name: 'Rolling twelve months' }))).toEqual([
    ['2026-02-10', '+12.50%'],
    ['2026-01-30', '+9.00%'],
  ])
})

test('before there are 60 returns the figures that need them read n/a, and why', async () => {
  answers({ [find]: { ...returns, risk: null, againstBenchmark: null } })
  await show()
  expect(await screen.findByLabelText('Risk')).toHaveTextContent('Volatilityn/a')
  expect(screen.getByText('Risk figures need 60 daily returns.')).toBeVisible()
})

test('another index is asked for and kept in the address', async () => {
  const { user, address } = await show()
  await screen.findByLabelText('Against SPY')
  await user.click(screen.getByRole('radio', { name: 'QQQ' }))
  await waitFor(() => expect(sentTo(find).at(-1)).toEqual({ accountId, benchmark: 'QQQ' }))
  expect(address()).toBe('/returns?benchmark=QQQ')
  expect(await screen.findByLabelText('Against QQQ')).toBeVisible()
})

test("a member reads their own part by the call that knows nothing of the fund's", async () => {
  answers({
    'GET /v1/api/fund/find-funds': [],
    'GET /v1/api/fund/find-my-participations': [sampleParticipation()],
  })
  await show()
  await screen.findByRole('table', { name: 'Returns by month and year' })
  const { accountId: fund } = sampleParticipation()
  expect(sentTo(findMine)).toEqual([{ accountId: fund, memberId: sampleParticipation().memberId, benchmark: 'SPY' }])
  expect(sentTo(find)).toEqual([])
  expect(screen.getByRole('link', { name: 'PDF, Excel, mail' })).toHaveAttribute(
    'href',
    '/static-report?report=my-returns-and-risk',
  )
  expect(screen.queryByRole('combobox', { name: 'Holder' })).toBeNull()
})

test('a holder of the fund is asked for by their id', async () => {
  await show(`/returns?fund=${accountId}&member=${memberId}`)
  await waitFor(() => expect(sentTo(find)).toEqual([{ accountId, memberId, benchmark: 'SPY' }]))
})

test('before the first close the screen says what will appear', async () => {
  answers({ [find]: { ...returns, from: null, to: null, months: [], years: [] } })
  await show()
  expect(await screen.findByText('No return yet')).toBeVisible()
})

test('returns that could not be loaded offer to try again', async () => {
  answers({ [find]: refused('busy') })
  const { user } = await show()
  await screen.findByText('Returns could not be loaded')
  answers({ [find]: returns })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('table', { name: 'Drawdowns' })).toBeVisible()
})
