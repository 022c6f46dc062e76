// The lines of the table: closed positions one by one, or as one line, so that the table adds up either way.
import type { AttributionLine } from '@clubfolio/contract'
import { toCents, type Cents } from '@clubfolio/domain'

/** Returns the lines, with the closed ones as the last of the instruments' lines where they are not wanted. */
export function joinClosed(lines: readonly AttributionLine[], hasClosed: boolean): readonly AttributionLine[] {
  const closed = lines.filter(({ kind, isHeld }) => kind === 'LINES' && !isHeld)
  if (hasClosed || closed.length < 2) return lines
  const sum = (amountOf: (line: AttributionLine) => Cents): Cents =>
    toCents(closed.reduce((all, line) => all + amountOf(line), 0n))
  const parts = (valueOf: (line: AttributionLine) => number | null): number | null =>
    closed.some((line) => valueOf(line) === null)
      ? null
      : Math.round(closed.reduce((all, line) => all + (valueOf(line) ?? 0), 0) * 100) / 100
  const joined: AttributionLine = {
    kind: 'LINES',
    name: `${closed.length} closed positions`,
    code: null,
    detail: null,
    price: sum(({ price }) => price),
    income: sum(({ income }) => income),
    fees: sum(({ fees }) => fees),
    profit: sum(({ profit }) => profit),
    contribution: parts(({ contribution }) => contribution),
    excess: parts(({ excess }) => excess),
    weight: parts(({ weight }) => weight),
    daysHeld: closed.reduce((most, { daysHeld }) => Math.max(most, daysHeld), 0),
    isHeld: false,
  }
  return [
    ...lines.filter(({ kind, isHeld }) => kind === 'LINES' && isHeld),
    joined,
    ...lines.filter(({ kind }) => kind !== 'LINES'),
  ]
}
