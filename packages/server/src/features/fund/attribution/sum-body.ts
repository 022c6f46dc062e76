// The derivation of a figure of several lines together: the total, closed positions as one line, and the groups of the
// treemap. Its rows are the lines. Source: docs/rules/attribution.md, "Derivations".
import {
  type Attribution,
  type AttributionGrouping,
  type AttributionLine,
  closedLines,
  closedName,
  type DerivedKind,
  hasTile,
  isShortLine,
  joinClosed,
  joinLines,
  type LineDerivation,
  type LineFigure,
  Refusal,
} from '@clubfolio/contract'
import { toCents } from '@clubfolio/domain'
import { percentFigure, type FigureWriter } from '../book/figure-text.ts'
import { figureNames, isOfLinesOnly, noPercentWords, percentOrNone, shownFigure } from './line-sheet.ts'
import type { PeriodEnds } from './period-ends.ts'

export type SumKind = Extract<DerivedKind, 'TOTAL' | 'CLOSED' | 'LONG' | 'SHORT'>

export const isSumKind = (kind: DerivedKind): kind is SumKind =>
  kind === 'TOTAL' || kind === 'CLOSED' || kind === 'LONG' || kind === 'SHORT'

export interface SumSheet {
  readonly kind: SumKind
  readonly figure: LineFigure
  readonly shown: Attribution
  readonly grouping: AttributionGrouping
  readonly joinsClosed: boolean
  readonly isOwn: boolean
  readonly ends: PeriodEnds
  readonly words: FigureWriter
}

/** Throws `notFound` for what the screen does not show: closed positions of which there is one, an empty group. */
export function deriveSum(sheet: SumSheet): Omit<LineDerivation, 'asOf'> {
  const { kind, figure, shown, words } = sheet
  const { name, lines } = linesOf(sheet)
  if (kind === 'TOTAL' ? isOfLinesOnly(figure) : lines.length === 0) throw new Refusal('notFound')
  const sum = kind === 'TOTAL' ? { ...joinLines(name, lines), ...shown.total } : joinLines(name, lines)
  const before = figure === 'price' ? besidePrice : []
  const money = (one: AttributionLine, other: (typeof before)[number]) => shownFigure(one, other, words)
  return {
    title: kind === 'TOTAL' ? `${figureNames[figure]}, total` : `${figureNames[figure]} of ${name}`,
    result: shownFigure(sum, figure, words),
    formula: formulaOf(sheet),
    parts: [
      ...(figure === 'daysHeld'
        ? []
        : [{ label: 'Sum of the lines', value: shownFigure(joinLines(name, lines), figure, words) }]),
      ...(kind === 'TOTAL' ? totalParts(sheet) : []),
      { label: 'Shown', value: shownFigure(sum, figure, words) },
    ],
    columns: ['Line', ...before.map((one) => figureNames[one]), figureNames[figure]],
    rows: lines.map((one) => [one.name, ...before.map((other) => money(one, other)), shownFigure(one, figure, words)]),
    derivable: lines.map((one) => ({ kind: shown.lines.includes(one) ? one.kind : 'CLOSED', name: one.name })),
  }
}

const besidePrice = ['profit', 'income', 'fees'] as const

function linesOf({ kind, shown, grouping, joinsClosed }: SumSheet): {
  readonly name: string
  readonly lines: readonly AttributionLine[]
} {
  if (kind === 'CLOSED') {
    const lines = closedLines(shown.lines)
    return { name: `${lines.length} ${closedName(grouping).toLowerCase()}`, lines: lines.length < 2 ? [] : lines }
  }
  const lines = joinClosed(shown.lines, { grouping, hasClosed: !joinsClosed })
  if (kind === 'TOTAL') return { name: 'Total', lines }
  return {
    name: kind === 'LONG' ? 'Long' : 'Short',
    lines: lines.filter((one) => one.kind === 'LINES' && hasTile(one) && isShortLine(one) === (kind === 'SHORT')),
  }
}

function formulaOf({ kind, figure, shown, isOwn }: SumSheet): string {
  if (figure === 'daysHeld') return 'That of the line held longest.'
  if (figure === 'weight') return 'Sum of the average weights of the lines as they are shown.'
  const sum = 'Sum of the lines.'
  if (kind !== 'TOTAL') return figure === 'price' ? `${sum} The price of each is profit - income - fees.` : sum
  const rounding =
    figure === 'contribution' || figure === 'excess'
      ? 'Lines are rounded together to 0.01 percent points, so that they add up.'
      : 'Lines are rounded together to cents, so that they add up; what rounding units leaves is the line Rounding.'
  return [sum, totalFormula(figure, shown, isOwn), rounding].filter((words) => words !== '').join(' ')
}

function totalFormula(figure: LineFigure, { benchmark }: Attribution, isOwn: boolean): string {
  if (figure === 'profit')
    return 'It is the value at the end - value at the start - what was paid in + what was paid out.'
  if (figure === 'price') return 'It is profit - income - fees.'
  if (figure === 'contribution')
    return isOwn
      ? 'It is your time-weighted return: the closes at which you had units, linked, less what fees took.'
      : 'It is the time-weighted return: unit value at the end / unit value at the start - 1.'
  if (figure === 'excess')
    return `It is the return of the period - the return of ${benchmark?.symbol ?? 'a benchmark'}.`
  return ''
}

function totalParts({ figure, shown, ends, words }: SumSheet): LineDerivation['parts'] {
  const { startDay, endDay, total, benchmark } = shown
  const at = (what: string, day: string | null): string => (day === null ? what : `${what}, ${day}`)
  const money = (cents: bigint): string => words.money(toCents(cents))
  if (figure === 'profit')
    return [
      { label: at('Value at the end', endDay), value: money(ends.endCents) },
      { label: at('Value at the start', startDay), value: money(ends.startCents) },
      { label: 'Paid in', value: money(ends.paidInCents) },
      { label: 'Paid out', value: money(-ends.paidOutCents) },
    ]
  if (figure === 'contribution' && total.contribution === null) return [noPercentWords]
  if (figure === 'contribution' && ends.rates)
    return [
      { label: at('Unit value at the end', endDay), value: words.rate(ends.rates.end) },
      { label: at('Unit value at the start', startDay), value: words.rate(ends.rates.start) },
    ]
  if (figure === 'excess' && benchmark)
    return [
      { label: 'Return of the period', value: percentOrNone(total.contribution) },
      {
        label: `Return of ${benchmark.symbol}`,
        value: benchmark.percent === null ? 'n/a' : percentFigure(benchmark.percent),
      },
    ]
  return []
}
