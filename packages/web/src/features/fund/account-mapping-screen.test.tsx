import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import {
  accountId,
  sampleAccount,
  sampleFees,
  sampleOverview,
  sampleProfile,
  sampleReadableFund,
} from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { AccountMappingScreen } from './account-mapping-screen.tsx'

test('somebody without an account is offered to link one', async () => {
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [],
    'GET /v1/api/account/view-my-default-account/{userId}': null,
  })
  signIn(['VMA', 'CMA'])
  await render(<AccountMappingScreen />, { at: '/account-mapping' })
  expect(await screen.findByText('No account to share yet')).toBeVisible()
  expect(screen.getByRole('button', { name: 'New Participation' })).toBeVisible()
})

test('the year of the fund that is shown is one press away', async () => {
  answers({
    'GET /v1/api/user/find-my-profile': sampleProfile(),
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount()],
    'GET /v1/api/account/view-my-default-account/{userId}': sampleAccount(),
    'GET /v1/api/member/search-participation-by-account/{accountId}': [],
    'GET /v1/api/member/fund-overview/{accountId}': sampleOverview(),
    'GET /v1/api/fund/find-fees/{accountId}': sampleFees(),
    'GET /v1/api/member/findAllMembers': [],
    'GET /v1/api/fund/find-mailed-statements/{accountId}': [],
  })
  signIn(['VMA'])
  await render(<AccountMappingScreen />, { at: '/account-mapping' })
  expect(await screen.findByRole('link', { name: 'Year' })).toHaveAttribute('href', `/fund-year?fund=${accountId}`)
})

test('a new participation closes when Back leads to another fund, so that it names no fund but its own', async () => {
  const harbour = sampleReadableFund({ accountId: crypto.randomUUID(), club: 'Harbour Club', place: 'TREASURER' })
  answers({
    'GET /v1/api/user/find-my-profile': sampleProfile(),
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount()],
    'GET /v1/api/account/view-my-default-account/{userId}': sampleAccount(),
    'GET /v1/api/fund/find-funds': [sampleReadableFund(), harbour],
    'GET /v1/api/member/search-participation-by-account/{accountId}': [],
    'GET /v1/api/member/fund-overview/{accountId}': sampleOverview(),
    'GET /v1/api/fund/find-fees/{accountId}': sampleFees(),
    'GET /v1/api/fund/find-approvals/{accountId}': { secondPersonFrom: null, waiting: [], decided: [] },
    'GET /v1/api/fund/find-dues/{accountId}': { plans: [], payments: [] },
    'GET /v1/api/fund/find-mailed-statements/{accountId}': [],
    'GET /v1/api/member/findAllMembers': [],
  })
  signIn(['VMA', 'CMA'])
  const { user, back, address } = await render(<AccountMappingScreen />, { at: '/account-mapping' })
  await user.click(await screen.findByRole('combobox', { name: 'Account' }))
  await user.click(await screen.findByRole('option', { name: /^Harbour Club/ }))
  const [open] = await screen.findAllByRole('button', { name: 'New Participation' })
  await user.click(open!)
  const dialog = await screen.findByRole('dialog', { name: /New Participation/ })
  expect(within(dialog).getByRole('textbox', { name: 'Account number' })).toHaveValue('1001')
  back()
  await waitFor(() => expect(address()).toBe('/account-mapping'))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})
