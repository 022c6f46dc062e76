// Sums of lines over a period: each line's dollars and contribution, rounded once so that the table adds up on screen.
import { fraction, roundHalfEven } from '../money/fraction.ts'
import { roundByLargestRemainder } from '../money/largest-remainder.ts'
import type { DayShare } from './attributed-day.ts'

/** The profit of a line on all days that have the same share. */
export interface SharedProfit {
  readonly line: string
  readonly share: DayShare
  readonly priceCents: bigint
  readonly incomeCents: bigint
  readonly feeCents: bigint
}

export interface LineTotal {
  readonly priceCents: bigint
  readonly incomeCents: bigint
  readonly feeCents: bigint
  readonly profitCents: bigint
  /** In hundredths of a percent; null where the period has no percent. */
  readonly contributionHundredths: bigint | null
}

export interface PeriodLines {
  readonly byLine: ReadonlyMap<string, LineTotal>
  /** The sum of all lines, exact; what dealing has rounded is not in it. */
  readonly profitCents: bigint
  /** The sum of the rounded contributions; null where the period has no percent. */
  readonly contributionHundredths: bigint | null
}

/**
 * Sums lines over a period. Amounts are rounded by largest remainder over the lines, and the effects of a line over the
 * line; contributions likewise. Example: a holder with a third of the units has 3.33 and 6.67 of lines that earned 10.00
 * and 20.00. Source: docs/rules/attribution.md, "Rounding".
 */
export function sumLines(profits: readonly SharedProfit[]): PeriodLines {
  const units = commonMultiple(profits.map(({ share }) => share.units))
  const sums = new Map<string, EffectSum>()
  for (const { line, share, priceCents, incomeCents, feeCents } of profits) {
    let sum = sums.get(line)
    if (!sum) sums.set(line, (sum = { price: 0n, income: 0n, fee: 0n }))
    const part = share.heldUnits * (units / share.units)
    sum.price += priceCents * part
    sum.income += incomeCents * part
    sum.fee += feeCents * part
  }
  const profitOf = ({ price, income, fee }: EffectSum): bigint => price + income + fee
  const exact = [...sums].map(([line, sum]) => [line, profitOf(sum)] as const)
  const total = roundHalfEven(
    fraction(
      exact.reduce((all, [, one]) => all + one, 0n),
      units,
    ),
  )
  const rounded = roundByLargestRemainder(total, exact, units)
  const contributions = sumContributions(profits)
  const byLine = new Map<string, LineTotal>()
  for (const [line, { price, income, fee }] of sums) {
    const profitCents = rounded.get(line) ?? 0n
    const effects = roundByLargestRemainder(
      profitCents,
      [
        ['price', price],
        ['income', income],
        ['fee', fee],
      ],
      units,
    )
    byLine.set(line, {
      priceCents: effects.get('price') ?? 0n,
      incomeCents: effects.get('income') ?? 0n,
      feeCents: effects.get('fee') ?? 0n,
      profitCents,
      contributionHundredths: contributions?.byLine.get(line) ?? null,
    })
  }
  return { byLine, profitCents: total, contributionHundredths: contributions?.total ?? null }
}

interface EffectSum {
  price: bigint
  income: bigint
  fee: bigint
}

function sumContributions(profits: readonly SharedProfit[]) {
  const exact = contributionsOf(profits)
  if (!exact) return undefined
  const { byLine, denominator } = exact
  const scaled = [...byLine].map(([line, numerator]) => [line, numerator * 10_000n] as const)
  const total = roundHalfEven(
    fraction(
      scaled.reduce((sum, [, one]) => sum + one, 0n),
      denominator,
    ),
  )
  return { total, byLine: roundByLargestRemainder(total, scaled, denominator) }
}

/** Returns the exact contributions over one denominator; undefined where a share has no percent. */
function contributionsOf(profits: readonly SharedProfit[]) {
  const shares = profits.flatMap(({ share: { units, growth } }) => (growth === undefined ? [] : [{ units, growth }]))
  if (shares.length < profits.length) return undefined
  const denominator = commonMultiple(shares.map(({ units, growth }) => units * growth.denominator))
  const byLine = new Map<string, bigint>()
  for (const { line, share, ...effects } of profits) {
    const { units, growth } = share
    if (!growth) continue
    const profit = effects.priceCents + effects.incomeCents + effects.feeCents
    const part = profit * growth.numerator * (denominator / (units * growth.denominator))
    byLine.set(line, (byLine.get(line) ?? 0n) + part)
  }
  return { byLine, denominator }
}

/** A period has few different numbers of units, so that of all stays short. */
function commonMultiple(sizes: readonly bigint[]): bigint {
  let multiple = 1n
  for (const size of new Set(sizes)) {
    let [divisor, rest] = [multiple, size]
    while (rest !== 0n) [divisor, rest] = [rest, divisor % rest]
    if (divisor !== 0n) multiple = (multiple / divisor) * size
  }
  return multiple
}
