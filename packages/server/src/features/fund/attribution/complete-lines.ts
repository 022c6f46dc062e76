// The lines of no instrument, with which a table adds up to the profit and the return of its period.
import type { FixedLine } from '@clubfolio/contract'
import { type AttributedDay, type HolderDays, type LineTotal, roundExcess, roundHalfEven } from '@clubfolio/domain'
import { shownHundredths } from './shown-percent.ts'
import { cashLine, expensesLine, notExplainedLine } from './sum-closes.ts'

export interface EarnedTotal extends LineTotal {
  /** Beside a benchmark. */
  readonly excessHundredths?: bigint
}

export const noTotal: EarnedTotal = {
  priceCents: 0n,
  incomeCents: 0n,
  feeCents: 0n,
  profitCents: 0n,
  contributionHundredths: 0n,
  excessHundredths: 0n,
}

export const sumEffects = (totals: readonly EarnedTotal[]): EarnedTotal =>
  totals.reduce<EarnedTotal>(
    (sum, one) => ({
      priceCents: sum.priceCents + one.priceCents,
      incomeCents: sum.incomeCents + one.incomeCents,
      feeCents: sum.feeCents + one.feeCents,
      profitCents: sum.profitCents + one.profitCents,
      contributionHundredths: sum.contributionHundredths + one.contributionHundredths,
      excessHundredths: (sum.excessHundredths ?? 0n) + (one.excessHundredths ?? 0n),
    }),
    noTotal,
  )

/** What a table adds up to. */
export interface WholeTable {
  readonly days: readonly AttributedDay[]
  /** The return of the period, 0.1 is 10 %; undefined where there is none. */
  readonly total: number | undefined
  /** What the lines add up to; what they lack is the line Rounding. */
  readonly profitCents: bigint
  readonly fees: HolderDays['fees']
  /** The return of the benchmark as it is shown; undefined without one. */
  readonly benchmarkHundredths?: bigint | undefined
}

export const hasPercent = ({ days, total }: Pick<WholeTable, 'days' | 'total'>): boolean =>
  total !== undefined && days.every(({ share }) => share.growth !== undefined)

const totalOf = (table: WholeTable): bigint => (hasPercent(table) ? shownHundredths(table.total ?? 0) : 0n)

/**
 * Rounds the excess of the lines that have a weight, so that with the others, whose excess is their contribution, they
 * are the return less that of the benchmark. `excess` is by line.
 */
export function withExcess(
  byLine: ReadonlyMap<string, LineTotal>,
  excess: ReadonlyMap<string, bigint> | undefined,
  table: WholeTable,
): ReadonlyMap<string, EarnedTotal> {
  const { benchmarkHundredths, fees } = table
  if (excess === undefined || benchmarkHundredths === undefined) return byLine
  const without = [...byLine].filter(([line]) => !excess.has(line)).map(([, total]) => total.contributionHundredths)
  const others = [...without, ...fees.map((fee) => totalOfFee(fee).contributionHundredths)]
  const rounded = roundExcess(
    excess,
    others.reduce((left, one) => left - one, totalOf(table) - benchmarkHundredths),
  )
  // Without a line of its own, Cash has what the benchmark earned.
  return new Map(
    [...new Set([...byLine.keys(), ...excess.keys()])].map((line) => {
      const total = byLine.get(line) ?? noTotal
      return [line, { ...total, excessHundredths: rounded.get(line) ?? total.contributionHundredths }]
    }),
  )
}

interface LinesToComplete extends WholeTable {
  readonly byLine: ReadonlyMap<string, EarnedTotal>
  /** Sums of the lines of instruments. */
  readonly lines: readonly EarnedTotal[]
}

interface CompletedLines {
  readonly fixed: ReadonlyMap<FixedLine, EarnedTotal>
  /** Of all lines. */
  readonly sum: EarnedTotal
}

export function completeLines({ byLine, lines, ...table }: LinesToComplete): CompletedLines {
  const contributionHundredths = totalOf(table)
  const { benchmarkHundredths } = table
  const excessHundredths = benchmarkHundredths === undefined ? 0n : contributionHundredths - benchmarkHundredths
  const fixed = fixedTotals(byLine, table.fees)
  const parts = sumEffects([...lines, ...fixed.values()])
  const missingCents = table.profitCents - parts.profitCents
  const rest: EarnedTotal = {
    ...noTotal,
    priceCents: missingCents,
    profitCents: missingCents,
    contributionHundredths: hasPercent(table) ? contributionHundredths - parts.contributionHundredths : 0n,
    excessHundredths: benchmarkHundredths === undefined ? 0n : excessHundredths - (parts.excessHundredths ?? 0n),
  }
  if (rest.profitCents !== 0n || rest.contributionHundredths !== 0n || rest.excessHundredths !== 0n)
    fixed.set('ROUNDING', rest)
  return { fixed, sum: { ...sumEffects([parts, rest]), contributionHundredths, excessHundredths } }
}

/** In their order below the lines of instruments. */
export const fixedKinds: readonly FixedLine[] = [
  'CASH',
  'EXPENSES',
  'MANAGEMENT_FEE',
  'PERFORMANCE_FEE',
  'NOT_EXPLAINED',
  'ROUNDING',
]

function fixedTotals(byLine: ReadonlyMap<string, EarnedTotal>, fees: HolderDays['fees']): Map<FixedLine, EarnedTotal> {
  const fixed = new Map<FixedLine, EarnedTotal>()
  for (const [kind, line] of [
    ['CASH', cashLine],
    ['EXPENSES', expensesLine],
    ['NOT_EXPLAINED', notExplainedLine],
  ] as const) {
    const sum = byLine.get(line)
    if (sum) fixed.set(kind, sum)
  }
  for (const fee of fees) {
    const kind = fee.cause === 'management-fee' ? 'MANAGEMENT_FEE' : 'PERFORMANCE_FEE'
    fixed.set(kind, sumEffects([fixed.get(kind) ?? noTotal, totalOfFee(fee)]))
  }
  return fixed
}

function totalOfFee({ feeCents, contribution }: HolderDays['fees'][number]): EarnedTotal {
  const contributionHundredths = contribution
    ? roundHalfEven({ ...contribution, numerator: contribution.numerator * 10_000n })
    : 0n
  return {
    ...noTotal,
    feeCents,
    profitCents: feeCents,
    contributionHundredths,
    excessHundredths: contributionHundredths,
  }
}
