// What is compared, as written in the address: whether the user's account is shown, the codes in line order, and an
// optional range of days. The base is the account while it is shown, else the first code; so hiding the account
// promotes the first secondary to base, and showing it puts the previous base first among the secondaries.
// Source: docs/rules/trading.md, "Instrument comparator"; docs/rules/accounts.md, "Dashboard".
import { z } from 'zod'

/** The most lines a reader can tell apart at a glance, including the account's. */
export const maxComparedLines = 4

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

/** `codesOf('spy,,SPY,qqq')` is SPY, QQQ: without duplicates, at most four. */
export function codesOf(text: string): readonly string[] {
  const codes = text
    .split(',')
    .map((code) => code.trim().toUpperCase())
    .filter((code) => code !== '')
  return [...new Set(codes)].slice(0, maxComparedLines)
}

/** How many codes fit alongside the account. */
export const maxComparedCodes = (hasAccount: boolean): number => (hasAccount ? maxComparedLines - 1 : maxComparedLines)

/** Adds or removes a code; when the base is removed, the first of the others becomes the base. */
export function toggleCode(codes: readonly string[], code: string): readonly string[] {
  return codes.includes(code) ? codes.filter((other) => other !== code) : [...codes, code].slice(0, maxComparedLines)
}

export interface Lines {
  /** Null when nothing is compared. */
  readonly base: string | null
  readonly secondaries: readonly string[]
}

/** Returns base and secondaries in order; `account` is the name of the account's line, absent while it is not shown. */
export function linesOf(codes: readonly string[], account?: string): Lines {
  const [base = null, ...secondaries] = account === undefined ? codes : [account, ...codes]
  return { base, secondaries }
}
