import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { render } from '../testing/render.tsx'
import { DisabledReason } from './disabled-reason.tsx'

const reason = 'Only an open order can be changed.'

async function renderControl(why: string | undefined) {
  const onClick = vi.fn<() => void>()
  const { user } = await render(
    <DisabledReason reason={why}>
      <button type="button" onClick={onClick}>
        Change
      </button>
    </DisabledReason>,
  )
  return { user, onClick, control: screen.getByRole('button', { name: 'Change' }) }
}

test('a disabled control is described by its reason, stays a Tab stop and does nothing', async () => {
  const { user, onClick, control } = await renderControl(reason)
  expect(control).toHaveAttribute('aria-disabled', 'true')
  expect(control).toHaveAccessibleDescription(reason)
  await user.tab()
  expect(control).toHaveFocus()
  await user.keyboard('{Enter}')
  await user.click(control)
  expect(onClick).not.toHaveBeenCalled()
})

test('an enabled control has no reason and acts', async () => {
  const { user, onClick, control } = await renderControl(undefined)
  expect(control).not.toHaveAttribute('aria-disabled')
  expect(control).not.toHaveAccessibleDescription()
  await user.click(control)
  expect(onClick).toHaveBeenCalledOnce()
})
