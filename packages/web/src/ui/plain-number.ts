// What a number field takes as a number, and what it hands to its form while it holds something else.
// Source: specification 1, section 9; specification 2, section 5; decision 0016.

/** No field of the product needs more digits; a longer text is a slip of the hand or of the clipboard. */
const longestNumber = 24

/**
 * Digits with at most one decimal point, a minus in front of a signed one, and nothing else. Empty, "-", "5." and ".5" are on the way to a
 * number; the form judges them.
 */
export const isPlainNumber = (text: string, isSigned = false): boolean => isPlain(text, longestNumber, isSigned)

const isPlain = (text: string, longest: number, isSigned: boolean): boolean => text.length <= longest && (isSigned ? /^-?\d*\.?\d*$/ : /^\d*\.?\d*$/).test(text)

/** Without blanks and invisible signs at both ends, as spreadsheets and messages leave them: `trimTyped("\u00a0QUI\n")` is "QUI". */
export const trimTyped = (text: string): string => text.replaceAll(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')

export interface NumberAffixes {
  readonly prefix?: string | undefined
  readonly suffix?: string | undefined
}

/**
 * A pasted number without what says nothing else about it: blanks around it, the field's own "$" or "%", and commas between thousands
 * where they can be nothing but that: "1,234.50" and "1,234,567", but not "1,234", which is 1.234 to half of the world.
 * Everything else stays as it is. `readPastedNumber("$1,234.50", { prefix: '$' })` is "1234.50".
 */
export function readPastedNumber(pasted: string, { prefix = '', suffix = '' }: NumberAffixes, isSigned = false): string {
  const text = trimTyped(pasted)
  if (isSigned && /^[-\u2212][\d.]/.test(text)) {
    const size = readPastedNumber(text.slice(1), { suffix })
    return isPlainNumber(size) ? `-${size}` : pasted
  }
  const bare = trimTyped(withoutEnd(text.startsWith(prefix) ? text.slice(prefix.length) : text, suffix))
  if (/^\d{1,3}(,\d{3})+\.\d+$|^\d{1,3}(,\d{3}){2,}$/.test(bare)) return bare.replaceAll(',', '')
  return /^\d+\.?\d*$|^\.\d+$/.test(bare) ? bare : pasted
}

const withoutEnd = (text: string, end: string): string => (end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text)

const unread = '?'

/** What a form holds while its field is invalid: the typed text behind a sign that no reader of numbers accepts. */
export const unreadNumber = (text: string): string => `${unread}${text}`

/** Whether a field's value stands for a text that is not a number: no form may go on with it. */
export const isUnreadNumber = (value: string): boolean => value.startsWith(unread)

/** The typed text of a field's value. */
export const typedOf = (value: string): string => (isUnreadNumber(value) ? value.slice(unread.length) : value)

/** What a field says while its value is no number; undefined while it is one or empty. */
export function numberIssue(value: string, isSigned = false): string | undefined {
  if (!isUnreadNumber(value)) return undefined
  const text = trimTyped(typedOf(value))
  const accepted = isSigned ? 'digits and one decimal point, with a minus in front if it is negative, like -1234.56.' : 'digits and one decimal point, like 1234.56.'
  if (isPlainNumber(text, isSigned)) return `A key was blocked. Clear the field, then use ${accepted}`
  return isPlain(text, Infinity, isSigned) ? `That number is too long. Use at most ${longestNumber} digits.` : `"${text}" is not a plain number. Use ${accepted}`
}
