import type { CapitalStatement } from '@clubfolio/contract'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { accountId, cents, memberId, sampleParticipation, sampleProfile } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { fundTerms } from './fund-terms.ts'
import { AccountMappingScreen } from './account-mapping-screen.tsx'

beforeEach(() =>
  answers({
    'GET /v1/api/user/find-my-profile': sampleProfile({ memberOf: ['Jon Vale'] }),
    'GET /v1/api/fund/find-my-participations': [],
    'GET /v1/api/account/view-my-account/{userId}': [],
    'GET /v1/api/account/view-my-default-account/{userId}': null,
  }),
)

test.each([
  ['without a key', [] as const],
  ['who could link an account of their own', ['VMA', 'CMA'] as const],
])('a member %s and without entries reads whose member they are, and no offer to manage a fund', async (_who, keys) => {
  signIn(keys)
  await render(<AccountMappingScreen />, { at: '/account-mapping' })
  expect(await screen.findByText('You are a member of the fund of Jon Vale')).toBeVisible()
  expect(screen.queryByText('No account to share yet')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'New Participation' })).not.toBeInTheDocument()
})

test('somebody who is no member and has no account is offered to link one', async () => {
  answers({ 'GET /v1/api/user/find-my-profile': sampleProfile({ memberOf: [] }) })
  signIn(['VMA', 'CMA'])
  await render(<AccountMappingScreen />, { at: '/account-mapping' })
  expect(await screen.findByText('No account to share yet')).toBeVisible()
  expect(screen.getByRole('button', { name: 'New Participation' })).toBeVisible()
})

test('the part in a fund of an account in euros, and its statement, are in euros', async () => {
  const share = { units: '100.0000', unitValue: '10.5000' }
  const balance = { ...share, value: cents(1_050), percent: 5, figuresOf: 'close of 2026-03-03' }
  const returns: CapitalStatement['period'] = {
    timeWeighted: { percent: 3.2, from: '2026-02-10', to: '2026-03-03' },
    fundTimeWeighted: { percent: -1.5, from: '2026-01-05', to: '2026-03-03' },
    internalRate: { percent: null, because: 'too-short' },
    benchmarks: [],
  }
  answers({
    'GET /v1/api/fund/find-my-participations': [sampleParticipation({ accountNumber: '••••2207' })],
    'GET /v1/api/fund/find-my-requests/{accountId}/{memberId}': {
      requests: [],
      dues: [],
      bankAccounts: [],
      most: cents(1_050),
    },
    'GET /v1/api/fund/find-my-statement/{accountId}/{memberId}/{from}/{to}': {
      accountId,
      memberId,
      holder: 'Ada Lund',
      accountNumber: '••••2207',
      isPaper: false,
      currency: 'EUR',
      from: '2026-02-01',
      to: '2026-02-28',
      openingDay: '2026-01-05',
      opening: balance,
      closing: balance,
      lines: [{ ...share, day: '2026-02-10', what: 'Contribution', amount: cents(12.5) }],
      realised: cents(0),
      unrealisedChange: cents(-3),
      expenses: cents(0),
      accrued: { management: cents(1.5), performance: cents(3.5), net: cents(1_045) },
      period: returns,
      sinceStart: returns,
    },
  })
  signIn([])
  const { user } = await render(<AccountMappingScreen />, { at: '/account-mapping' })
  const part = await screen.findByLabelText('My share of account ••••2207')
  expect(part).toHaveTextContent('Profit/Lost+50.00 EUR')
  expect(part).toHaveTextContent('Unit value10.5000 EUR')
  expect(part).toHaveTextContent('Accrued fees5.00 EUR')
  expect(part).toHaveTextContent('Net value1,045.00 EUR')
  for (const [name, meaning] of [
    ['Accrued fees', fundTerms.accruedFees],
    ['Net value', fundTerms.netValue],
    ['Floating', fundTerms.floating],
    ['Real', fundTerms.real],
  ] as const)
    expect(within(part).getByRole('button', { name })).toHaveAccessibleDescription(meaning)
  await user.click(screen.getByRole('button', { name: 'Statement' }))
  const table = await screen.findByRole('region', { name: 'Statement' })
  expect(table).toHaveTextContent('Contribution+12.50 EUR100.000010.5000 EUR')
  expect(table).toHaveTextContent('Change in unrealised result-3.00 EUR')
  expect(table).toHaveTextContent('Closing balance · close of 2026-03-03')
  expect(table).toHaveTextContent(
    'Accrued management fee-1.50 EURAccrued performance fee-3.50 EURNet value1,045.00 EUR',
  )
  expect(within(table).getAllByRole('row', { name: /^Time-weighted, holder/ })[0]).toHaveTextContent(
    '+3.20%2026-02-10 to 2026-03-03',
  )
  expect(within(table).getAllByRole('row', { name: /^Time-weighted, fund/ })[0]).toHaveTextContent(
    '-1.50%2026-01-05 to 2026-03-03',
  )
  expect(document.body).not.toHaveTextContent('$')
})
