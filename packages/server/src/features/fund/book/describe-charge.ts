// A charge's calculation as text, the form in which it is stored and shown: rates in percent, unit values and exact
// fees as decimals (docs/rules/fund-fees.md).
import type { ChargeCalculation } from '@clubfolio/contract'
import {
  formatUnits,
  fraction,
  fractionText,
  toCents,
  toMarketDay,
  unitValueText,
  type CalculatedCharge,
  type CalculatedLine,
  type MarketDay,
} from '@clubfolio/domain'
import type { StoredCalculation } from '../../../db/tables/fund-tables.ts'
import type { NameOfHolder } from './member-names.ts'

/** 20,000 millionths as "2", 7,500 as "0.75". */
export const ratePercent = (millionths: bigint): string =>
  fractionText(fraction(millionths, 10_000n), 4).replace(/\.?0+$/, '')

/** 1e-18 of a cent as dollars with 8 decimals. */
export const attoDollars = (atto: bigint): string => fractionText(fraction(atto, 10n ** 20n), 8)

export function describeCalculation(
  { draft, rate, lines }: CalculatedCharge,
  reason?: string | null,
): StoredCalculation {
  return {
    isWaived: draft.isWaived,
    ...(draft.isWaived && reason ? { reason } : {}),
    unitValue: unitValueText(rate),
    lines: lines.map(describeLine),
  }
}

function describeLine(line: CalculatedLine): StoredCalculation['lines'][number] {
  return {
    holderId: line.holderId,
    kind: line.kind,
    rate: ratePercent(line.rateMillionths),
    valueCents: line.valueCents.toString(),
    exact: attoDollars(line.exactAtto),
    carried: attoDollars(line.carriedAtto),
    owed: attoDollars(line.owedAtto),
    feeCents: line.amountCents.toString(),
    lots: line.lots.map((lot) => ({
      since: lot.since,
      units: formatUnits(lot.units),
      mark: unitValueText(lot.mark),
      hurdleMark: unitValueText(lot.hurdleMark),
      gain: fractionText(fraction(lot.gain.numerator, lot.gain.denominator * 100n), 8),
    })),
  }
}

/** Returns a stored calculation as the reply, with the names and ids that the caller knows. */
export function toChargeCalculation(
  stored: StoredCalculation,
  nameOf: NameOfHolder,
  endDay: MarketDay,
): ChargeCalculation {
  const lines = stored.lines.map(({ holderId, valueCents, feeCents, lots, ...line }) => ({
    ...line,
    memberId: holderId,
    name: nameOf(holderId),
    value: toCents(BigInt(valueCents)),
    fee: toCents(BigInt(feeCents)),
    lots: lots.map((lot) => ({ ...lot, since: toMarketDay(lot.since) })),
  }))
  const total = toCents(lines.reduce((sum, line) => sum + line.fee, 0n))
  const { isWaived, reason = null, unitValue } = stored
  return { endDay, isWaived, reason, unitValue, total, lines }
}
