// Several lines of what earned the money as one: closed positions where they are joined, and the sums that a derivation
// explains. The screen and the server join by the same functions. Source: docs/rules/attribution.md, "Derivations".
import { roundPercent, toCents, type Cents } from '@clubfolio/domain'
import type { AttributionGrouping, AttributionLine } from './fund-attribution.ts'

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

/** Returns the lines that can be joined: those of instruments of which nothing was held at the end. */
export const closedLines = (lines: readonly AttributionLine[]): readonly AttributionLine[] =>
  lines.filter(({ kind, isHeld }) => kind === 'LINES' && !isHeld)

/**
 * Returns lines as one, with the sums of their figures. It was held on as many days as the one held longest. Example:
 * contributions of 0.10 %, 0.20 % and none are none, as the period has no percent.
 */
export function joinLines(name: string, lines: readonly AttributionLine[]): AttributionLine {
  const sum = (amountOf: (line: AttributionLine) => Cents): Cents =>
    toCents(lines.reduce((all, line) => all + amountOf(line), 0n))
  const parts = (valueOf: (line: AttributionLine) => number | null): number | null =>
    lines.some((line) => valueOf(line) === null)
      ? null
      : lines.reduce((all, line) => all + hundredthsOf(valueOf(line)), 0) / 100
  return {
    kind: 'LINES',
    name,
    code: null,
    detail: null,
    price: sum(({ price }) => price),
    income: sum(({ income }) => income),
    fees: sum(({ fees }) => fees),
    profit: sum(({ profit }) => profit),
    contribution: parts(({ contribution }) => contribution),
    excess: parts(({ excess }) => excess),
    weight: parts(({ weight }) => weight),
    daysHeld: lines.reduce((most, { daysHeld }) => Math.max(most, daysHeld), 0),
    isHeld: lines.some(({ isHeld }) => isHeld),
  }
}

/** Of a percentage as it is shown, so that a sum is that of the shown ones. */
const hundredthsOf = (percent: number | null): number => Math.round(roundPercent(percent ?? 0) * 100)

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
  const closed = closedLines(lines)
  if (hasClosed || closed.length < 2) return lines
  return [
    ...lines.filter(({ kind, isHeld }) => kind === 'LINES' && isHeld),
    joinLines(`${closed.length} ${closedName(grouping).toLowerCase()}`, closed),
    ...lines.filter(({ kind }) => kind !== 'LINES'),
  ]
}

/** Lines that the treemap has an area for: those of instruments, and Cash. */
export const hasTile = ({ kind, weight, contribution }: AttributionLine): boolean =>
  (kind === 'LINES' || kind === 'CASH') && weight !== null && contribution !== null

/** Returns whether a line is among the short positions of the treemap. */
export const isShortLine = ({ kind, weight }: AttributionLine): boolean => kind === 'LINES' && hundredthsOf(weight) < 0
