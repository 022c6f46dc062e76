import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, noResponse } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { cents, sampleAccount, sampleOrder } from '../../testing/samples.ts'
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
      filledParts: [],
    },
    'POST /v1/api/order/find-orders': noResponse,
  })
  await render(<OrderScreen />, { at: '/order' })
  const alert = await screen.findByText('The orders could not be loaded', {}, { timeout: 10_000 })
  expect(alert.closest('[role="alert"]')).toHaveTextContent(/The server cannot be reached/)
  expect(alert.closest('[role="alert"]')).not.toHaveTextContent('Last good data')
})

test('a read-only account says why its orders can be neither changed nor cancelled', async () => {
  signIn()
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount({ isReadOnly: true })],
    'GET /v1/api/operation/find-protection-by-account/{accountNumber}': {
      realValue: cents(0),
      readAt: null,
      orphanedStops: [],
      rejectedStops: [],
      filledParts: [],
    },
    'POST /v1/api/order/find-orders': [sampleOrder()],
  })
  const { user } = await render(<OrderScreen />, { at: '/order' })
  for (const name of ['Change order 41', 'Cancel order 41']) {
    const control = await screen.findByRole('button', { name })
    expect(control).toHaveAttribute('aria-disabled', 'true')
    expect(control).toHaveAccessibleDescription('The account is read only')
    await user.click(control)
  }
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a part of an entry without a stop is announced with its time, and a divided order names its rest', async () => {
  signIn()
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount()],
    'GET /v1/api/operation/find-protection-by-account/{accountNumber}': {
      realValue: cents(0),
      readAt: null,
      orphanedStops: [],
      rejectedStops: [],
      filledParts: [
        {
          orderId: '41',
          code: 'ACME',
          filled: 24,
          left: 76,
          dividesAt: Date.parse('2026-03-04T15:00:30Z'),
          hasStop: false,
        },
      ],
    },
    'POST /v1/api/order/find-orders': [
      sampleOrder({ status: 'WORKING', description: 'The rest of order 40.' }),
      sampleOrder({ orderId: '39', status: 'FILLED', description: 'Filled on the bar of a whole day.' }),
    ],
  })
  await render(<OrderScreen />, { at: '/order' })
  expect(await screen.findByText(/24 ACME of order 41 are filled .* by 10:00:30 ET/)).toBeVisible()
  expect(await screen.findByText('The rest of order 40.')).toBeVisible()
  // What a filled order was filled by is said in its hint alone.
  expect(screen.queryByText('Filled on the bar of a whole day.')).not.toBeInTheDocument()
})
