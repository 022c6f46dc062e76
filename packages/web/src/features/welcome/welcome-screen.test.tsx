import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { WelcomeScreen } from './welcome-screen.tsx'

test('a user without keys is welcomed, reads who can change that, and finds what is open already', async () => {
  signIn([])
  await render(<WelcomeScreen />, { at: '/welcome' })
  expect(screen.getByRole('heading', { name: 'Welcome, Mara' })).toBeVisible()
  expect(screen.getByText(/An administrator adds you to a group/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'My participations' })).toHaveAttribute('href', '/account-mapping')
  expect(screen.getByRole('link', { name: 'User Profile' })).toHaveAttribute('href', '/profile')
})

test('once a group allows something it leads to the start', async () => {
  signIn([])
  await render(<WelcomeScreen />, { at: '/welcome' })
  signIn(['VD'])
  expect(screen.getByRole('link', { name: 'Go to the start' })).toHaveAttribute('href', '/')
})
