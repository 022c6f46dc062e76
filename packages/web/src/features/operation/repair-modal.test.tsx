import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { render } from '../../testing/render.tsx'
import { sampleOperation } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { RepairModal } from './repair-modal.tsx'

test('each repair says what it does, and its button is called by that and by its position', async () => {
  signIn()
  const place = { directionality: 'BUY' as const, quantity: 100, stopPrice: 41, priceBasis: 'LAST_PRICE' as const }
  const orphan = { orderId: '51', code: 'GONE', instruction: 'BUY_TO_COVER', quantity: 20, stopPrice: 9.5 }
  await render(
    <RepairModal
      accountNumber="8841-2207"
      operations={[sampleOperation({ repair: { cancelOrderIds: [], place } })]}
      orphans={[orphan]}
      scope="all"
      onClose={() => undefined}
    />,
  )
  expect(screen.getByText('AAA: 100 held, no stop')).toBeVisible()
  expect(screen.getByText('Buy 100 AAA to cover at a stop of $41.00, good till cancelled.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Place stop of AAA' })).toHaveTextContent('Place stop')
  expect(screen.getByText('GONE: a stop to buy to cover 20 at $9.50 has nothing to close')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel stop of GONE' })).toHaveTextContent('Cancel stop')
})
