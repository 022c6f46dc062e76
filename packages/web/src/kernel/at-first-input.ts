// Loading what a page needs only once someone uses it.

const inputs = ['pointermove', 'pointerdown', 'keydown', 'click'] as const

/**
 * Calls `act` once, with the user's first input: they move a pointer, press a key or a button, or touch the screen.
 * A page that is only looked at never pays for it: `atFirstInput(() => void import('./rarely-needed.ts'))`.
 */
export function atFirstInput(act: () => void): void {
  const stop = new AbortController()
  const once = () => {
    stop.abort()
    act()
  }
  // Before the page's own listeners, which may end an event. Assistive technology clicks without a pointer.
  for (const input of inputs) addEventListener(input, once, { capture: true, passive: true, signal: stop.signal })
}
