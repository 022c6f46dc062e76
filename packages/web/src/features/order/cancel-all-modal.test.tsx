// Cancelling everything while the brokerage answers: what each order is said to be, and the outcome after the dialog.
import type { Order } from '@clubfolio/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { queryClient } from '../../kernel/query-client.ts'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { CancelAllModal } from './cancel-all-modal.tsx'

const orders = ['41', '42', '43'].map((orderId) => sampleOrder({ orderId, status: 'WORKING' }))
const accountNumber = orders[0]!.accountNumber

function Page() {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? (
    <CancelAllModal accountNumber={accountNumber} subject="Paper" onClose={() => setOpen(false)} />
  ) : (
    <p>Closed</p>
  )
}

/** Confirms the cancellation of three orders; the brokerage answers when `answer` is called. */
async function cancelThree() {
  signIn()
  const listed = { orders: orders as readonly Order[] }
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  answers({
    'POST /v1/api/order/find-orders': () => [...listed.orders],
    'POST /v1/api/order/cancel-all-orders': async () => {
      await answered
      return {
        message: '2 orders were cancelled. 1 could not be cancelled.',
        cancelled: 2,
        failed: 1,
        orders: [
          { orderId: '41', outcome: 'CANCELLED' as const, message: '' },
          { orderId: '42', outcome: 'CANCELLED' as const, message: '' },
          { orderId: '43', outcome: 'FAILED' as const, message: 'The brokerage refused it.' },
        ],
      }
    },
  })
  const { user } = await render(<Page />)
  await user.click(await screen.findByRole('button', { name: 'Cancel 3 orders' }))
  await screen.findByText('0 of 3 done')
  return { user, listed, answer }
}

test('a dialog that continues in the background still says what could not be cancelled', async () => {
  const { user, answer } = await cancelThree()
  await user.click(screen.getByRole('button', { name: 'Continue in the background' }))
  await screen.findByText('Closed')
  answer()
  expect(await screen.findByRole('alert')).toHaveTextContent('2 orders were cancelled. 1 could not be cancelled.')
})

test('until the answer an order is said to be closed or being cancelled, and not to be cancelled', async () => {
  const { listed, answer } = await cancelThree()
  const lines = () =>
    within(screen.getByRole('list', { name: 'Orders to cancel' }))
      .getAllByRole('listitem')
      .map(({ lastChild }) => lastChild?.textContent)
  expect(lines()).toEqual(['Cancelling…', 'Cancelling…', 'Cancelling…'])
  // The first one may have been filled: the list of open orders does not say.
  listed.orders = [{ ...orders[1]!, status: 'PENDING_CANCEL' }, orders[2]!]
  await act(() => queryClient.invalidateQueries({ queryKey: ['order'] }))
  await screen.findByText('1 of 3 done')
  expect(lines()).toEqual(['No longer open', 'Being cancelled…', 'Cancelling…'])
  answer()
  await screen.findByText('3 of 3 done')
  expect(lines()).toEqual(['Cancelled', 'Cancelled', 'Not cancelled: The brokerage refused it.'])
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1))
})
