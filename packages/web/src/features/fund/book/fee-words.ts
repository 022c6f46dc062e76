// Fee policies in words: their terms, since when and until when each counts, and the worked examples of the form. Pure,
// in exact numbers. Source: docs/rules/fund-fees.md, "Policies", "Management fee" and "Performance fee".
import type { FeeLine, FeePolicyLine, FundFees } from '@clubfolio/contract'
import {
  fractionText,
  addCalendarDays,
  divideHalfEven,
  toCents,
  toMarketDay,
  type Cents,
  type FeeKind,
  type FeePeriod,
} from '@clubfolio/domain'

export const feeNames: Readonly<Record<FeeKind, string>> = {
  management: 'Management fee',
  performance: 'Performance fee',
}

/** With the days of the longest one, for the example. */
export const feePeriods = [
  { value: 'month', label: 'Every month', days: 31 },
  { value: 'quarter', label: 'Every quarter', days: 92 },
  { value: 'half-year', label: 'Every half-year', days: 184 },
  { value: 'year', label: 'Every year', days: 365 },
] as const satisfies ReadonlyArray<{ readonly value: FeePeriod; readonly label: string; readonly days: number }>

/** "every month", for a sentence. */
export const describeFeePeriod = (period: FeePeriod): string =>
  (feePeriods.find(({ value }) => value === period)?.label ?? period).toLowerCase()

/** "2% a year" or "20% of the gain". */
export const describeRate = (kind: FeeKind, rate: string): string =>
  kind === 'management' ? `${rate}% a year` : `${rate}% of the gain`

/** "1%", or "exempt" for 0. */
export const describeOwnRate = (rate: string): string => (rate === '0' ? 'exempt' : `${rate}%`)

/** A policy charges somebody while its rate, or that of a member, is above zero. */
export const chargesAnybody = ({ rate, ownRates }: Pick<FeePolicyLine, 'rate' | 'ownRates'>): boolean =>
  rate !== '0' || ownRates.some((own) => own.rate !== '0')

export interface PolicySpan {
  readonly policy: FeePolicyLine
  /** Null while no later one is recorded. */
  readonly lastDay: string | null
  readonly state: 'in-force' | 'begins' | 'past' | 'replaced'
}

/**
 * Returns the policies of a kind, newest first, each with the days on which it counts. One that another replaced before
 * its first day never counted.
 * Example: 2% since 2026-01-06 and 3% recorded on 2026-03-04: 3% begins on 2026-03-05, 2% is in force until then.
 */
export function policySpans(policies: readonly FeePolicyLine[], kind: FeeKind, marketDay: string): PolicySpan[] {
  const own = policies.filter((policy) => policy.kind === kind)
  return own.map((policy, index): PolicySpan => {
    const next = own[index - 1]
    if (next?.firstDay === policy.firstDay) return { policy, lastDay: null, state: 'replaced' }
    const lastDay = next ? addCalendarDays(toMarketDay(next.firstDay), -1) : null
    const isPast = lastDay !== null && lastDay < marketDay
    return { policy, lastDay, state: policy.firstDay > marketDay ? 'begins' : isPast ? 'past' : 'in-force' }
  })
}

/** Returns whether screens show net values: a fee is charged or will be, or something is still owed. */
export const showsNetValues = ({ policies, netValues }: FundFees): boolean =>
  netValues.some(({ value, net }) => value !== net) ||
  (['management', 'performance'] as const).some((kind) => {
    const last = policies.find((policy) => policy.kind === kind)
    return last !== undefined && chargesAnybody(last)
  })

/** "0.75" percent as 7,500 millionths; undefined for text that is no percentage of at most 4 decimals. */
export function millionthsOfPercent(percent: string): bigint | undefined {
  if (!/^\d{1,3}(\.\d{0,4})?$/.test(percent)) return undefined
  const [whole = '', decimals = ''] = percent.split('.')
  return BigInt(whole + decimals.padEnd(4, '0'))
}

/** Typed percent as the wire takes it: `wirePercent('2.')` is "2", `wirePercent('2.50')` is "2.5". */
export const wirePercent = (typed: string): string =>
  typed.includes('.') ? typed.replace(/^\./, '0.').replace(/\.?0*$/, '') : typed.replace(/^0+(?=\d)/, '')

/** The amount of the examples: $100,000.00. */
export const exampleValue = toCents(10_000_000n)

/** Returns the management fee of an unchanged value: 100,000.00 at 2% for 31 days is 169.86. */
export const exampleManagementFee = (valueCents: Cents, rateMillionths: bigint, days: number): Cents =>
  toCents(divideHalfEven(valueCents * rateMillionths * BigInt(days), 365n * 1_000_000n))

export interface ExampleGain {
  /** What a unit may be worth before it pays, in cents. */
  readonly freeCents: Cents
  /** Of 100 units. */
  readonly gainCents: Cents
  readonly feeCents: Cents
}

/**
 * Returns the performance fee of 100 units that were bought at 10.00 a year ago and are worth 12.00 each: at 20% with
 * a hurdle of 5%, a unit up to 10.50 is free, the gain is 150.00 and the fee 30.00.
 */
export function exampleGain(rateMillionths: bigint, hurdleMillionths: bigint): ExampleGain {
  const million = 1_000_000n
  const gain = 20_000n * million - 100_000n * hurdleMillionths
  const counted = gain < 0n ? 0n : gain
  return {
    freeCents: toCents(divideHalfEven(1000n * (million + hurdleMillionths), million)),
    gainCents: toCents(divideHalfEven(counted, million)),
    feeCents: toCents(divideHalfEven(counted * rateMillionths, million * million)),
  }
}

/**
 * Returns what corrections of the past have added to the days of a fee since it was charged, in dollars with
 * 8 decimals: the sum of the days is 224.38356164 where 164.38356164 was charged, so it is "60.00000000". Undefined
 * where the days are the fee; the sums are rounded to the last of these decimals.
 */
export function correctionSince(
  { exact, carried }: Pick<FeeLine, 'exact' | 'carried'>,
  sumOfDays: string,
): string | undefined {
  const added = stepsOf(carried) + stepsOf(sumOfDays) - stepsOf(exact)
  if (added <= 2n && added >= -2n) return undefined
  return fractionText({ numerator: added, denominator: 10n ** 8n }, 8)
}

const stepsOf = (eightDecimals: string): bigint => BigInt(eightDecimals.replace('.', ''))

/** Returns the sum of the fees of a kind in a calculation. */
export const sumOfKind = (lines: readonly FeeLine[], kind: FeeKind): Cents =>
  toCents(lines.reduce((sum, line) => (line.kind === kind ? sum + line.fee : sum), 0n))
