import type { Approval, ParticipationRow } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import {
  accountId,
  cents,
  memberId,
  sampleAccount,
  sampleBooks,
  sampleCharge,
  sampleFeePolicy,
  sampleFees,
  sampleOverview,
  sampleProfile,
} from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { fundTerms } from './fund-terms.ts'
import { AccountMappingScreen } from './account-mapping-screen.tsx'

const row: ParticipationRow = {
  memberId,
  accountId,
  memberFullName: 'Ada Lund',
  amount: cents(90_000),
  participationPercent: 95,
  profitLostAmount: cents(10_000),
  value: cents(100_000),
  units: '9500',
  realProfit: cents(10_000),
  floatingProfit: cents(0),
  isMember: true,
}
const due = sampleFees({
  policies: [sampleFeePolicy()],
  open: ['2026-02-27'],
  netValues: [
    {
      memberId,
      name: 'Ada Lund',
      value: cents(100_000),
      management: cents(107.95),
      performance: cents(40),
      net: cents(99_852.05),
    },
  ],
})

beforeEach(() => {
  signIn(['VMA'])
  answers({
    'GET /v1/api/user/find-my-profile': sampleProfile(),
    'GET /v1/api/fund/find-my-participations': [],
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount()],
    'GET /v1/api/account/view-my-default-account/{userId}': sampleAccount(),
    'GET /v1/api/member/search-participation-by-account/{accountId}': [row],
    'GET /v1/api/member/fund-overview/{accountId}': sampleOverview(),
    'GET /v1/api/member/find-participation-by-member-and-account/{accountId}/{memberId}': [],
    'GET /v1/api/member/get-member-account-historic-profit-by-account-and-member/{accountId}/{memberId}': [],
    'GET /v1/api/member/findAllMembers': [],
    'GET /v1/api/fund/find-mailed-statements/{accountId}': [],
    'GET /v1/api/fund/find-books/{accountId}': sampleBooks(),
    'GET /v1/api/fund/find-fees/{accountId}': due,
    'POST /v1/api/fund/preview-charge': sampleCharge(),
  })
})

const openAt = (at: string) => render(<AccountMappingScreen />, { at })

test('while fees accrue the net value stands beside the value, and the detail says what has accrued', async () => {
  await openAt(`/account-mapping?member=${memberId}`)
  const table = await screen.findByRole('table', { name: 'Participations' })
  expect(await within(table).findByRole('columnheader', { name: /^Net value/ })).toBeVisible()
  expect(within(table).getAllByText('$99,852.05')).toHaveLength(2)
  const detail = await screen.findByRole('region', { name: 'Detail of Ada Lund' })
  expect(detail).toHaveTextContent('Accrued fees$147.95Net value$99,852.05')
  expect(within(detail).getByRole('button', { name: 'Net value' })).toHaveAccessibleDescription(fundTerms.netValue)
})

test('net values that are approximate are named so in the table, and the fees say why', async () => {
  answers({ 'GET /v1/api/fund/find-fees/{accountId}': { ...due, isNetExact: false } })
  await openAt('/account-mapping?part=fees')
  const books = within(await screen.findByRole('dialog', { name: /^Books/ }))
  expect(await books.findByText(fundTerms.aboutNetValue)).toBeVisible()
  expect(screen.getByRole('columnheader', { name: /^Net value, about/, hidden: true })).toBeInTheDocument()
})

test('a fund without fees shows no net value and no charge', async () => {
  answers({ 'GET /v1/api/fund/find-fees/{accountId}': sampleFees() })
  await openAt(`/account-mapping?member=${memberId}`)
  const detail = await screen.findByRole('region', { name: 'Detail of Ada Lund' })
  expect(detail).not.toHaveTextContent('Net value')
  expect(screen.queryByRole('columnheader', { name: /^Net value/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Look at the charge' })).not.toBeInTheDocument()
})

test('fees that are due are said above the participations, and open at the charge', async () => {
  const { user } = await openAt('/account-mapping')
  expect(
    await screen.findByText('The fees of the period that ended on 2026-02-27 are neither charged nor waived.'),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Look at the charge' }))
  const books = within(await screen.findByRole('dialog', { name: /^Books/ }))
  expect(await books.findByRole('region', { name: 'Due charge' })).toBeVisible()
})

test('a charge that waits for a second person is not said to be missing', async () => {
  const waiting: Approval = {
    id: '019a9f3e-8c00-7000-8000-000000000010',
    kind: 'FEE_CHARGE',
    title: 'Charge of fees of 2026-02-27',
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
  }
  answers({
    'GET /v1/api/fund/find-approvals/{accountId}': {
      secondPersonFrom: cents(500),
      waiting: [waiting],
      decided: [],
    },
  })
  await openAt('/account-mapping')
  expect(
    await screen.findByText('The charge of the period that ended on 2026-02-27 waits for a second person.'),
  ).toBeVisible()
  expect(screen.queryByText(/neither charged nor waived/)).not.toBeInTheDocument()
})

test('the address of a notification opens the books at the fees, and closing them leaves it', async () => {
  const { user } = await openAt('/account-mapping?part=fees')
  const books = within(await screen.findByRole('dialog', { name: /^Books/ }))
  expect(await books.findByRole('button', { name: 'Charge $209.86' })).toBeVisible()
  await user.click(books.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('fees that cannot be loaded leave the screen as it is without fees', async () => {
  answers({ 'GET /v1/api/fund/find-fees/{accountId}': refused('notFound') })
  await openAt('/account-mapping')
  expect(await screen.findByRole('table', { name: 'Participations' })).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: /^Net value/ })).not.toBeInTheDocument()
})
