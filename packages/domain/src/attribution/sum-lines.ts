// Sums of lines over a period: each line's dollars and contribution, rounded once so that the table adds up on screen.
import { divideHalfEven, type Fraction } from '../money/fraction.ts'
import { roundByLargestRemainder } from '../money/largest-remainder.ts'
import type { DayShare } from './attributed-day.ts'

/** Decimals of what days are multiplied by: far more than any sum of them can bring near a cent. */
export const shareDecimals = 50
const scale = 10n ** BigInt(shareDecimals)

/** What a day's profit of a line is multiplied by, in steps of 1e-50. */
export interface ScaledShare {
  readonly part: bigint
  /** Undefined where there is no percent. */
  readonly contribution: bigint | undefined
}

/** Returns the factors of a day: a third of the units is 0.333... */
export function scaleShare({ units, heldUnits, growth }: DayShare): ScaledShare {
  return {
    part: heldUnits === units ? scale : (heldUnits * scale) / units,
    contribution: growth && scaleFraction({ ...growth, denominator: growth.denominator * units }),
  }
}

export const scaleFraction = ({ numerator, denominator }: Fraction): bigint => (numerator * scale) / denominator

/** Sums of a line over its days, each day multiplied by its share: in steps of 1e-50 of a cent, and of 1 = 100 %. */
export interface LineSum {
  readonly line: string
  readonly price: bigint
  readonly income: bigint
  readonly fee: bigint
  readonly contribution: bigint
}

export interface LineTotal {
  readonly priceCents: bigint
  readonly incomeCents: bigint
  readonly feeCents: bigint
  readonly profitCents: bigint
  readonly contributionHundredths: bigint
}

/**
 * Rounds the sums of lines: amounts to cents by largest remainder over the lines, the effects of a line over the line,
 * and contributions to hundredths of a percent in the same way. So the table adds up to the rounded sum of all lines.
 * Example: a third of lines that earned 10.00, 20.00 and 20.00 is 3.33, 6.67 and 6.67.
 * Source: docs/rules/attribution.md, "Rounding".
 */
export function roundLines(sums: readonly LineSum[]): ReadonlyMap<string, LineTotal> {
  const profits = roundTogether(sums.map(({ line, price, income, fee }) => [line, price + income + fee]))
  const contributions = roundTogether(sums.map(({ line, contribution }) => [line, contribution * 10_000n]))
  return new Map(
    sums.map(({ line, price, income, fee }) => {
      const profitCents = profits.get(line) ?? 0n
      const effects = roundByLargestRemainder(
        profitCents,
        [
          ['price', price],
          ['income', income],
          ['fee', fee],
        ],
        scale,
      )
      return [
        line,
        {
          priceCents: effects.get('price') ?? 0n,
          incomeCents: effects.get('income') ?? 0n,
          feeCents: effects.get('fee') ?? 0n,
          profitCents,
          contributionHundredths: contributions.get(line) ?? 0n,
        },
      ]
    }),
  )
}

function roundTogether(parts: readonly (readonly [line: string, size: bigint])[]): Map<string, bigint> {
  const total = parts.reduce((sum, [, size]) => sum + size, 0n)
  return roundByLargestRemainder(divideHalfEven(total, scale), parts, scale)
}
