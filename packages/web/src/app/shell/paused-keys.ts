// Keeps dialogs open while the page is paused. Escape normally closes the topmost dialog wherever the focus is,
// including one with typed text that waits behind the sign-in.
import { session } from '../../kernel/session.ts'

/** Call before any other listener is added to the window: the first listener receives a key first. */
export function keepDialogsWhilePaused(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && session.isPaused()) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
