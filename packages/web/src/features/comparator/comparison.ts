// What is compared: whether the own account is, codes in the order of their lines and an optional range of days, as they
// stand in the address. The base is the account while it is shown, else the first code; so turning the account off moves
// the first secondary to base, and turning it on puts the old base in front of the secondaries.
// Source: specification 2, section 2 "Instrument comparator" and section 4; specification 1, section 2 (SPY and QQQ as benchmarks).
import { z } from 'zod'

/** Lines a reader can tell apart at a glance, the account's included. */
export const mostLines = 4

export const benchmarks = [
  { code: 'SPY', name: 'S&P 500 index' },
  { code: 'QQQ', name: 'NASDAQ-100 index' },
] as const

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

export const Comparison = z.object({
  wallet: z.enum(['on', 'off']).catch('on'),
  codes: z.string().max(120).catch('SPY,QQQ'),
  from: day.optional().catch(undefined),
  to: day.optional().catch(undefined),
})

/** `codesOf('spy,,SPY,qqq')` is SPY, QQQ: each once, at most four. */
export function codesOf(text: string): readonly string[] {
  const codes = text.split(',').map((code) => code.trim().toUpperCase()).filter((code) => code !== '')
  return [...new Set(codes)].slice(0, mostLines)
}

/** How many codes there is room for beside the account. */
export const mostCodes = (hasAccount: boolean): number => (hasAccount ? mostLines - 1 : mostLines)

/** Puts a code in or takes it out; the base, when it goes, is followed by the first of the others. */
export function toggleCode(codes: readonly string[], code: string): readonly string[] {
  return codes.includes(code) ? codes.filter((other) => other !== code) : [...codes, code].slice(0, mostLines)
}

export interface Lines {
  /** Null: nothing is compared. */
  readonly base: string | null
  readonly secondaries: readonly string[]
}

/** Base and secondaries in order; `account` is the word for the account's line, absent while it is not shown. */
export function linesOf(codes: readonly string[], account?: string): Lines {
  const [base = null, ...secondaries] = account === undefined ? codes : [account, ...codes]
  return { base, secondaries }
}
