// External text, such as a brokerage's reason, as one line that fits every table and page.

/**
 * Returns one line of at most `maxLength` characters: control characters become spaces, lone surrogates the replacement
 * character, and longer text ends in an ellipsis. `plainLine('Rejected:
 * no cash', 40)` is "Rejected: no cash".
 */
export function plainLine(text: string, maxLength: number): string {
  const line = text
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length <= maxLength
    ? line
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
}
