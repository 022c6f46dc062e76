// Escape closes the innermost open menu, and only that one. Mantine closes a menu by Escape while the focus is inside
// of it, and a dialog wherever the focus is. Without this, Escape on the button that opened a menu does nothing, and
// Escape in a menu of a dialog closes the dialog too.

/** Menus, popovers and calendars on the screen; the theme marks them. A list of options has a field that closes it. */
const menus = '[role="menu"][data-mantine-stop-propagation], [role="dialog"][data-mantine-stop-propagation]'

/** Call before a dialog adds its listener to the window: the first listener receives a key first. */
export function closeMenusByEscape(): void {
  /** Closed already, but still fading out. */
  const closed = new WeakSet<Element>()
  let isPassedOn = false
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || isPassedOn || isOpenList(event.target)) return
      const menu = [...document.querySelectorAll(menus)].findLast((one) => !closed.has(one))
      if (!menu) return
      closed.add(menu)
      event.stopImmediatePropagation()
      isPassedOn = true
      // What lies around the menu listens while the key bubbles, and must not hear of this one.
      menu.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: false }))
      isPassedOn = false
    },
    { capture: true },
  )
}

const isOpenList = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('[role="combobox"][aria-expanded="true"]')
