// Which keys a number-only field accepts. Source: docs/rules/interface.md, "Number input".

export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

const editingKeys = new Set([
  'Delete',
  'Backspace',
  'Tab',
  'Escape',
  'Enter',
  'Home',
  'End',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
])
const commandKeys = new Set(['a', 'c', 'v', 'x'])

/**
 * Returns true for digits (main and numpad), one decimal point, the editing keys, and Ctrl/Cmd with A, C, V, X;
 * everything else is blocked. `text` is the field's current text, so that a second decimal point is blocked too.
 * `canBeSign`: a minus at this position would be the sign.
 */
export function isNumericKey({ key, ctrlKey, metaKey }: PressedKey, text: string, canBeSign = false): boolean {
  if (ctrlKey || metaKey) return commandKeys.has(key.toLowerCase())
  if (editingKeys.has(key)) return true
  if (key === '.' || key === 'Decimal') return !text.includes('.')
  if (key === '-') return canBeSign && !text.includes('-')
  return /^\d$/.test(key)
}

/**
 * Returns the character that a key types, if any: not with Ctrl or Cmd, but with AltGr, which some keyboards send as
 * Ctrl and Alt.
 */
export function typedCharacter({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: PressedKey & { readonly altKey: boolean }): string | undefined {
  if (metaKey || (ctrlKey && !altKey)) return undefined
  if (key === 'Decimal') return '.'
  return Array.from(key).length === 1 ? key : undefined
}
