// Symbols, codes, bank numbers and addresses are copied with blanks around them: " QUI " is QUI in every field of one line.
// Passwords stay as they are, and so does what a field has taken by itself (the field for numbers).
import { trimTyped } from '../ui/plain-number.ts'

const trimmed = new Set(['text', 'search', 'email', 'tel', 'url'])

export function trimPastes(): void {
  document.addEventListener('paste', (event) => {
    const input = event.target
    if (event.defaultPrevented || !(input instanceof HTMLInputElement) || !trimmed.has(input.type) || input.readOnly || input.disabled) return
    const pasted = event.clipboardData?.getData('text/plain') ?? ''
    const text = trimTyped(pasted)
    // Between other words a blank may be meant; lines are the browser's to join.
    if (text === pasted || text === '' || /[\r\n]/.test(text)) return
    // Fields for addresses do not tell their selection.
    if (input.selectionStart === null && input.value !== '') return
    const [start, end] = [input.selectionStart ?? 0, input.selectionEnd ?? 0]
    const isWhole = input.value.slice(0, start).trim() === '' && input.value.slice(end).trim() === ''
    if (!isWhole) return
    event.preventDefault()
    // Past the setter that the page's library puts on each field, so that it notices the change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, input.maxLength > 0 ? text.slice(0, input.maxLength) : text)
    if (input.selectionStart !== null) input.setSelectionRange(input.value.length, input.value.length)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste', data: text }))
  })
}
