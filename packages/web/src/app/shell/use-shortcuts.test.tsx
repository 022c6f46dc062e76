// The shortcuts of the shell: a key that is held is one press.
import { act, fireEvent } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { isShortcutHeld } from '../../kernel/held-shortcut.ts'
import { render } from '../../testing/render.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const onOrder = vi.fn<(direction: 'long' | 'short', isReview: boolean) => void>()
const nothing = () => undefined

function Shortcuts() {
  useShortcuts({ onPalette: nothing, onHelp: nothing, onFold: nothing, onOrder })
  return null
}

test('Shift B opens one ticket while it is held, and is known to be held until it is released', async () => {
  await render(<Shortcuts />)
  const down = (repeat: boolean) =>
    act(() => void fireEvent.keyDown(document.body, { key: 'B', shiftKey: true, repeat }))
  down(false)
  down(true)
  down(true)
  expect(onOrder.mock.calls).toEqual([['long', true]])
  expect(isShortcutHeld.get()).toBe(true)
  // The focus moves into the ticket.
  act(() => void fireEvent.blur(document.body))
  expect(isShortcutHeld.get()).toBe(true)
  act(() => void fireEvent.keyUp(document.body, { key: 'B', shiftKey: true }))
  expect(isShortcutHeld.get()).toBe(false)
  act(() => void fireEvent.keyDown(document.body, { key: 's' }))
  expect(isShortcutHeld.get()).toBe(false)
})
