import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, noResponse } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { cents, sampleAccount } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { OrderScreen } from './order-screen.tsx'

test('orders that could not be loaded at all say why, and no time of earlier data', async () => {
  signIn()
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount()],
    'GET /v1/api/operation/find-protection-by-account/{accountNumber}': {
      realValue: cents(0),
      readAt: null,
      orphanedStops: [],
      rejectedStops: [],
    },
    'POST /v1/api/order/find-orders': noResponse,
  })
  await render(<OrderScreen />, { at: '/order' })
  const alert = await screen.findByText('The orders could not be loaded', {}, { timeout: 10_000 })
  expect(alert.closest('[role="alert"]')).toHaveTextContent(/The server cannot be reached/)
  expect(alert.closest('[role="alert"]')).not.toHaveTextContent('Last good data')
})
