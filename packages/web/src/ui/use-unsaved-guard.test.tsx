import { useNavigate } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { discardUnsaved } from './unsaved-work.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

const question = { question: 'Do you want to discard this report?', accept: 'Discard' }

function Composer() {
  const [name, setName] = useState('')
  const navigate = useNavigate()
  useUnsavedGuard(name !== '', question)
  const leave = () => void navigate({ to: '/wallet' })
  return (
    <>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <button type="button" onClick={leave}>
        Wallet
      </button>
      <button type="button" onClick={() => void navigate({ to: '/report', search: {} })}>
        Same place
      </button>
      <button
        type="button"
        onClick={() => {
          discardUnsaved()
          leave()
        }}
      >
        Save
      </button>
    </>
  )
}

const dialog = () => screen.findByRole('dialog', { name: question.question })
const press = (name: string) => screen.getByRole('button', { name })

async function renderTyped() {
  const page = await render(<Composer />, { at: '/report' })
  await page.user.type(screen.getByLabelText('Name'), 'Gains')
  return page
}

test('leaving without a change asks nothing', async () => {
  const { user, address } = await render(<Composer />, { at: '/report' })
  await user.click(press('Wallet'))
  await waitFor(() => expect(address()).toBe('/wallet'))
})

test('leaving unsaved work asks, and Cancel stays with everything typed', async () => {
  const { user, address } = await renderTyped()
  await user.click(press('Wallet'))
  await dialog()
  await user.click(press('Cancel'))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(address()).toBe('/report')
  expect(screen.getByLabelText('Name')).toHaveValue('Gains')
})

test('Discard leaves', async () => {
  const { user, address } = await renderTyped()
  await user.click(press('Wallet'))
  await dialog()
  await user.click(press('Discard'))
  await waitFor(() => expect(address()).toBe('/wallet'))
})

test('work that was just saved is left without a question', async () => {
  const { user, address } = await renderTyped()
  await user.click(press('Save'))
  await waitFor(() => expect(address()).toBe('/wallet'))
})

test('a move within the same place loses nothing and asks nothing', async () => {
  const { user } = await renderTyped()
  await user.click(press('Same place'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
