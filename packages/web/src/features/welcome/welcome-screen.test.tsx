import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleProfile } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { WelcomeScreen } from './welcome-screen.tsx'

beforeEach(() =>
  answers({
    'GET /v1/api/user/find-my-profile': sampleProfile({ memberOf: [] }),
    'GET /v1/api/fund/find-my-participations': [],
  }),
)

test('a user without keys is welcomed, reads who can change that, and finds what is open already', async () => {
  signIn([])
  await render(<WelcomeScreen />, { at: '/welcome' })
  expect(screen.getByRole('heading', { name: 'Welcome, Mara' })).toBeVisible()
  expect(screen.getByText(/An administrator adds you to a group/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'My funds' })).toHaveAttribute('href', '/my-funds')
  expect(screen.getByRole('link', { name: 'User Profile' })).toHaveAttribute('href', '/profile')
})

test('once a group allows something it leads to the start', async () => {
  signIn([])
  await render(<WelcomeScreen />, { at: '/welcome' })
  signIn(['VD'])
  expect(screen.getByRole('link', { name: 'Go to the start' })).toHaveAttribute('href', '/')
})

test('a member for whom nothing is recorded yet is welcomed as a member, not as a user without rights', async () => {
  answers({ 'GET /v1/api/user/find-my-profile': sampleProfile({ memberOf: ['Jon Vale', 'Ida Lund'] }) })
  signIn([])
  await render(<WelcomeScreen />, { at: '/welcome' })
  expect(await screen.findByText('You are a member of the fund of Jon Vale and Ida Lund')).toBeVisible()
  expect(screen.getByText(/Once your first contribution is recorded/)).toBeVisible()
  expect(screen.queryByText(/your groups do not allow anything/)).not.toBeInTheDocument()
})
