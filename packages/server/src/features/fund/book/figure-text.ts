// Formats the books' figures as text for derivations, statements and journals: exact, never through a float.
import {
  formatDollars,
  formatMoney,
  formatUnits,
  unitValueText,
  type Fraction,
  type InternalRate,
  toUnitSteps,
} from '@clubfolio/domain'

export { formatDollars }

/** `percentText(0.1793)` is "17.93 %". */
export const percentText = (part: number): string => percentFigure(toPercent(part))
/** `percentFigure(17.93)` is "17.93 %". */
export const percentFigure = (percent: number): string => `${formatMoney(String(percent), { isPlain: true })} %`
export const rateText = (rate: Fraction): string => exactDollars(unitValueText(rate))
/** Formats dollars with the decimals that their text has: `exactDollars("1234.5678")` is "$1,234.5678". */
export const exactDollars = (text: string): string => formatMoney(text, { decimals: text.split('.')[1]?.length ?? 0 })
export const unitsText = (units: bigint): string => formatUnits(toUnitSteps(units))

export function internalRateText(rate: InternalRate): string {
  if (rate.kind === 'rate') return `${percentText(rate.rate)} a year`
  return rate.kind === 'too-short' ? 'shown from 30 days on' : 'n/a'
}

/**
 * Returns the figure in percent with 8 decimals, its form on the wire: the same everywhere, so that everyone who rounds
 * it to 2 decimals sees the same figure.
 */
export const toPercent = (part: number): number => Math.round(part * 1e10) / 1e8

export function toWireRate(rate: InternalRate): {
  percent: number | null
  because: 'too-short' | 'not-available' | null
} {
  return rate.kind === 'rate' ? { percent: toPercent(rate.rate), because: null } : { percent: null, because: rate.kind }
}
