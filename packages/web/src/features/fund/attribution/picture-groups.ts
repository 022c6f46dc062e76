// What earned the money as a picture: tiles of a treemap, and bars from the largest gain to the largest loss. Pure.
import { hasTile, isShortLine, type AttributionLine } from '@clubfolio/contract'
import { formatPercent } from '../../../ui/format/percent.ts'
import { heatTone } from '../../../ui/treemap/heat-tone.ts'
import type { TreemapGroup, TreemapTile } from '../../../ui/treemap/treemap.tsx'

const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20]

/**
 * Returns the percent points from one color to the next: the largest contribution has the strongest color. For
 * contributions up to 2.8 it is 1.
 */
export function toneStep(lines: readonly AttributionLine[]): number {
  const most = Math.max(0, ...lines.filter(hasTile).map(({ contribution }) => Math.abs(contribution ?? 0)))
  return steps.find((step) => step * 3 >= most) ?? steps.at(-1)!
}

const signed = (percent: number): string => formatPercent(percent, { isSigned: true })
/** A line that was bought and sold between two closes has no weight, but a tile. */
const leastWeight = 0.01

export interface TileOptions {
  /** Percent points from one color to the next. */
  readonly step: number
  /** Absent for a line without a derivation. */
  readonly onOpen: (line: AttributionLine) => (() => void) | undefined
  /** Opens where the contribution of all long or all short positions comes from. */
  readonly onOpenSide: (side: 'LONG' | 'SHORT') => void
}

/** Returns long lines, short lines by what they are worth, and Cash; a group that has no line is left out. */
export function earnedTiles(lines: readonly AttributionLine[], options: TileOptions): TreemapGroup[] {
  const shown = lines.filter(hasTile)
  const cash = shown.filter(({ kind }) => kind === 'CASH')
  const most = mostOfCash(shown)
  return [
    tileGroup('Long', {
      lines: shown.filter((line) => line.kind === 'LINES' && !isShortLine(line)),
      onOpenGroup: () => options.onOpenSide('LONG'),
      ...options,
    }),
    tileGroup('Short', {
      lines: shown.filter(isShortLine),
      onOpenGroup: () => options.onOpenSide('SHORT'),
      ...options,
    }),
    tileGroup('Cash', {
      lines: cash,
      onOpenGroup: cash[0] && options.onOpen(cash[0]),
      ...options,
      sizeOf: (line) => (most === 0 ? weightOf(line) : Math.min(most, weightOf(line))),
    }),
  ].filter(({ tiles }) => tiles.length > 0)
}

const weightOf = ({ weight }: AttributionLine): number => Math.abs(weight ?? 0)

/** Cash is drawn at most as large as all instruments together, which would be hard to read beside it. */
const mostOfCash = (lines: readonly AttributionLine[]): number =>
  lines.reduce((sum, line) => sum + (line.kind === 'LINES' ? weightOf(line) : 0), 0)

/** Returns whether the treemap draws Cash smaller than its weight. */
export function isCashReduced(lines: readonly AttributionLine[]): boolean {
  const shown = lines.filter(hasTile)
  const most = mostOfCash(shown)
  return most > 0 && shown.some((line) => line.kind === 'CASH' && weightOf(line) > most)
}

interface TileGroupOptions extends TileOptions {
  readonly lines: readonly AttributionLine[]
  readonly sizeOf?: (line: AttributionLine) => number
  readonly onOpenGroup: (() => void) | undefined
}

function tileGroup(
  title: string,
  { lines, sizeOf = weightOf, onOpenGroup, ...options }: TileGroupOptions,
): TreemapGroup {
  const figure = signed(lines.reduce((sum, { contribution }) => sum + Math.round((contribution ?? 0) * 100), 0) / 100)
  return {
    id: title,
    title,
    figure,
    ...(onOpenGroup ? { onOpen: onOpenGroup, spoken: `${title} ${figure}, where it comes from` } : {}),
    tiles: lines
      .map((line) => ({ ...tileOf(line, options), size: Math.max(leastWeight, sizeOf(line)) }))
      .toSorted((a, b) => b.size - a.size || (a.label < b.label ? -1 : 1)),
  }
}

/** `TSLA short, -0.40%, weight -4.10%` */
function tileOf(line: AttributionLine, { step, onOpen }: TileOptions): Omit<TreemapTile, 'size'> {
  const { kind, name, detail } = line
  const [weight, contribution] = [line.weight ?? 0, line.contribution ?? 0]
  const owed = weight >= 0 ? '' : kind === 'CASH' ? ' borrowed' : ' short'
  // Rows of long or short positions are named so already.
  const label = name.toLowerCase().endsWith(owed.trim()) ? name : `${name}${owed}`
  const figure = signed(contribution)
  const open = onOpen(line)
  return {
    id: `${kind} ${name}`,
    label,
    figure,
    tone: heatTone(contribution, step),
    spoken: `${label}, ${figure}, weight ${formatPercent(weight)}`,
    details: [
      label,
      ...(detail === null ? [] : [detail]),
      `Contribution ${figure}`,
      `Average weight ${formatPercent(weight)}`,
    ],
    ...(open ? { onOpen: open } : {}),
  }
}

export interface EarnedBar {
  readonly line: AttributionLine
  /** Left edge and width, in percent of the place of all bars. */
  readonly left: number
  readonly width: number
}

export interface EarnedBars {
  readonly bars: readonly EarnedBar[]
  /** Where zero is, in percent of the place of all bars. */
  readonly zero: number
}

/** Returns a bar for every line, the largest gain first; without percent they are in money. */
export function earnedBars(lines: readonly AttributionLine[], hasPercent: boolean): EarnedBars {
  const sizeOf = ({ contribution, profit }: AttributionLine): number =>
    hasPercent ? (contribution ?? 0) : Number(profit)
  const sizes = lines.map(sizeOf)
  const [least, most] = [Math.min(0, ...sizes), Math.max(0, ...sizes)]
  const range = most - least || 1
  const zero = (-least / range) * 100
  return {
    zero,
    bars: lines
      .toSorted((a, b) => sizeOf(b) - sizeOf(a) || Number(b.profit - a.profit))
      .map((line) => {
        const width = (Math.abs(sizeOf(line)) / range) * 100
        return { line, width, left: sizeOf(line) < 0 ? zero - width : zero }
      }),
  }
}
