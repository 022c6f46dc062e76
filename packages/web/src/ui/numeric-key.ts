// Which keys a number-only field lets through. Source: specification 1, section 9; specification 2, section 5.

export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

const editingKeys = new Set(['Delete', 'Backspace', 'Tab', 'Escape', 'Enter', 'Home', 'End', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'])
const commandKeys = new Set(['a', 'c', 'v', 'x'])

/**
 * Digits (main and numpad), one decimal point, the editing keys, and Ctrl/Cmd with A, C, V, X; everything else is blocked.
 * `text` is what the field holds, so that a second decimal point is blocked too.
 */
export function isNumericKey({ key, ctrlKey, metaKey }: PressedKey, text: string): boolean {
  if (ctrlKey || metaKey) return commandKeys.has(key.toLowerCase())
  if (editingKeys.has(key)) return true
  if (key === '.' || key === 'Decimal') return !text.includes('.')
  return /^\d$/.test(key)
}

/** What a paste leaves in the field: digits and the first decimal point. `numericText("$1,234.50")` is "1234.50". */
export function numericText(text: string): string {
  const [whole = '', ...rest] = text.replaceAll(/[^\d.]/g, '').split('.')
  return rest.length === 0 ? whole : `${whole}.${rest.join('')}`
}
