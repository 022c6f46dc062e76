// Figures of the books as text for derivations, statements and journals: exact, never through a float.
import { formatDollars, formatUnits, unitValueText, type Fraction, type InternalRate, type UnitSteps } from '@clubfolio/domain'

export { formatDollars }

/** `percentText(0.1793)` is "17.93 %". */
export const percentText = (part: number): string => `${(part * 100).toFixed(2)} %`
export const rateText = (rate: Fraction): string => `$${unitValueText(rate)}`
export const unitsText = (units: bigint): string => formatUnits(units as UnitSteps)

export function internalRateText(rate: InternalRate): string {
  if (rate.kind === 'rate') return percentText(rate.rate)
  return rate.kind === 'too-short' ? 'shown from 30 days on' : 'n/a'
}

/** In percent with 4 decimals, as it travels. */
export const toPercent = (part: number): number => Math.round(part * 1_000_000) / 10_000

export function toWireRate(rate: InternalRate): { percent: number | null; because: 'too-short' | 'not-available' | null } {
  return rate.kind === 'rate' ? { percent: toPercent(rate.rate), because: null } : { percent: null, because: rate.kind }
}
