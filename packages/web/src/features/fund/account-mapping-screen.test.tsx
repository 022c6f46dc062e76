import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
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
