// How much of a file was understood, in figures and in words.
// Source: docs/rules/market.md, "When an import makes its market active".

/** Whole percent of the lines of a file. */
const leastUnderstoodPercent = 90

export interface Understood {
  readonly rowsRead: number
  readonly rowsUnderstood: number
}

export const isDoubtful = ({ rowsRead, rowsUnderstood }: Understood): boolean =>
  rowsUnderstood * 100 < rowsRead * leastUnderstoodPercent

/** `17 percent of prices.csv was understood (1,420 of 8,111 lines)`; rounded down, so that 90 means 90. */
export function describeUnderstood(name: string, { rowsRead, rowsUnderstood }: Understood): string {
  const count = (lines: number) => lines.toLocaleString('en-US')
  const percent = Math.floor((100 * rowsUnderstood) / rowsRead)
  return `${percent} percent of ${name} was understood (${count(rowsUnderstood)} of ${count(rowsRead)} lines)`
}
