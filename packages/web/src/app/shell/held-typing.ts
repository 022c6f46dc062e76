// What is typed between opening the command palette and its field being there. The palette's code loads with its first
// use, and until then a key would be a shortcut of the page: the "b" of "buy 100" opens an order ticket.

let text = ''
let isFieldThere = false

/** Call when the palette opens: keys wait for its field. */
export function holdTyping(): void {
  if (!isFieldThere) addEventListener('keydown', hold, { capture: true })
}

/** Call when the field is there and has the focus. Returns what was typed until then: "buy 1". */
export function takeHeldTyping(): string {
  const held = text
  stop()
  isFieldThere = true
  return held
}

/** Call when the palette is closed, also before its field was there. */
export function forgetHeldTyping(): void {
  stop()
  isFieldThere = false
}

function stop(): void {
  removeEventListener('keydown', hold, { capture: true })
  text = ''
}

function hold(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (event.key === 'Backspace') text = text.slice(0, -1)
  else if (event.key.length === 1) text += event.key
  // Nothing is found yet that Enter could open.
  else if (event.key !== 'Enter') return
  event.preventDefault()
  event.stopImmediatePropagation()
}
