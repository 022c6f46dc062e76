// Keys between opening the palette and its field being there: they end up in the field and are no shortcuts.
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createStore, useStore } from '../../kernel/store.ts'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { CommandPalette } from './command-palette.tsx'
import { forgetHeldTyping, holdTyping } from './held-typing.ts'
import { useShortcuts } from './use-shortcuts.ts'

const onOrder = vi.fn<(direction: 'long' | 'short', isReview: boolean) => void>()
const nothing = () => undefined
const type = (...keys: string[]) => {
  for (const key of keys) act(() => void fireEvent.keyDown(document.body, { key }))
}

const isOpen = createStore(false)
const setOpen = (next: boolean) => act(() => isOpen.set(next))

function Page() {
  useShortcuts({ onPalette: nothing, onHelp: nothing, onFold: nothing, onOrder })
  return useStore(isOpen) ? <CommandPalette onClose={nothing} /> : null
}

beforeEach(() => {
  onOrder.mockClear()
  signIn()
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [],
    'GET /v1/api/account/view-my-default-account/{userId}': null,
  })
})

test('are typed into the field when it is there, and are shortcuts again when the palette is gone', async () => {
  await render(<Page />)
  act(holdTyping)
  type('b', 'u', 'u', 'Backspace', 'y', ' ', '5', 'Enter')
  expect(onOrder).not.toHaveBeenCalled()
  setOpen(true)
  const field = await screen.findByRole('combobox', { name: 'Search screens and actions' })
  expect(field).toHaveValue('buy 5')
  expect(field).toHaveFocus()
  // Pressing the shortcut once more holds nothing back from the field.
  act(holdTyping)
  const passed = vi.fn<(event: Event) => void>()
  field.addEventListener('keydown', passed)
  act(() => void fireEvent.keyDown(field, { key: '0' }))
  expect(passed).toHaveBeenCalledOnce()
  setOpen(false)
  type('b')
  expect(onOrder.mock.calls).toEqual([['long', false]])
})

test('are shortcuts again when the palette is closed before its field was there', async () => {
  await render(<Page />)
  act(holdTyping)
  type('b')
  act(forgetHeldTyping)
  type('s')
  expect(onOrder.mock.calls).toEqual([['short', false]])
})
