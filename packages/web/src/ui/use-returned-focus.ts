// Returns the focus from a dialog that is rendered only while it is open. Mantine returns it from a dialog that stays
// rendered.
import { useEffect, useState } from 'react'

/** When the dialog is gone, focuses what had the focus before it, or the button of the menu that opened it. */
export function useReturnedFocus(): void {
  const [opener] = useState(() => openerOf(document.activeElement))
  useEffect(() => {
    // What had the focus went with the dialog whose place this one takes; that one has just returned the focus.
    const origin = opener?.isConnected === false ? document.activeElement : opener
    return () => {
      // The removed dialog had the focus, and nothing else has taken it.
      if (document.activeElement === document.body && origin instanceof HTMLElement && origin.isConnected)
        origin.focus({ preventScroll: true })
    }
  }, [opener])
}

/** A menu closes when one of its items is chosen; its button stays. */
function openerOf(focused: Element | null): Element | null {
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : focused
}
