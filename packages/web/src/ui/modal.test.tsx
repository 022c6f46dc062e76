import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { confirm } from './confirm.tsx'
import { Modal } from './modal.tsx'

function Nested() {
  const [isOpen, setOpen] = useState(true)
  const [isInner, setInner] = useState(false)
  return (
    <Modal isOpen={isOpen} onClose={() => setOpen(false)} title="Books">
      <button type="button" onClick={() => setInner(true)}>
        Calculation
      </button>
      <button type="button" onClick={() => void confirm({ question: 'Charge?' })}>
        Charge
      </button>
      {isInner ? (
        <Modal isOpen onClose={() => setInner(false)} title="Calculation of the charge">
          Lots
        </Modal>
      ) : null}
    </Modal>
  )
}

test.each([
  ['Calculation', 'Calculation of the charge'],
  ['Charge', 'Charge?'],
])('Escape closes what %s opened, then the dialog behind it', async (opener, name) => {
  const { user } = await render(<Nested />)
  await user.click(await screen.findByRole('button', { name: opener }))
  await screen.findByRole('dialog', { name })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).not.toBeInTheDocument())
  expect(screen.getByRole('dialog', { name: 'Books' })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Books' })).not.toBeInTheDocument())
})
