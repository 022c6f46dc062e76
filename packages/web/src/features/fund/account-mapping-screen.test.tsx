import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { accountId, sampleAccount, sampleFees, sampleOverview, sampleProfile } from '../../testing/samples.ts'
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
