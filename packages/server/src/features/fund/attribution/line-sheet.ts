// What the derivation of a figure is written from: the closes of its line with the factors of their days, and how exact
// amounts are written.
import type { Attribution, AttributionLine, LineDerivation, LineFigure } from '@clubfolio/contract'
import {
  type AttributedDay,
  divideHalfEven,
  type Fraction,
  type HolderDays,
  scaledText,
  shareDecimals,
} from '@clubfolio/domain'
import { exactAmount, percentFigure, type FigureWriter } from '../book/figure-text.ts'
import type { LineDay, LineInstrument } from './read-line-days.ts'

/** A line, or the whole period by close. */
export type DerivedLine = Omit<AttributionLine, 'kind'> & { readonly kind: AttributionLine['kind'] | 'PERIOD' }

/** Everything that the rows of a derivation are made of. */
export interface LineSheet {
  readonly line: DerivedLine
  readonly figure: LineFigure
  readonly shown: Attribution
  readonly isOwn: boolean
  readonly rows: readonly SheetDay[]
  readonly instruments: readonly LineInstrument[]
  readonly fees: HolderDays['fees']
  /** Undefined without a benchmark, and where it has a gap. */
  readonly beside: BesideDays | undefined
  readonly words: FigureWriter
  readonly currency: string
}

/** A close of the line with the day's factors. */
export interface SheetDay extends LineDay {
  readonly attributed: AttributedDay
}

/** What the benchmark takes from the line on each day. */
export interface BesideDays {
  readonly symbol: string
  readonly days: readonly {
    readonly day: string
    /** The part of the base that counts with the line, for a shown weight. */
    readonly weight: Fraction | undefined
    /** The benchmark's return x its growth before, and what the line's weight takes of it, in steps of 1e-50. */
    readonly step: bigint
    readonly taken: bigint
  }[]
}

/** `derivable` is left out where the rows are no lines. */
export type DerivedBody = Pick<LineDerivation, 'formula' | 'parts' | 'columns' | 'rows'> &
  Partial<Pick<LineDerivation, 'derivable'>>

export const figureNames: Readonly<Record<LineFigure, string>> = {
  profit: 'Profit',
  price: 'Price',
  income: 'Income',
  fees: 'Fees',
  contribution: 'Contribution',
  excess: 'Excess contribution',
  weight: 'Avg. weight',
  daysHeld: 'Days held',
}

/** The total has neither a weight nor days. */
export const isOfLinesOnly = (figure: LineFigure): boolean => figure === 'weight' || figure === 'daysHeld'

export const noPercentWords = {
  label: 'Percent',
  value: 'A day of this period has a base or unit value of zero or less.',
}

export const noDay = { beforeCents: 0n, valueCents: 0n, netCents: 0n, incomeCents: 0n, feeCents: 0n }

/** Closes that are listed one by one; the earlier ones are one row with their sums. */
const mostCloses = 400

export type LineDayTotals = Omit<LineDay, 'day'>

export const totalOfDays = (rows: readonly LineDay[]): LineDayTotals =>
  rows.reduce(
    (sum, row) => ({
      beforeCents: sum.beforeCents + row.beforeCents,
      valueCents: sum.valueCents + row.valueCents,
      netCents: sum.netCents + row.netCents,
      incomeCents: sum.incomeCents + row.incomeCents,
      feeCents: sum.feeCents + row.feeCents,
      profitCents: sum.profitCents + row.profitCents,
    }),
    { ...noDay, profitCents: 0n },
  )

interface Cells<Row> {
  readonly ofDay: (row: Row) => readonly string[]
  /** Of the closes before the first one that is listed. */
  readonly ofEarlier: (rows: readonly Row[]) => readonly string[]
}

export function listDays<Row extends { readonly day: string }>(
  rows: readonly Row[],
  { ofDay, ofEarlier }: Cells<Row>,
): string[][] {
  const earlier = rows.slice(0, Math.max(0, rows.length - mostCloses))
  return [
    ...rows
      .slice(earlier.length)
      .toReversed()
      .map((row) => [row.day, ...ofDay(row)]),
    ...(earlier.length === 0 ? [] : [[`${earlier.length} closes before`, ...ofEarlier(earlier)]]),
  ]
}

export function shownFigure(line: DerivedLine, figure: LineFigure, { money }: FigureWriter): string {
  if (figure === 'daysHeld') return String(line.daysHeld)
  if (figure === 'contribution' || figure === 'excess' || figure === 'weight') {
    return percentOrNone(line[figure])
  }
  return money(line[figure])
}

export const percentOrNone = (percent: number | null): string => (percent === null ? 'n/a' : percentFigure(percent))

export const sumOfAmounts = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)

export const shareSteps = 10n ** BigInt(shareDecimals)
export const hundredthsOfWhole = 10_000n
/** Decimals of exact figures; 1e-6 of a dollar is far below what rounds to another cent. */
const exactDecimals = 6
const perStep = (decimals: number): bigint => 10n ** BigInt(shareDecimals + decimals - exactDecimals)

/** Writes cents in steps of 1e-50: whole cents with 2 decimals, others with 6. */
export function scaledMoney(scaled: bigint, currency: string): string {
  const text = scaledText(divideHalfEven(scaled, perStep(2)), exactDecimals)
  return exactAmount(text.replace(/0{1,4}$/, ''), currency)
}

/** Writes a part of 1 in steps of 1e-50 as percent. */
export const scaledPercent = (scaled: bigint): string =>
  `${scaledText(divideHalfEven(scaled * 100n, perStep(0)), exactDecimals)}%`

/** The part of the units that the holder held: "32.104512%". */
export const shareText = ({ share: { heldUnits, units } }: AttributedDay): string =>
  `${scaledText(divideHalfEven(heldUnits * 10n ** 8n, units), exactDecimals)}%`
