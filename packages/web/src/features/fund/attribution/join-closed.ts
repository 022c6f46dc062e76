// The lines of the table: those without a position one by one, or as one line, so that the table adds up either way.
import type { AttributionGrouping, AttributionLine } from '@clubfolio/contract'
import { toCents, type Cents } from '@clubfolio/domain'

/** What lines of a grouping are called together; other groupings have "groups". */
const groupNames: Partial<Readonly<Record<string, string>>> = {
  UNDERLYING: 'underlyings',
  SIDE: 'sides',
  ASSET_TYPE: 'asset classes',
  SECTOR: 'sectors',
  INDUSTRY: 'industries',
  COUNTRY: 'countries',
}

/** Returns what lines that hold nothing any more are called: "Closed positions", "Sectors without a position". */
export function closedName(grouping: AttributionGrouping): string {
  if (grouping === 'INSTRUMENT') return 'Closed positions'
  const name = groupNames[grouping] ?? 'groups'
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} without a position`
}

export interface JoinClosedOptions {
  readonly grouping: AttributionGrouping
  /** Shows them one by one. */
  readonly hasClosed: boolean
}

/** Returns the lines, with the closed ones as the last of the instruments' lines where they are not wanted. */
export function joinClosed(
  lines: readonly AttributionLine[],
  { grouping, hasClosed }: JoinClosedOptions,
): readonly AttributionLine[] {
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
    name: `${closed.length} ${closedName(grouping).toLowerCase()}`,
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
