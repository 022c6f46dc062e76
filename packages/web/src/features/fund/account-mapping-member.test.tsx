import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleProfile } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
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
