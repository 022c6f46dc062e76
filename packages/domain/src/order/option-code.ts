// The 21 characters that name an option contract: its underlying padded to six, the day, C or P, the strike in thousandths.
// Source: the symbology of the Options Clearing Corporation.

const pattern = /^([A-Z0-9./$]{1,6} *)(\d{6})([CP])(\d{8})$/

/** `isOptionCode('AAPL  261218C00235000')` */
export const isOptionCode = (code: string): boolean => code.length === 21 && pattern.test(code)

/** Shares that one contract stands for. */
export const contractShares = 100

/** Shares behind one unit of a code: 100 for an option contract, else 1. */
export const multiplierOf = (code: string): number => (isOptionCode(code) ? contractShares : 1)

export interface ContractTerms {
  readonly underlying: string
  readonly right: 'CALL' | 'PUT'
  /** Dollars a share. */
  readonly strike: number
  /** Its last day: `2026-12-18`. */
  readonly expiration: string
}

/** A contract among others of its underlying: `235 call 2026-12-18`; any other code as it is. */
export function contractWords(code: string): string {
  const terms = contractTerms(code)
  return terms === null ? code : `${terms.strike} ${terms.right.toLowerCase()} ${terms.expiration}`
}

/** A code among those of any share, as people are told of it: `AAPL 235 call 2026-12-18`; any other code as it is. */
export function codeWords(code: string): string {
  const terms = contractTerms(code)
  return terms === null ? code : `${terms.underlying} ${contractWords(code)}`
}

/** The share that a code is about: an option's underlying, else itself. */
export function underlyingOf(code: string): string {
  return contractTerms(code)?.underlying ?? code
}

/** The contract behind a code; null for anything else. Example: 'AAPL  261218C00235000' is the 235 call on AAPL. */
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
