// Formats the books' figures as text for derivations, statements and journals: exact, never through a float.
import {
  formatMoney,
  formatUnits,
  unitValueText,
  type Cents,
  type Fraction,
  type InternalRate,
  toUnitSteps,
} from '@clubfolio/domain'

/** `percentText(0.1793)` is "17.93%". */
export const percentText = (part: number): string => percentFigure(toPercent(part))
/** `percentFigure(17.93)` is "17.93%". */
export const percentFigure = (percent: number): string => `${formatMoney(String(percent), { isPlain: true })}%`
const rateText = (rate: Fraction, currency: string): string => exactAmount(unitValueText(rate), currency)
/** Formats an amount with the decimals that its text has: `exactAmount("1234.5678", "USD")` is "$1,234.5678". */
export const exactAmount = (text: string, currency: string): string =>
  formatMoney(text, { currency, decimals: text.split('.')[1]?.length ?? 0 })

/** Writes the figures of a fund in the currency of its account. */
export interface FigureWriter {
  readonly money: (cents: Cents) => string
  /** A unit value with all of its decimals. */
  readonly rate: (rate: Fraction) => string
}

export const writerIn = (currency: string): FigureWriter => ({
  money: (cents) => formatMoney(cents, { currency }),
  rate: (rate) => rateText(rate, currency),
})

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
