// How long codes, tokens and consents live; the values of the real brokerage, overridable for tests.

export interface Lifetimes {
  readonly codeMs: number
  readonly accessTokenMs: number
  /** From the interactive consent on; refreshing never extends it. */
  readonly consentMs: number
}

export const LIFETIMES: Lifetimes = { codeMs: 30_000, accessTokenMs: 30 * 60_000, consentMs: 7 * 24 * 60 * 60_000 }
