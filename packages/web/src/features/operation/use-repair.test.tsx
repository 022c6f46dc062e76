import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { orderTicket } from '../../kernel/order-ticket.ts'
import { answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { useRepair } from './use-repair.ts'

const cancel = 'POST /v1/api/order/cancel-all-orders'
const cancelled = (orderId: string) => ({ orderId, outcome: 'CANCELLED' as const, message: '' })

function Repairs() {
  const { repair } = useRepair('8841-2207', () => undefined)
  const place = { directionality: 'SELL' as const, quantity: 20, stopPrice: 9.5, priceBasis: 'WORKING_STOP' as const }
  const start = () => void repair('1', { code: 'ACME', cancelOrderIds: ['41', '42'], place })
  return <button onClick={start}>Repair</button>
}

beforeEach(() => {
  signIn()
  orderTicket.set(undefined)
})

test('stops that cancel each other are cancelled in one call, then the ticket for the missing one opens', async () => {
  answers({ [cancel]: { message: '', cancelled: 2, failed: 0, orders: [cancelled('41'), cancelled('42')] } })
  const { user } = await render(<Repairs />)
  await user.click(screen.getByRole('button', { name: 'Repair' }))
  expect(await screen.findByText('The stop of ACME is cancelled.')).toBeInTheDocument()
  expect(sentTo(cancel)).toEqual([{ accountNumber: '8841-2207', orderIds: ['41', '42'] }])
  expect(orderTicket.get()).toMatchObject({ code: 'ACME', quantity: '20', price: '9.5' })
})

test('a stop that was filled meanwhile ends the repair and says so', async () => {
  const filled = { orderId: '42', outcome: 'OVER' as const, message: 'Order 42 was no longer open.' }
  answers({ [cancel]: { message: '', cancelled: 1, failed: 0, orders: [cancelled('41'), filled] } })
  const { user } = await render(<Repairs />)
  await user.click(screen.getByRole('button', { name: 'Repair' }))
  expect(await screen.findByText('Order 42 was no longer open.')).toBeInTheDocument()
  expect(orderTicket.get()).toBeUndefined()
})
