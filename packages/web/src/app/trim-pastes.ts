// Trims pasted text: symbols, codes, bank numbers and addresses are copied with blanks around them; " QUI " becomes QUI
// in every single-line field. Passwords are unchanged, and so are pastes that a field handles itself (the number
// field).
import { trimTyped } from '../ui/plain-number.ts'

const trimmed = new Set(['text', 'search', 'email', 'tel', 'url'])

export function trimPastes(): void {
  document.addEventListener('paste', (event) => {
    const input = event.target
    if (
      event.defaultPrevented ||
      !(input instanceof HTMLInputElement) ||
      !trimmed.has(input.type) ||
      input.readOnly ||
      input.disabled
    )
      return
    const pasted = event.clipboardData?.getData('text/plain') ?? ''
    const text = trimTyped(pasted)
    // Multi-line text is left to the browser, which joins its lines. Within other text a blank may be intended, so only
    // a paste that replaces the whole content is trimmed.
    if (text === pasted || text === '' || /[\r\n]/.test(text)) return
    // Email fields do not expose their selection.
    if (input.selectionStart === null && input.value !== '') return
    const [start, end] = [input.selectionStart ?? 0, input.selectionEnd ?? 0]
    const isWhole = input.value.slice(0, start).trim() === '' && input.value.slice(end).trim() === ''
    if (!isWhole) return
    event.preventDefault()
    // Bypasses the setter that React puts on each field, so that React notices the change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      input,
      input.maxLength > 0 ? text.slice(0, input.maxLength) : text,
    )
    if (input.selectionStart !== null) input.setSelectionRange(input.value.length, input.value.length)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste', data: text }))
  })
}
