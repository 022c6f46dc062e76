// Comma-separated text for spreadsheets (RFC 4180). User-entered text never becomes a formula.

/**
 * Formats rows of cells as RFC 4180 text with a byte order mark, so that spreadsheets read it as UTF-8. Each line ends
 * with CR LF. `csvText([['Member'], ['Okafor, Adaeze']])` is `\uFEFFMember\r\n"Okafor, Adaeze"\r\n`.
 */
export function csvText(lines: Iterable<readonly string[]>): string {
  const parts = ['\uFEFF']
  for (const cells of lines) parts.push(cells.map(csvCell).join(','), '\r\n')
  return parts.join('')
}

/**
 * Formats one cell: quoted where needed, and with an apostrophe in front of text that a spreadsheet would evaluate
 * (`=`, `+`, `-`, `@`, tab, carriage return at the start). Plain numbers stay numbers. Text with a leading plus is not
 * treated as a number, because phone numbers start that way and a spreadsheet would turn them into 1.2E+10.
 * `csvCell('=1+1')` is `'=1+1`, `csvCell('-12.50')` is `-12.50`, `csvCell('+12125550100')` is `'+12125550100`.
 */
export function csvCell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
