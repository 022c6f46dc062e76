// The full-screen 'Loading...' always has a way out. Source: docs/rules/interface.md, "Failures".
import { Modal, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { BusyOverlay } from './busy-overlay.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

/** A dialog whose saving is never answered. */
function Saving() {
  const save = useMutation({ mutationFn: () => new Promise<never>(() => undefined) })
  return (
    <>
      <BusyOverlay />
      <Modal opened onClose={() => undefined} title="Names">
        <TextInput label="First name" />
        <button onClick={() => save.mutate()}>Save</button>
      </Modal>
    </>
  )
}

test('it covers the page after 400 ms, and offers a way out by keyboard that keeps what was typed', async () => {
  const { user } = await render(<Saving />)
  const name = await screen.findByLabelText('First name')
  await user.type(name, 'Ada')
  const save = screen.getByRole('button', { name: 'Save' })
  await user.click(save)
  expect(screen.queryByText('Loading...')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(450))
  expect(screen.getByText('Loading...')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.getByRole('button', { name: 'Continue without waiting' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.queryByText('Loading...')).toBeNull()
  expect(name).toHaveValue('Ada')
  expect(save).toHaveFocus()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.queryByText('Loading...')).toBeNull()
})
