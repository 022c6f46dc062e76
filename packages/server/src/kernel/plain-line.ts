// Words from elsewhere, such as a brokerage's reason, as one line that every table and page can hold.

/**
 * One line of at most `maxLength` characters: control characters become spaces, half characters the replacement sign, and what is
 * too long ends in an ellipsis. `plainLine('Rejected:\n  no cash', 40)` is "Rejected: no cash".
 */
export function plainLine(text: string, maxLength: number): string {
  const line = text.replaceAll(/\p{Surrogate}/gu, '\ufffd').replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  const characters = Array.from(line)
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('').trimEnd()}…`
}
