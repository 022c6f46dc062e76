// Whether the key of a shortcut that can be held is still down since it was pressed.
import { createUserStore } from './store.ts'

export const isShortcutHeld = createUserStore(false)

/** How long something has to be held, with a key, a pointer or a finger, before it is done. */
export const holdMs = 1_000

/**
 * Call when the key goes down. Any key that is released or pressed besides, a press of the pointer, and a window that
 * loses the keyboard end it, so that it is never believed to be down when it is not.
 */
export function followShortcut(): void {
  const events = ['keyup', 'keydown', 'pointerdown', 'blur'] as const
  const end = (event: Event) => {
    if (event instanceof KeyboardEvent && event.type === 'keydown' && event.repeat) return
    // An element that loses the focus to another one says so on its way through the window too.
    if (event.type === 'blur' && event.target instanceof Node) return
    isShortcutHeld.set(false)
    for (const name of events) window.removeEventListener(name, end, true)
    document.removeEventListener('visibilitychange', end)
  }
  isShortcutHeld.set(true)
  for (const name of events) window.addEventListener(name, end, true)
  document.addEventListener('visibilitychange', end)
}
