// The 21-character code of an option contract: its underlying padded to six, the day, C or P, the strike in
// thousandths.
// Source: the symbology of the Options Clearing Corporation.

const pattern = /^([A-Z0-9./$]{1,6} *)(\d{6})([CP])(\d{8})$/

/** `isOptionCode('AAPL  261218C00235000')` */
export const isOptionCode = (code: string): boolean => code.length === 21 && pattern.test(code)

/** Shares per contract. */
export const contractShares = 100

/** Returns the shares behind one unit of a code: 100 for an option contract, otherwise 1. */
export const multiplierOf = (code: string): number => (isOptionCode(code) ? contractShares : 1)

export interface ContractTerms {
  readonly underlying: string
  readonly right: 'CALL' | 'PUT'
  /** Dollars per share. */
  readonly strike: number
  /** Its last day: `2026-12-18`. */
  readonly expiration: string
}

/** Formats a contract among others of the same underlying: `235 call 2026-12-18`; returns any other code unchanged. */
export function describeContract(code: string): string {
  const terms = contractTerms(code)
  return terms === null ? code : `${terms.strike} ${terms.right.toLowerCase()} ${terms.expiration}`
}

/** Formats a code with its underlying, for display: `AAPL 235 call 2026-12-18`; returns any other code unchanged. */
export function formatCode(code: string): string {
  const terms = contractTerms(code)
  return terms === null ? code : `${terms.underlying} ${describeContract(code)}`
}

/** Returns the underlying of an option, or the code itself. */
export function underlyingOf(code: string): string {
  return contractTerms(code)?.underlying ?? code
}

/**
 * Parses the contract terms from a code; null for anything else. Example: 'AAPL  261218C00235000' is the 235 call on
 * AAPL.
 */
export function contractTerms(code: string): ContractTerms | null {
  const found = code.length === 21 ? pattern.exec(code) : null
  if (!found) return null
  const [, underlying, day, right, strike] = found
  return {
    underlying: underlying!.trim(),
    right: right === 'C' ? 'CALL' : 'PUT',
    strike: Number(strike) / 1000,
    expiration: `20${day!.slice(0, 2)}-${day!.slice(2, 4)}-${day!.slice(4, 6)}`,
  }
}

/**
 * Returns whether a code is meant as that of an option but is none: longer than a share's, with a blank, or with a day
 * and a right in the wrong form, a day that does not exist, or a strike of zero. "AAPL 261218C00235000" lacks a blank.
 */
export function isMalformedOptionCode(code: string): boolean {
  const terms = contractTerms(code)
  if (terms !== null) return terms.strike === 0 || !isCalendarDay(terms.expiration)
  return code.length > longestShareCode || /\s/.test(code) || /\d{6}[CP]\d/.test(code)
}

const longestShareCode = 16

function isCalendarDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}
