// Escape closes the topmost dialog wherever the focus is, also one that waits behind the sign-in with something typed in it.
import { session } from '../../kernel/session.ts'

/** Call before anything else listens on the window: the first listener hears a key first. */
export function keepDialogsWhilePaused(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && session.isPaused()) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
