// Several charts side by side: how they are arranged, what each shows, which is active, and what they share.
// Independent of the UI; the reader's saved layouts are preferences, which follow them to every browser.
// Source: docs/rules/trading.md, "Several charts".
import { barTimings, type BarTiming } from '@clubfolio/contract'
import { newYorkDateAt, sessionHours, sessionOnOrAfter, toEpochMs, toMarketDay } from '@clubfolio/domain'
import { z } from 'zod'
import { isIntradayTiming } from './chart-timing.ts'

export const arrangements = {
  ONE: { title: 'One chart', count: 1 },
  COLUMNS: { title: 'Two columns', count: 2 },
  ROWS: { title: 'Two rows', count: 2 },
  FOUR: { title: 'Four charts', count: 4 },
} as const
export type Arrangement = keyof typeof arrangements

/** What all charts of a layout have in common. */
export const chartLinks = {
  NONE: 'Nothing',
  SYMBOL: 'The company',
  TIMING: 'The bar length',
} as const
export type ChartLink = keyof typeof chartLinks

const Cell = z.object({ symbol: z.string().min(1).max(24), timing: z.enum(barTimings) })
export type ChartCell = z.output<typeof Cell>

export const ChartLayout = z.object({
  arrangement: z.enum(['ONE', 'COLUMNS', 'ROWS', 'FOUR']),
  /** Those in view come first; the others are kept for a larger arrangement. */
  cells: z.array(Cell).max(4),
  active: z.number().int().min(0).max(3),
  link: z.enum(['NONE', 'SYMBOL', 'TIMING']),
  hasSameCrosshair: z.boolean(),
})
export type ChartLayout = z.output<typeof ChartLayout>

export const SavedLayouts = z.array(z.object({ name: z.string().max(60), layout: ChartLayout })).max(20)
export type SavedLayouts = z.output<typeof SavedLayouts>
/** So that the reader's preferences stay within their 32 KB. */
export const savedLayoutLimit = 20

export const oneChart: ChartLayout = {
  arrangement: 'ONE',
  cells: [],
  active: 0,
  link: 'SYMBOL',
  hasSameCrosshair: true,
}

const isSame = (one: ChartCell, other: ChartCell): boolean => one.symbol === other.symbol && one.timing === other.timing

/** The bar lengths of charts that are added, in this order, so that no two of one company are alike. */
const addedTimings: readonly BarTiming[] = ['_D', '_W', '_MONTH', '_1H', '_15M']

const freeTiming = (symbol: string, others: readonly ChartCell[], wished: BarTiming): BarTiming =>
  [wished, ...addedTimings].find((timing) => others.every((other) => !isSame(other, { symbol, timing }))) ?? wished

export const cellCount = ({ arrangement }: Pick<ChartLayout, 'arrangement'>): number => arrangements[arrangement].count
export const shownCells = (layout: ChartLayout): readonly ChartCell[] => layout.cells.slice(0, cellCount(layout))

/** Makes the shown charts agree in what they share: they follow the active one, and differ in the rest. */
function relink(layout: ChartLayout): ChartLayout {
  const { cells, active, link } = layout
  const leader = cells[active]
  if (leader === undefined || link === 'NONE') return layout
  const linked = cells.reduce<ChartCell[]>((done, cell, index) => {
    if (index === active) return [...done, leader]
    if (link === 'TIMING') return [...done, { ...cell, timing: leader.timing }]
    const others = index < active ? [...done, leader] : done
    return [...done, { symbol: leader.symbol, timing: freeTiming(leader.symbol, others, cell.timing) }]
  }, [])
  return { ...layout, cells: linked }
}

/**
 * Shows a company and bar length in the active chart; the others follow in what they share.
 *
 * SPY by days beside SPY by weeks, with the company in common: QQQ by days shows QQQ by weeks beside it.
 */
export function showInActive(layout: ChartLayout, cell: ChartCell): ChartLayout {
  const before = layout.cells[layout.active]
  if (before !== undefined && isSame(before, cell)) return layout
  const cells = [...layout.cells]
  cells[layout.active] = cell
  return relink(filled({ ...layout, cells }))
}

/** Adds the charts that an arrangement shows and the layout does not have yet. */
function filled(layout: ChartLayout): ChartLayout {
  const leader = layout.cells[layout.active] ?? layout.cells[0]
  if (leader === undefined) return layout
  const cells = Array.from({ length: Math.max(layout.cells.length, cellCount(layout)) }).reduce<ChartCell[]>(
    (done, _none, index) => [
      ...done,
      layout.cells[index] ?? { symbol: leader.symbol, timing: freeTiming(leader.symbol, done, leader.timing) },
    ],
    [],
  )
  return { ...layout, cells }
}

/** Arranges the charts; the active one stays in view, in a smaller arrangement as the first. */
export function arrangeCharts(layout: ChartLayout, arrangement: Arrangement): ChartLayout {
  const { cells, active } = layout
  const leader = cells[active]
  const isKept = active < arrangements[arrangement].count
  const ordered = isKept || leader === undefined ? cells : [leader, ...cells.filter((_cell, index) => index !== active)]
  return relink(filled({ ...layout, arrangement, cells: ordered, active: isKept ? active : 0 }))
}

export const linkBy = (layout: ChartLayout, link: ChartLink): ChartLayout => relink({ ...layout, link })

/** Returns whether an earlier chart in view shows the same: both would save one workspace. */
export function isRepeated(layout: ChartLayout, index: number): boolean {
  const cell = layout.cells[index]
  return cell !== undefined && layout.cells.slice(0, index).some((other) => isSame(other, cell))
}

/**
 * Returns the instant of one chart on another: bars of a day and longer begin at midnight UTC, shorter ones at their
 * own instant.
 *
 * The bar of 2026-03-04 by days is 09:30 in New York on a chart by minutes, and 11:15 there is the bar of that day.
 */
export function sameInstant(timeMs: number, from: BarTiming, to: BarTiming): number {
  if (isIntradayTiming(from) === isIntradayTiming(to)) return timeMs
  if (isIntradayTiming(from)) return Date.parse(`${newYorkDateAt(toEpochMs(timeMs))}T00:00:00Z`)
  const day = sessionOnOrAfter(toMarketDay(new Date(timeMs).toISOString().slice(0, 10)))
  return sessionHours(day)?.openMs ?? timeMs
}

/** Keeps a layout under a name, in place of an earlier one of that name; the newest first. */
export const keepLayout = (saved: SavedLayouts, name: string, layout: ChartLayout): SavedLayouts => [
  { name, layout },
  ...saved.filter((one) => one.name.toLowerCase() !== name.toLowerCase()),
]
