// Defines which text a number field accepts as a number, and the value that it passes to its form otherwise.
// Source: docs/rules/interface.md, "Number input"; docs/decisions/0016-one-number-field.md.

/** No field of the product needs more digits; a longer text is a typing or clipboard mistake. */
const longestNumber = 24

/**
 * Returns true for digits with at most one decimal point, with a leading minus if `isSigned`, and nothing else. Empty,
 * "-", "5." and ".5" are partial numbers; the form validates them.
 */
export const isPlainNumber = (text: string, isSigned = false): boolean => isPlain(text, longestNumber, isSigned)

const isPlain = (text: string, longest: number, isSigned: boolean): boolean =>
  text.length <= longest && (isSigned ? /^-?\d*\.?\d*$/ : /^\d*\.?\d*$/).test(text)

/**
 * Removes blanks and invisible characters at both ends, as spreadsheets and messages leave them:
 * `trimTyped("\u00a0QUI\n")` is "QUI".
 */
export const trimTyped = (text: string): string => text.replaceAll(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')

export interface NumberAffixes {
  readonly prefix?: string | undefined
  readonly suffix?: string | undefined
}

/**
 * Returns a pasted number without redundant characters: surrounding blanks, the field's own "$" or "%", and commas that
 * can only be thousands separators: "1,234.50" and "1,234,567", but not "1,234", which half of the world reads as
 * 1.234. Everything else is unchanged. `readPastedNumber("$1,234.50", { prefix: '$' })` is "1234.50".
 */
export function readPastedNumber(
  pasted: string,
  { prefix = '', suffix = '' }: NumberAffixes,
  isSigned = false,
): string {
  const text = trimTyped(pasted)
  if (isSigned && /^[-\u2212][\d.]/.test(text)) {
    const size = readPastedNumber(text.slice(1), { suffix })
    return isPlainNumber(size) ? `-${size}` : pasted
  }
  const bare = trimTyped(withoutEnd(text.startsWith(prefix) ? text.slice(prefix.length) : text, suffix))
  if (/^\d{1,3}(,\d{3})+\.\d+$|^\d{1,3}(,\d{3}){2,}$/.test(bare)) return bare.replaceAll(',', '')
  return /^\d+\.?\d*$|^\.\d+$/.test(bare) ? bare : pasted
}

const withoutEnd = (text: string, end: string): string =>
  end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text

const unread = '?'

/**
 * Returns the value that a form holds while its field is invalid: the typed text behind a marker that no number parser
 * accepts.
 */
export const unreadNumber = (text: string): string => `${unread}${text}`

/** Returns true when a field's value is a text that is not a number: no form may submit it. */
export const isInvalidNumber = (value: string): boolean => value.startsWith(unread)

/** Returns the typed text of a field's value. */
export const typedOf = (value: string): string => (isInvalidNumber(value) ? value.slice(unread.length) : value)

/** Returns the error message of a field whose value is not a number; undefined for a number or an empty field. */
export function numberIssue(value: string, isSigned = false): string | undefined {
  if (!isInvalidNumber(value)) return undefined
  const text = trimTyped(typedOf(value))
  const accepted = isSigned
    ? 'digits and one decimal point, with a minus in front if it is negative, like -1234.56.'
    : 'digits and one decimal point, like 1234.56.'
  if (isPlainNumber(text, isSigned)) return `A key was blocked. Clear the field, then use ${accepted}`
  return isPlain(text, Infinity, isSigned)
    ? `That number is too long. Use at most ${longestNumber} digits.`
    : `"${text}" is not a plain number. Use ${accepted}`
}
