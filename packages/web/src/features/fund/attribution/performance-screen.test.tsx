// The Performance screen: a table that adds up, period and grouping in the address, closed positions as one line, a
// member's own part, and what it says while lines are missing or a period has no percent.
import type { Attribution, AttributionLine } from '@clubfolio/contract'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, cents, sampleParticipation } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { PerformanceScreen } from './performance-screen.tsx'

const none = cents(0)
const line = (name: string, dollars: number, more: Partial<AttributionLine> = {}): AttributionLine => ({
  kind: 'LINES',
  name,
  code: name,
  detail: `${name} Inc.`,
  price: cents(dollars),
  income: none,
  fees: none,
  profit: cents(dollars),
  contribution: dollars / 100,
  excess: null,
  weight: 10,
  daysHeld: 5,
  isHeld: true,
  ...more,
})
const cash = line('Cash', 2, { kind: 'CASH', code: null, detail: null, price: none, income: cents(2), daysHeld: 0 })
const found: Attribution = {
  currency: 'USD',
  startDay: '2025-12-31',
  endDay: '2026-03-03',
  firstDay: '2025-03-04',
  lastDay: '2026-03-03',
  closes: 42,
  missing: 0,
  benchmark: null,
  lines: [line('ACME', 300), line('BOLT', -50, { isHeld: false }), line('BASK', -20, { isHeld: false }), cash],
  total: { price: cents(230), income: cents(2), fees: none, profit: cents(232), contribution: 2.32, excess: null },
}
let answer = found
let asked: string[] = []
const fund = {
  accountId,
  accountNumber: '1001',
  isPaper: false,
  currency: 'USD',
  club: 'Riverside Club',
  owner: 'Maria Keller',
  place: 'OWNER',
  lastDay: null,
} as const

beforeEach(() => {
  asked = []
  answer = found
  signIn()
  answers({
    'GET /v1/api/fund/find-funds': [fund],
    'GET /v1/api/fund/find-my-participations': [],
    'GET /v1/api/fund/find-attribution/{accountId}/{from}/{to}/{grouping}': ({ params }) => {
      asked.push(`${params.from} ${params.to} ${params.grouping}`)
      return answer
    },
  })
})

const table = () => screen.findByRole('table', { name: 'What earned the money' })
const rowsOf = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

test('the year so far by instrument, with the totals of the period', async () => {
  await render(<PerformanceScreen />)
  const shown = await table()
  expect(asked).toEqual(['YEAR last INSTRUMENT'])
  expect(screen.getByText('2025-12-31 to 2026-03-03')).toBeVisible()
  expect(within(shown).getByRole('row', { name: /ACME/ })).toHaveTextContent('+$300.00+3.00%$300.00$0.00$0.00')
  expect(within(shown).getByRole('row', { name: /^Total/ })).toHaveTextContent('+$232.00+2.32%$230.00$2.00$0.00')
  expect(within(shown).getByRole('link', { name: 'Trades of ACME' })).toHaveAttribute(
    'href',
    `/journal?account=${accountId}&code=ACME`,
  )
})

test('another period and another grouping are asked of the server and kept in the address', async () => {
  const { user, address } = await render(<PerformanceScreen />)
  await user.click(await screen.findByRole('button', { name: 'Period: Year' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Since the start' }))
  await expect.poll(() => asked.at(-1)).toBe('START last INSTRUMENT')
  await user.click(screen.getByRole('button', { name: 'Rows: Instrument' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Sector' }))
  await expect.poll(() => asked.at(-1)).toBe('START last SECTOR')
  expect(address()).toContain('period=START')
  expect(address()).toContain('grouping=SECTOR')
})

test('own dates begin with the days that are shown', async () => {
  const { user } = await render(<PerformanceScreen />)
  await user.click(await screen.findByRole('button', { name: 'Period: Year' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Own dates' }))
  expect(await screen.findByLabelText('First day')).toHaveValue('2025-12-31')
  expect(screen.getByLabelText('Last day')).toHaveValue('2026-03-03')
  await expect.poll(() => asked.at(-1)).toBe('2025-12-31 2026-03-03 INSTRUMENT')
})

test('closed positions become one line, and the table still adds up', async () => {
  const { user } = await render(<PerformanceScreen />)
  expect(await rowsOf()).toEqual(['ACMEACME Inc.', 'BOLTBOLT Inc.', 'BASKBASK Inc.', 'Cash', 'Total'])
  await user.click(screen.getByRole('button', { name: 'Rows: Instrument' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Closed positions as one line' }))
  expect(await rowsOf()).toEqual(['ACMEACME Inc.', '2 closed positions', 'Cash', 'Total'])
  expect(within(await table()).getByRole('row', { name: /2 closed positions/ })).toHaveTextContent('-$70.00-0.70%')
})

test('closes without lines and a period without percent are named', async () => {
  answer = {
    ...found,
    missing: 3,
    lines: [line('ACME', 232, { contribution: null, weight: null })],
    total: { ...found.total, contribution: null },
  }
  await render(<PerformanceScreen />)
  expect(await screen.findByText(/3 closes have no breakdown yet/)).toBeVisible()
  expect(screen.getByText(/This period has no percent/)).toBeVisible()
})

test('a member sees their own part, and asks for nothing of the whole fund', async () => {
  const own: string[] = []
  answers({
    'GET /v1/api/fund/find-funds': [],
    'GET /v1/api/fund/find-my-participations': [sampleParticipation()],
    'GET /v1/api/fund/find-my-attribution/{accountId}/{memberId}/{from}/{to}/{grouping}': ({ params }) => {
      own.push(params.memberId)
      return found
    },
  })
  await render(<PerformanceScreen />)
  expect(within(await table()).queryByRole('link')).toBeNull()
  expect(own).toEqual([sampleParticipation().memberId])
  expect(asked).toEqual([])
})
