// Lifetimes of codes, tokens and consents; the values of the real brokerage, overridable in tests.

export interface Lifetimes {
  readonly codeMs: number
  readonly accessTokenMs: number
  /** Counted from the interactive consent; refreshing never extends it. */
  readonly consentMs: number
}

export const LIFETIMES: Lifetimes = { codeMs: 30_000, accessTokenMs: 30 * 60_000, consentMs: 7 * 24 * 60 * 60_000 }
